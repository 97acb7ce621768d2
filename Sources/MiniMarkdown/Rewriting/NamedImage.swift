package import PackratParsing

/// An image by the name of a file, as other programs have it: `![pond](pond.png "The pond")`, or
/// `![[pond.png|300]]`.
package struct NamedImage: Sendable, Equatable {
  /// The name of the file, without a title or a size, as it is written.
  package var name: String
  /// Whether characters of the name may be escaped (`my%20pond.png`).
  package var isAddress: Bool
  /// The bytes to be replaced.
  private var range: Range<Int>
  /// The caption if all of the image is replaced; nil if that is the target alone.
  private var caption: String?

  /// The edit that shows the image which the note has under `key` in its place.
  package func edit(to key: String) -> ByteEdit {
    ByteEdit(range, caption.map { Image.text($0, key) } ?? key)
  }

  /// The image whose target is `target`. Returns nil if that is empty.
  init?(target: Syntax) {
    let name = Self.withoutTitle(target.text.trimmed)
    guard !name.isEmpty else { return nil }
    (self.name, isAddress, range) = (name, true, target.range)
  }

  /// The image with `inner` between `![[` and `]]`. Returns nil if that names nothing.
  init?(_ block: Block, embed inner: Range<Int>) {
    let parts = block.text(in: inner).split(
      separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first.map({ String($0).trimmed }), !name.isEmpty else { return nil }
    let caption = parts.count == 2 ? String(parts[1]).trimmed : ""
    (self.name, isAddress) = (name, false)
    range = inner.lowerBound - 3..<inner.upperBound + 2
    // A size, such as 300 or 300x200, says nothing about the image.
    let isSize = caption.allSatisfy { $0.isNumber || $0 == "x" }
    self.caption = isSize || caption.contains { "[]".contains($0) } ? "" : caption
  }

  /// `name` without a title in quotation marks after it, or the angle brackets around it.
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
  /// The image that a diagnostic of `range` is about. Returns nil if there is none.
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
