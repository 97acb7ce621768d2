import MiniMarkdown

/// The renaming of a hashtag and of all hashtags below it. Whole segments are renamed: `#book` to
/// `#read` leaves `#books` alone, and makes `#book/2021` `#read/2021`. The segments after the
/// renamed ones keep their spelling.
package struct TagRename: Sendable, Equatable {
  /// The present name, in any case.
  package let old: HashtagPath
  /// The new name, as it will be written.
  package let new: HashtagPath

  /// The most UTF-8 bytes of a new name.
  package static let longestName = 1000
  /// The rule for names, to show after an invalid one.
  package static let rule = """
    a hashtag has no spaces and no empty segments, and is read as one hashtag in every place; it \
    has at most \(Hashtag.mostSegments) segments and \(longestName) bytes
    """

  /// Nil if `new` cannot be a hashtag (see `rule`). The `#` of both may be missing; `old` may be
  /// anything, as a book's tags can be.
  package init?(_ old: String, to new: String) {
    self.old = HashtagPath(old)
    self.new = HashtagPath(new)
    guard Self.isName(new) else { return nil }
  }

  /// Whether `name`, whose `#` may be missing, is as `rule` says. Cost: a few parses of it.
  package static func isName(_ name: String) -> Bool {
    let path = HashtagPath(name)
    let tag = path.tag
    let slashes = tag.utf8.count { $0 == UInt8(ascii: "/") }
    return tag.utf8.count <= longestName && slashes < Hashtag.mostSegments && tag.first == "#"
      && Hashtag.segments(of: tag).allSatisfy { !$0.isEmpty } && Hashtag.isHashtag(tag)
      // Characters that compose with the next one must not swallow the slash.
      && (tag + "/a").dropLast().last == "/"
  }

  /// The number of the first UTF-8 bytes of `tag`, which has its `#`, to replace, and the
  /// replacement. Returns nil if it is not renamed.
  package func prefix(of tag: String) -> (length: Int, newPrefix: String)? {
    old.prefixLength(in: tag).map { ($0, new.tag) }
  }

  /// The new name of `tag`, which has its `#`.
  package func renamed(_ tag: String) -> String {
    guard let (length, newPrefix) = prefix(of: tag) else { return tag }
    return newPrefix + String(Substring(tag.utf8.dropFirst(length)))
  }

  /// The new name of a book's tag, which may lack the `#`; it lacks it still.
  func renamed(bookTag tag: String) -> String {
    let full = Hashtag.withNumberSign(tag)
    let renamed = renamed(full)
    return full.utf8.count == tag.utf8.count
      ? renamed : String(renamed.unicodeScalars.dropFirst())
  }

  /// Those of `tags` that the renamed ones would meet: tags that have the new name already, in any
  /// case, or lie below it, and are not renamed themselves.
  package func met(among tags: some Sequence<String>) -> [String] {
    tags.filter { tag in
      let path = HashtagPath(tag)
      return new.contains(path) && !old.contains(path)
    }
  }
}

extension HashtagPath {
  /// The number of the first UTF-8 bytes of `tag`, which has its `#`, that are this path; nil if
  /// `tag` is neither this hashtag nor below it. They may differ in case.
  package func prefixLength(in tag: String) -> Int? {
    guard contains(HashtagPath(tag)) else { return nil }
    let depth = Hashtag.segments(of: self.tag).count
    let segments = Hashtag.segments(of: tag)
    return segments.count < depth ? nil : segments[depth - 1].upperBound
  }
}

/// The result of renaming a hashtag.
package struct TagRenameReport: Sendable, Equatable {
  /// The notes that were changed, as they were before, newest modified first.
  package var changed: [NoteSummary] = []
  /// The number of hashtags that were changed, in texts and among the tags of books.
  package var placeCount = 0
  /// Those of the changed notes that are in conflict: of these only the text that readers see was
  /// changed. The other texts have the old hashtag until the user chooses.
  package var inConflict: [NoteSummary] = []
  /// Notes whose texts would have other hashtags than meant, because the new name together with a
  /// mark before it means something else there. If there is one, nothing was changed.
  package var refused: [NoteSummary] = []
  /// Whether it was stopped; then nothing was changed.
  package var wasCancelled = false

  /// Whether the notebook is as it was although there was something to change.
  package var isRefused: Bool { !refused.isEmpty || wasCancelled }
}
