import LanguageServerProtocol
import PackratParsing
import TextDiagnostics

extension DocumentSnapshot {
  /// Converts a client's range to a byte range. Its ends are clamped to the text, and swapped if
  /// reversed.
  func utf8Range(of range: LSPRange, in encoding: PositionEncoding) -> Range<Int> {
    if range.start == range.end {
      let offset = offset(of: TextPosition(range.start), in: encoding)
      return offset..<offset
    }
    let (start, end) = offsets(
      of: TextPosition(range.start), TextPosition(range.end), in: encoding)
    return min(start, end)..<max(start, end)
  }

  /// Converts a byte range to the client's lines and columns.
  func lspRange(of range: Range<Int>, in encoding: PositionEncoding) -> LSPRange {
    LSPRange(
      start: Position(position(of: range.lowerBound, in: encoding)),
      end: Position(position(of: range.upperBound, in: encoding)))
  }

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
  /// Creates an empty range at the start of a line.
  init(line: Int) {
    let start = Position(line: UInt32(clamping: line), character: 0)
    self.init(start: start, end: start)
  }
}
