/// A place in a text as editors count: line and column, both from 0.
public struct TextPosition: Hashable, Sendable, Comparable {
  /// The line.
  public var line: Int
  /// The column, in units of the `PositionEncoding` in use.
  public var column: Int

  /// The place at `column` of `line`.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Whether `left` stands before `right`.
  public static func < (left: TextPosition, right: TextPosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// Where the lines of a text begin. A line ends with `\n`, `\r\n` or a `\r` alone.
/// (LSP 3.17, "Text Documents".)
struct LineTable: Sendable {
  private let starts: [Int]

  /// Cost: one pass over the text.
  init(utf8: [UInt8]) {
    var starts = [0]
    for (index, byte) in utf8.enumerated() {
      let isLineFeed = byte == UInt8(ascii: "\n")
      let isLoneReturn =
        byte == UInt8(ascii: "\r")
        && (index + 1 == utf8.count || utf8[index + 1] != UInt8(ascii: "\n"))
      if isLineFeed || isLoneReturn { starts.append(index + 1) }
    }
    self.starts = starts
  }

  var count: Int { starts.count }

  func line(at offset: Int) -> Int {
    max(0, starts.partitioningIndex { $0 > offset } - 1)
  }

  func contentRange(of line: Int, in utf8: [UInt8]) -> Range<Int> {
    let line = min(max(line, 0), count - 1)
    let start = starts[line]
    var end = line + 1 < count ? starts[line + 1] : utf8.count
    if end > start, line + 1 < count {
      end -= 1
      if end > start, utf8[end] == UInt8(ascii: "\n"), utf8[end - 1] == UInt8(ascii: "\r") {
        end -= 1
      }
    }
    return start..<end
  }

  func position(
    of offset: Int, in utf8: [UInt8], encoding: PositionEncoding
  ) -> TextPosition {
    let offset = min(max(offset, 0), utf8.count)
    let line = line(at: offset)
    let start = starts[line]
    let end = utf8.scalarStart(atOrBefore: offset, notBefore: start)
    return TextPosition(line: line, column: utf8[start..<end].count(in: encoding))
  }

  func offset(
    of position: TextPosition, in utf8: [UInt8], encoding: PositionEncoding
  ) -> Int {
    if position.line < 0 { return 0 }
    if position.line >= count { return utf8.count }
    let range = contentRange(of: position.line, in: utf8)
    return utf8[range].index(after: position.column, in: encoding)
  }
}

extension ArraySlice<UInt8> {
  /// Length of this UTF-8 in units of `encoding`.
  func count(in encoding: PositionEncoding) -> Int {
    switch encoding {
    case .utf8: count
    case .utf16: reduce(0) { $0 + $1.utf16UnitsOfLead }
    case .utf32: reduce(0) { $0 + ($1.isUTF8Continuation ? 0 : 1) }
    }
  }

  /// The index of the scalar that begins at, or holds, unit `column`; `endIndex` behind the end.
  func index(after column: Int, in encoding: PositionEncoding) -> Int {
    var units = 0
    var scalarStart = startIndex
    for index in indices where !self[index].isUTF8Continuation {
      if units == column { return index }
      if units > column { return scalarStart }
      scalarStart = index
      let byte = self[index]
      switch encoding {
      case .utf8: units += byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      case .utf16: units += byte.utf16UnitsOfLead
      case .utf32: units += 1
      }
    }
    return units > column ? scalarStart : endIndex
  }
}

extension [UInt8] {
  /// The start of the scalar that holds `offset`.
  func scalarStart(atOrBefore offset: Int, notBefore start: Int) -> Int {
    var offset = offset
    while offset > start, offset < count, self[offset].isUTF8Continuation { offset -= 1 }
    return offset
  }
}

extension UInt8 {
  /// Whether this byte is not the first of a scalar.
  @inlinable var isUTF8Continuation: Bool { self & 0xC0 == 0x80 }

  /// UTF-16 units of the scalar that begins with this byte; 0 for a continuation.
  @inlinable var utf16UnitsOfLead: Int { isUTF8Continuation ? 0 : self < 0xF0 ? 1 : 2 }
}

extension Array {
  /// The first index whose element satisfies `predicate`, in an array where all that do stand
  /// behind all that do not.
  func partitioningIndex(where predicate: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = low + (high - low) / 2
      if predicate(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
