import MiniMarkdown
import PackratParsing

/// Encodes tokens as the protocol requires, each relative to the previous one: lines, columns,
/// length, type, modifiers. (LSP 3.17, "Semantic Tokens".)
struct TokenEncoder {
  let snapshot: DocumentSnapshot
  let legend: TokenLegend
  let encoding: PositionEncoding
  private(set) var data: [UInt32] = []
  private var last: TextPosition
  private(set) var cursor: PositionCursor
  /// The offset of the cursor, in UTF-8 bytes.
  private var reached: Int

  /// Starts at byte `start`, which is at `position`. The first token is relative to `last`.
  init(
    _ snapshot: DocumentSnapshot, legend: TokenLegend, encoding: PositionEncoding,
    from start: Int = 0, at position: TextPosition = TextPosition(line: 0, column: 0),
    after last: TextPosition = TextPosition(line: 0, column: 0)
  ) {
    (self.snapshot, self.legend, self.encoding) = (snapshot, legend, encoding)
    (self.last, reached) = (last, start)
    cursor = PositionCursor(at: position, encoding: encoding)
  }

  mutating func reserveCapacity(_ tokens: Int) { data.reserveCapacity(5 * tokens) }

  /// Encodes the tokens of `record` for which `isWanted` is true. The record must be after
  /// everything encoded before. Cost: linear in the record; O(log n) more if it does not directly
  /// follow the previous one.
  mutating func append(_ record: Block, where isWanted: (Highlight) -> Bool = { _ in true }) {
    move(to: record)
    record.forEachToken { if isWanted($0) { write($0, of: record) } }
    advance(to: record.range.upperBound, in: record)
  }

  /// Encodes a token of `record`, which must be after everything encoded before. Must be the last
  /// call.
  mutating func append(_ token: Highlight, of record: Block) {
    move(to: record)
    write(token, of: record)
  }

  private mutating func move(to record: Block) {
    if record.start == reached { return }
    cursor = PositionCursor(
      at: snapshot.position(of: record.start, in: encoding), encoding: encoding)
    reached = record.start
  }

  private mutating func write(_ token: Highlight, of record: Block) {
    guard let type = legend.index(of: token.kind) else { return }
    advance(to: token.range.lowerBound, in: record)
    let start = cursor.position
    advance(to: token.range.upperBound, in: record)
    let isSameLine = start.line == last.line
    data.append(UInt32(clamping: start.line - last.line))
    data.append(UInt32(clamping: isSameLine ? start.column - last.column : start.column))
    data.append(UInt32(clamping: cursor.position.column - start.column))
    data.append(type)
    data.append(0)
    last = start
  }

  private mutating func advance(to offset: Int, in record: Block) {
    let base = record.utf8.startIndex - record.start
    cursor.advance(over: record.utf8[base + reached..<base + offset])
    reached = offset
  }
}

extension Block {
  /// Calls `body` with the highlighted text, in order, in non-empty parts that each lie on one
  /// line. `\r` also ends a line, as in editors. The number of parts depends only on the text and
  /// nodes. Cost: linear in the nodes and in the highlighted text, without allocation.
  func forEachToken(_ body: (Highlight) -> Void) {
    utf8.withUnsafeBufferPointer { [start] text in
      forEachHighlight { highlight in
        var piece = highlight
        for offset in highlight.range
        where text[offset - start] == 0x0A || text[offset - start] == 0x0D {
          piece.range = piece.range.lowerBound..<offset
          if !piece.range.isEmpty { body(piece) }
          piece.range = offset + 1..<highlight.range.upperBound
        }
        if !piece.range.isEmpty { body(piece) }
      }
    }
  }

  /// Cost: as `forEachToken`.
  var tokenCount: Int {
    var count = 0
    forEachToken { _ in count += 1 }
    return count
  }
}

extension Highlight {
  func moved(by bytes: Int) -> Highlight {
    var moved = self
    moved.range = range.lowerBound + bytes..<range.upperBound + bytes
    return moved
  }
}
