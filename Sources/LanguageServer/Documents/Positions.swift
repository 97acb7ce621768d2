import LanguageServerProtocol
import PackratParsing

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
}

extension TextPosition {
  init(_ position: Position) {
    self.init(line: Int(position.line), column: Int(position.character))
  }
}

extension Position {
  init(_ position: TextPosition) {
    self.init(line: UInt32(clamping: position.line), character: UInt32(clamping: position.column))
  }
}

extension LSPRange {
  /// The start of a line.
  init(line: Int) {
    let start = Position(line: UInt32(clamping: line), character: 0)
    self.init(start: start, end: start)
  }
}
