import JSON
import LanguageServerProtocol
import MiniMarkdown
import PackratParsing

extension Feature {
  /// Formats the whole text; prompts and hashtags do not change.
  static let formatting = Feature("textDocument/formatting", queue: .analysis) { _ in
    (["documentFormattingProvider"], true)
  } answer: { (context, params: FormattingParams) -> [TextEdit]? in
    guard let document = context.document(params.textDocument) else { return nil }
    let edits = document.snapshot.formattingEdits { !context.cancellation.isCancelled }
    return context.textEdits(document, edits)
  }

  static let rangeFormatting = Feature("textDocument/rangeFormatting", queue: .analysis) { _ in
    (["documentRangeFormattingProvider"], true)
  } answer: { (context, params: FormattingParams) throws(ResponseError) -> [TextEdit]? in
    guard let range = params.range else { throw .invalidParams("range: expected an object") }
    guard let document = context.document(params.textDocument) else { return nil }
    let snapshot = document.snapshot
    let bytes = snapshot.utf8Range(of: range, in: context.profile.encoding)
    let first = snapshot.lineRange(snapshot.line(at: bytes.lowerBound))
    // A range that ends at the start of a line does not include that line.
    let last = snapshot.lineRange(
      snapshot.line(at: max(bytes.lowerBound, bytes.upperBound - 1)))
    let edits = snapshot.formattingEdits(
      in: first.lowerBound..<max(last.upperBound, bytes.upperBound)
    ) { !context.cancellation.isCancelled }
    return context.textEdits(document, edits)
  }

  /// After Return, continues or ends a list, a quote or a pair.
  static let onTypeFormatting = Feature("textDocument/onTypeFormatting", queue: .documents) { _ in
    (["documentOnTypeFormattingProvider"], ["firstTriggerCharacter": "\n"])
  } answer: { (context, params: OnTypeFormattingParams) -> [TextEdit]? in
    guard params.ch == "\n", let document = context.document(params.textDocument) else {
      return nil
    }
    let offset = document.snapshot.offset(
      of: TextPosition(params.position), in: context.profile.encoding)
    let edits = document.snapshot.editsAfterReturn(
      at: offset, except: document.foreign)
    return context.textEdits(document, edits)
  }
}
