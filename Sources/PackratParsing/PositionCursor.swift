/// Turns ascending offsets into positions, each from the one before.
///
/// Cost: linear in what lies between, so a whole text of one long line costs one pass.
public struct PositionCursor {
  private let document: DocumentSnapshot
  private let encoding: PositionEncoding
  private var offset = 0
  private var current = TextPosition(line: 0, column: 0)
  private var lineEnd = 0

  /// Begins at the start of `document`.
  public init(_ document: DocumentSnapshot, encoding: PositionEncoding) {
    self.document = document
    self.encoding = encoding
    lineEnd = document.lineRange(0).upperBound
  }

  /// The position of `target`, which should not lie before the last one asked for.
  public mutating func position(of target: Int) -> TextPosition {
    if target < offset || target > lineEnd {
      let line = document.line(at: target)
      let range = document.lineRange(line)
      (offset, lineEnd) = (range.lowerBound, range.upperBound)
      current = TextPosition(line: line, column: 0)
    }
    current.column += document.columnCount(in: offset..<max(offset, target), encoding)
    offset = max(offset, target)
    return current
  }
}

extension DocumentSnapshot {
  /// The parts of `range` on each line, line ends and empty parts left out.
  public func linePieces(of range: Range<Int>) -> [Range<Int>] {
    var pieces: [Range<Int>] = []
    for line in line(at: range.lowerBound)...line(at: max(range.lowerBound, range.upperBound - 1)) {
      let piece = lineRange(line).clamped(to: range)
      if !piece.isEmpty { pieces.append(piece) }
    }
    return pieces
  }
}
