import JSON
import LanguageServerProtocol
import MiniMarkdown
import PackratParsing

extension Feature {
  static let foldingRange = Feature("textDocument/foldingRange", queue: .documents) { _ in
    (["foldingRangeProvider"], true)
  } answer: { (context, params: TextDocumentParams) -> [FoldingRange]? in
    guard let document = context.document(params.textDocument) else { return nil }
    let ranges = foldingRanges(of: document.snapshot)
    guard let limit = context.profile.client.textDocument.foldingRangeLimit, ranges.count > limit
    else { return ranges }
    let largest = ranges.sorted { $1.endLine - $1.startLine < $0.endLine - $0.startLine }
    return largest.prefix(max(0, limit)).sorted { $0.startLine < $1.startLine }
  }
}

/// Returns the foldable ranges; if several start on one line, only the first.
func foldingRanges(of snapshot: DocumentSnapshot) -> [FoldingRange] {
  var ranges: [FoldingRange] = []
  for fold in snapshot.folds {
    let start = UInt32(clamping: snapshot.line(at: fold.range.lowerBound))
    let end = UInt32(clamping: snapshot.line(at: fold.range.upperBound))
    if end > start, ranges.last?.startLine != start {
      ranges.append(FoldingRange(startLine: start, endLine: end))
    }
  }
  return ranges
}
