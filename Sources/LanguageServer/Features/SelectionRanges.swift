import JSON
import LanguageServerProtocol
import MiniMarkdown
import PackratParsing

extension Feature {
  /// The ranges to which an editor expands a selection, such as an answer, its cloze, the line, the
  /// block and the section.
  static let selectionRange = Feature("textDocument/selectionRange", queue: .documents) { _ in
    (["selectionRangeProvider"], true)
  } answer: { (context, params: SelectionRangeParams) throws(ResponseError) -> [SelectionRange]? in
    guard params.positions.count <= selectionLimit else {
      throw .invalidParams("positions: expected at most \(selectionLimit)")
    }
    guard let document = context.document(params.textDocument) else { return nil }
    let (snapshot, encoding) = (document.snapshot, context.profile.encoding)
    // Compute the folds once for all positions: an editor with many cursors sends them in one
    // request.
    let folds = snapshot.folds
    var ranges: [SelectionRange] = []
    for position in params.positions {
      if context.cancellation.isCancelled { throw .requestCancelled() }
      let offset = snapshot.offset(of: TextPosition(position), in: encoding)
      ranges.append(
        SelectionRange(
          ranges: snapshot.enclosingRanges(at: offset, folds: folds).map {
            snapshot.lspRange(of: $0, in: encoding)
          }))
    }
    return ranges
  }
}

/// The maximum number of positions per request: the maximum number of cursors in an editor.
private let selectionLimit = 10_000
