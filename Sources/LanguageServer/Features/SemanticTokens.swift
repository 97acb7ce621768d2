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
  var cursor = PositionCursor(snapshot, encoding: encoding)
  var last = TextPosition(line: 0, column: 0)
  for block in 0..<snapshot.blockCount {
    for highlight in snapshot.highlights(ofBlock: block) {
      guard let type = legend.index(of: highlight.kind) else { continue }
      for piece in snapshot.linePieces(of: highlight.range) {
        let start = cursor.position(of: piece.lowerBound)
        let end = cursor.position(of: piece.upperBound)
        let isSameLine = start.line == last.line
        data += [
          UInt32(clamping: start.line - last.line),
          UInt32(clamping: isSameLine ? start.column - last.column : start.column),
          UInt32(clamping: end.column - start.column), type, 0,
        ]
        last = start
      }
    }
  }
  return SemanticTokens(data: data)
}
