import MiniMarkdown
import PackratParsing

/// Writes tokens as the protocol has them, each relative to the one before: lines, columns, length,
/// type, modifiers. (LSP 3.17, "Semantic Tokens".)
struct TokenEncoder {
  let snapshot: DocumentSnapshot
  let legend: TokenLegend
  let encoding: PositionEncoding
  /// Five numbers a token.
  private(set) var data: [UInt32] = []
  /// Where the last token begins.
  private var last = TextPosition(line: 0, column: 0)
  private var cursor: PositionCursor
  /// Where the cursor is, in bytes.
  private var reached = 0

  init(_ snapshot: DocumentSnapshot, legend: TokenLegend, encoding: PositionEncoding) {
    self.snapshot = snapshot
    self.legend = legend
    self.encoding = encoding
    cursor = PositionCursor(at: last, encoding: encoding)
  }

  /// How many tokens were written.
  var count: Int { data.count / 5 }

  mutating func reserveCapacity(_ tokens: Int) { data.reserveCapacity(5 * tokens) }

  /// Makes the next token relative to one that begins at byte `offset`.
  mutating func goOn(from offset: Int) {
    last = snapshot.position(of: offset, in: encoding)
  }

  /// Writes `tokens`, which lie in `record` behind all that was written. Cost: linear in the record;
  /// where it does not follow the one before, O(log n) more.
  mutating func append(_ tokens: some Sequence<Highlight>, of record: Block) {
    if record.start != reached {
      cursor = PositionCursor(
        at: snapshot.position(of: record.start, in: encoding), encoding: encoding)
      reached = record.start
    }
    for token in tokens {
      guard let type = legend.index(of: token.kind) else { continue }
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
    advance(to: record.range.upperBound, in: record)
  }

  private mutating func advance(to offset: Int, in record: Block) {
    let base = record.utf8.startIndex - record.start
    cursor.advance(over: record.utf8[base + reached..<base + offset])
    reached = offset
  }
}

extension Block {
  /// What to colour, in pieces that each lie on one line and are not empty. A `\r` alone ends a line
  /// here, as it does for editors. How many there are follows from the text and nodes alone.
  var tokens: [Highlight] {
    let base = utf8.startIndex - start
    var tokens: [Highlight] = []
    for highlight in highlights {
      var pieceStart = highlight.range.lowerBound
      func add(to end: Int) {
        var piece = highlight
        piece.range = pieceStart..<max(pieceStart, end)
        if !piece.range.isEmpty { tokens.append(piece) }
        pieceStart = end + 1
      }
      for offset in highlight.range
      where utf8[base + offset] == 0x0A || utf8[base + offset] == 0x0D { add(to: offset) }
      add(to: highlight.range.upperBound)
    }
    return tokens
  }
}
