public import PackratParsing

/// A replacement of a part of a text by other text.
public struct SourceEdit: Sendable, Hashable {
  /// What is replaced, in UTF-8 bytes; empty to insert.
  public var range: Range<Int>
  /// What comes in its place; empty to delete.
  public var newText: String

  /// Puts `newText` in the place of `range`.
  public init(_ range: Range<Int>, _ newText: String) {
    self.range = range
    self.newText = newText
  }
}

extension DocumentSnapshot {
  /// The text after `edits`, which are in ascending order and do not overlap. Cost: linear.
  public func text(applying edits: [SourceEdit]) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    var end = 0
    for edit in edits where edit.range.lowerBound >= end {
      bytes += utf8(in: end..<edit.range.lowerBound)
      bytes += Array(edit.newText.utf8)
      end = edit.range.upperBound
    }
    bytes += utf8(in: end..<max(end, count))
    return String(decoding: bytes, as: UTF8.self)
  }
}
