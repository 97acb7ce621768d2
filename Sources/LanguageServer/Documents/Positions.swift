import LanguageServerProtocol
import PackratParsing
import TextDiagnostics

extension DocumentSnapshot {
  /// The bytes of a client's range. Its ends are moved into the text, and swapped if reversed.
  func utf8Range(of range: LSPRange, in encoding: PositionEncoding) -> Range<Int> {
    if range.start == range.end {
      let place = offset(of: TextPosition(range.start), in: encoding)
      return place..<place
    }
    let (start, end) = offsets(
      of: TextPosition(range.start), TextPosition(range.end), in: encoding)
    return min(start, end)..<max(start, end)
  }

  /// A client's range for bytes of the text.
  func lspRange(of range: Range<Int>, in encoding: PositionEncoding) -> LSPRange {
    LSPRange(
      start: Position(position(of: range.lowerBound, in: encoding)),
      end: Position(position(of: range.upperBound, in: encoding)))
  }

  /// A client's ranges for many ranges of bytes, which lie in ascending order.
  func lspRanges(for ranges: [Range<Int>], in encoding: PositionEncoding) -> [LSPRange] {
    let positions = positions(of: ranges.flatMap { [$0.lowerBound, $0.upperBound] }, in: encoding)
    func position(_ offset: Int) -> Position {
      Position(positions[offset] ?? TextPosition(line: 0, column: 0))
    }
    return ranges.map { LSPRange(start: position($0.lowerBound), end: position($0.upperBound)) }
  }
}

extension TextPosition {
  init(_ position: Position) {
    self.init(line: Int(position.line), column: Int(position.character))
  }
}

extension LSPRange {
  /// The start of a line.
  init(line: Int) {
    let start = Position(line: UInt32(clamping: line), character: 0)
    self.init(start: start, end: start)
  }
}
