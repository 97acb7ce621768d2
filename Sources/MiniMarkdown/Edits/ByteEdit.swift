package import PackratParsing

package struct ByteEdit: Sendable, Hashable {
  /// The range to replace, in UTF-8 bytes from the start of the text; empty to insert.
  package var range: Range<Int>
  package var newText: String

  package init(_ range: Range<Int>, _ newText: String) {
    self.range = range
    self.newText = newText
  }

  static func insert(_ text: String, at offset: Int) -> ByteEdit {
    ByteEdit(offset..<offset, text)
  }

  static func delete(_ range: Range<Int>) -> ByteEdit { ByteEdit(range, "") }

  /// The number of UTF-8 bytes by which the text grows; negative if it shrinks.
  var growth: Int { newText.utf8.count - range.count }
}

extension [ByteEdit] {
  /// The edits in ascending order, without empty ones. Nil if two edits overlap or insert at one
  /// offset.
  var ordered: [ByteEdit]? {
    let sorted = filter { !$0.range.isEmpty || !$0.newText.isEmpty }.sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    for (first, second) in zip(sorted, sorted.dropFirst())
    where second.range.lowerBound < first.range.upperBound || first.range == second.range {
      return nil
    }
    return sorted
  }
}

extension DocumentSnapshot {
  /// Returns the text after `edits`, which must be in ascending order and not overlap. Cost:
  /// linear.
  package func text(applying edits: [ByteEdit]) -> String {
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
