import JSON
import LanguageServerProtocol
import MiniMarkdown
import PackratParsing

extension Feature {
  static let semanticTokens = Feature("textDocument/semanticTokens/full") { session in
    guard session.client.textDocument.semanticTokens != nil else { return nil }
    return (
      ["semanticTokensProvider"],
      ["legend": session.tokenLegend.legend.json, "full": true]
    )
  } answer: { (context, params: TextDocumentParams) -> SemanticTokens? in
    context.document(params.textDocument).map {
      encodedTokens(
        of: $0.snapshot, legend: context.session.tokenLegend, encoding: context.session.encoding)
    }
  }
}

/// All tokens in order, none over a line end, none overlapping, each relative to the one before:
/// lines, columns, length, type, modifiers. Cost: linear in the text.
/// (LSP 3.17, "Semantic Tokens".)
func encodedTokens(
  of snapshot: DocumentSnapshot, legend: TokenLegend, encoding: PositionEncoding
) -> SemanticTokens {
  var data: [UInt32] = []
  var cursor = PositionCursor(at: TextPosition(line: 0, column: 0), encoding: encoding)
  var last = TextPosition(line: 0, column: 0)
  for block in snapshot.blocks {
    var reached = block.start
    func advance(to offset: Int) {
      let base = block.utf8.startIndex - block.start
      cursor.advance(over: block.utf8[base + reached..<base + offset])
      reached = offset
    }
    for highlight in block.highlights {
      guard let type = legend.index(of: highlight.kind) else { continue }
      for piece in block.linePieces(of: highlight.range) {
        advance(to: piece.lowerBound)
        let start = cursor.position
        advance(to: piece.upperBound)
        let isSameLine = start.line == last.line
        data += [
          UInt32(clamping: start.line - last.line),
          UInt32(clamping: isSameLine ? start.column - last.column : start.column),
          UInt32(clamping: cursor.position.column - start.column), type, 0,
        ]
        last = start
      }
    }
    advance(to: block.range.upperBound)
  }
  return SemanticTokens(data: data)
}

extension Block {
  /// The parts of `range` on each line, line ends and empty parts left out. A `\r` alone ends a line
  /// here, as it does for editors.
  fileprivate func linePieces(of range: Range<Int>) -> [Range<Int>] {
    let base = utf8.startIndex - start
    var pieces: [Range<Int>] = []
    var pieceStart = range.lowerBound
    for offset in range where utf8[base + offset] == 0x0A || utf8[base + offset] == 0x0D {
      if offset > pieceStart { pieces.append(pieceStart..<offset) }
      pieceStart = offset + 1
    }
    if pieceStart < range.upperBound { pieces.append(pieceStart..<range.upperBound) }
    return pieces
  }
}
