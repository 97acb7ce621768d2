import MiniMarkdown

/// A rename of a hashtag and all hashtags below it. Whole segments are renamed: `#book` to `#read`
/// does not change `#books`, and changes `#book/2021` to `#read/2021`. Segments after the renamed
/// ones keep their spelling.
package struct TagRename: Sendable, Equatable {
  /// The present name, ignoring case.
  package let old: HashtagPath
  /// The new name, as it will be written.
  package let new: HashtagPath

  /// Maximum length of a new name, in UTF-8 bytes.
  package static let longestName = 1000
  /// The rule for names, to show after an invalid one.
  package static let rule = """
    a hashtag has no spaces and no empty segments, and is read as one hashtag in every place; it \
    has at most \(Hashtag.mostSegments) segments and \(longestName) bytes
    """

  /// Returns nil if `new` cannot be a hashtag (see `rule`). Both may lack the `#`; `old` may be any
  /// text, as a book's tags can be.
  package init?(_ old: String, to new: String) {
    self.old = HashtagPath(old)
    self.new = HashtagPath(new)
    guard Self.isName(new) else { return nil }
  }

  /// Whether `name`, with or without its `#`, complies with `rule`. Cost: a few parses of it.
  package static func isName(_ name: String) -> Bool {
    let path = HashtagPath(name)
    let tag = path.tag
    let slashes = tag.utf8.count { $0 == UInt8(ascii: "/") }
    return tag.utf8.count <= longestName && slashes < Hashtag.mostSegments && tag.first == "#"
      && Hashtag.segments(of: tag).allSatisfy { !$0.isEmpty } && Hashtag.isHashtag(tag)
      // Rejects characters that combine with the next one, such as a slash.
      && (tag + "/a").dropLast().last == "/"
  }

  /// Returns the length in UTF-8 bytes of the start of `tag` to replace, and the replacement; nil
  /// if it is not renamed. `tag` has its `#`.
  package func prefix(of tag: String) -> (length: Int, newPrefix: String)? {
    old.prefixLength(in: tag).map { ($0, new.tag) }
  }

  /// Returns the new name of `tag`, which has its `#`.
  package func renamed(_ tag: String) -> String {
    guard let (length, newPrefix) = prefix(of: tag) else { return tag }
    return newPrefix + String(Substring(tag.utf8.dropFirst(length)))
  }

  /// Returns the new name of a book's tag, with `#` only if `tag` has it.
  func renamed(bookTag tag: String) -> String {
    let full = Hashtag.withNumberSign(tag)
    let renamed = renamed(full)
    return full.utf8.count == tag.utf8.count
      ? renamed : String(renamed.unicodeScalars.dropFirst())
  }

  /// Returns those of `tags` that equal the new name, ignoring case, or are below it, and are not
  /// renamed themselves.
  package func met(among tags: some Sequence<String>) -> [String] {
    tags.filter { tag in
      let path = HashtagPath(tag)
      return new.contains(path) && !old.contains(path)
    }
  }
}

extension HashtagPath {
  /// Returns the length in UTF-8 bytes of the start of `tag`, which has its `#`, that is this path;
  /// nil if `tag` is neither this hashtag nor below it. They may differ in case.
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
  package var occurrenceCount = 0
  /// Those of the changed notes that are in conflict: only the text that readers see was changed.
  /// The other texts have the old hashtag until the user chooses.
  package var inConflict: [NoteSummary] = []
  /// Notes whose texts would have other hashtags than intended, because the new name has another
  /// meaning after a marker there. If there is one, nothing was changed.
  package var refused: [NoteSummary] = []
  /// Whether it was stopped; then nothing was changed.
  package var wasCancelled = false

  /// Whether nothing was changed although there was something to change.
  package var isRefused: Bool { !refused.isEmpty || wasCancelled }
}
