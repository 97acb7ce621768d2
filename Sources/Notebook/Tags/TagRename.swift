import MiniMarkdown

/// A rename of a hashtag and all hashtags below it. Only whole segments are renamed: `#book` to
/// `#read` changes `#book/2021` to `#read/2021`, but does not change `#books`. Segments after the
/// renamed ones keep their spelling.
package struct TagRename: Sendable, Equatable {
  /// The present name; case is ignored.
  package let old: HashtagPath
  package let new: HashtagPath

  /// Maximum length of a new name, in UTF-8 bytes.
  package static let longestName = 1000
  package static let rule = """
    use at most \(longestName) bytes and \(Hashtag.mostSegments) parts between slashes, without \
    empty parts and without spaces
    """

  /// Creates a rename. Returns nil if `new` cannot be a hashtag (see `rule`). Both names may lack
  /// the `#`. `old` may be any text, since a book's tags can be.
  package init?(_ old: String, to new: String) {
    self.old = HashtagPath(old)
    self.new = HashtagPath(new)
    guard Self.isName(new) else { return nil }
  }

  /// Whether `name`, with or without `#`, complies with `rule`.
  package static func isName(_ name: String) -> Bool {
    let path = HashtagPath(name)
    let tag = path.tag
    let slashes = tag.utf8.count { $0 == UInt8(ascii: "/") }
    return tag.utf8.count <= longestName && slashes < Hashtag.mostSegments && tag.first == "#"
      && Hashtag.segments(of: tag).allSatisfy { !$0.isEmpty } && Hashtag.isHashtag(tag)
      // Rejects a name whose last character combines with a slash after it.
      && (tag + "/a").dropLast().last == "/"
  }

  /// Returns the length in UTF-8 bytes of the part to replace at the start of `tag`, and its
  /// replacement; nil if `tag` is not renamed. `tag` begins with `#`.
  package func prefix(of tag: String) -> (length: Int, newPrefix: String)? {
    old.prefixLength(in: tag).map { ($0, new.tag) }
  }

  /// Returns the new name of `tag`; `tag` itself if it is not renamed. `tag` begins with `#`.
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

  /// Returns the tags that equal the new name, ignoring case, or are below it, and that this rename
  /// does not change.
  package func met(among tags: some Sequence<String>) -> [String] {
    tags.filter { tag in
      let path = HashtagPath(tag)
      return new.contains(path) && !old.contains(path)
    }
  }
}

extension HashtagPath {
  /// Returns the length in UTF-8 bytes of this path at the start of `tag`, which begins with `#`.
  /// Returns nil if `tag` is neither this hashtag nor below it. Ignores case.
  package func prefixLength(in tag: String) -> Int? {
    guard contains(HashtagPath(tag)) else { return nil }
    let depth = Hashtag.segments(of: self.tag).count
    let segments = Hashtag.segments(of: tag)
    return segments.count < depth ? nil : segments[depth - 1].upperBound
  }
}

package struct TagRenameReport: Sendable, Equatable {
  /// The changed notes as they were before, newest modified first.
  package var changed: [NoteSummary] = []
  /// The number of changed hashtags, in texts and among the tags of books.
  package var occurrenceCount = 0
  /// The changed notes that are in conflict. Only the text that readers see was changed; the others
  /// have the old hashtag until the user chooses.
  package var inConflict: [NoteSummary] = []
  /// Notes whose texts would have other hashtags than intended, because the new name has another
  /// meaning next to a marker. If there is one, nothing was changed.
  package var refused: [NoteSummary] = []
  /// Whether `progress` stopped the rename; then nothing was changed.
  package var wasCancelled = false

  /// Whether the rename was refused or stopped; then nothing was changed.
  package var isRefused: Bool { !refused.isEmpty || wasCancelled }
}
