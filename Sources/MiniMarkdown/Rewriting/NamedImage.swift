package import PackratParsing

/// An image by file name, as other programs write it: `![pond](pond.png "The pond")`, or
/// `![[pond.png|300]]`.
package struct NamedImage: Sendable, Equatable {
  /// The file name as written, without a title or size.
  package var name: String
  /// Whether the name may be percent-encoded (`my%20pond.png`).
  package var isAddress: Bool
  /// The range to replace, in UTF-8 bytes.
  private var range: Range<Int>
  /// The caption if the whole image is replaced; nil if only its target is.
  private var caption: String?

  /// Returns the edit that replaces this image by the one stored in the note under `key`.
  package func edit(to key: String) -> ByteEdit {
    ByteEdit(range, caption.map { Image.text($0, key) } ?? key)
  }

  /// Creates the image with this target node. Returns nil if the name is empty.
  init?(target: Syntax) {
    let name = Self.withoutTitle(target.text.trimmed)
    guard !name.isEmpty else { return nil }
    (self.name, isAddress, range) = (name, true, target.range)
  }

  /// Creates the image with `inner` between `![[` and `]]`. Returns nil if the name is empty.
  init?(_ block: Block, embed inner: Range<Int>) {
    let parts = block.text(in: inner).split(
      separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first.map({ String($0).trimmed }), !name.isEmpty else { return nil }
    let caption = parts.count == 2 ? String(parts[1]).trimmed : ""
    (self.name, isAddress) = (name, false)
    range = inner.lowerBound - 3..<inner.upperBound + 2
    // A size, such as 300 or 300x200, is not a caption.
    let isSize = caption.allSatisfy { $0.isNumber || $0 == "x" }
    self.caption = isSize || caption.contains { "[]".contains($0) } ? "" : caption
  }

  /// Returns `name` without a quoted title after it or angle brackets around it.
  private static func withoutTitle(_ name: String) -> String {
    if name.hasPrefix("<"), let end = name.firstIndex(of: ">") {
      return String(name[name.index(after: name.startIndex)..<end])
    }
    guard let mark = name.last, mark == "\"" || mark == "'",
      let start = name.dropLast().lastIndex(of: mark), start > name.startIndex,
      name[name.index(before: start)].isWhitespace
    else { return name }
    return String(name[..<start]).trimmed
  }
}

extension DocumentSnapshot {
  /// Returns the image that a diagnostic at `range` is about, or nil if there is none.
  package func namedImage(at range: Range<Int>) -> NamedImage? {
    let path = path(to: range.lowerBound)
    if let target = path.last, target.kind == .linkTarget, target.range == range {
      return NamedImage(target: target)
    }
    guard range.lowerBound >= 3, range.upperBound + 2 <= count,
      text(in: range.lowerBound - 3..<range.lowerBound) == "![[",
      text(in: range.upperBound..<range.upperBound + 2) == "]]",
      let block = path.last?.block
    else { return nil }
    return NamedImage(block, embed: range)
  }
}
