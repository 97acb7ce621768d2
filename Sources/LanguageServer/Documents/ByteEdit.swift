import LanguageServerProtocol
import MiniMarkdown
import PackratParsing

/// A replacement of some bytes of a document by other text.
struct ByteEdit: Hashable, Sendable {
  /// The replaced range, in UTF-8 bytes; empty to insert.
  var range: Range<Int>
  /// The replacement.
  var newText: String

  init(_ range: Range<Int>, _ newText: String) {
    self.range = range
    self.newText = newText
  }

  init(_ change: TextChange) { self.init(change.range, change.newText) }
}

extension RequestContext {
  /// `edits` of one document as the client knows edits, in ascending order. They must not overlap.
  func textEdits(_ document: OpenDocument, _ edits: [ByteEdit]) -> [TextEdit] {
    let edits = edits.sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    let ranges = document.snapshot.lspRanges(ofAll: edits.map(\.range), in: session.encoding)
    return zip(edits, ranges).map { TextEdit(range: $1, newText: $0.newText) }
  }

  /// `edits` of one document, in the form that the client knows.
  func edit(_ document: OpenDocument, _ edits: [ByteEdit]) -> WorkspaceEdit {
    WorkspaceEdit(
      documentChanges: [
        TextDocumentEdit(
          uri: document.uri, version: document.version, edits: textEdits(document, edits))
      ], form: session.editForm)
  }
}

extension Session {
  /// The form in which the client knows edits of documents.
  var editForm: WorkspaceEdit.Form {
    let workspace = client.workspace
    guard workspace.documentChanges else { return .plain }
    return workspace.changeAnnotations ? .annotated : .versioned
  }
}
