import Base
import Books
import FrontMatter
import LanguageServerProtocol
import Notebook
import NotebookFile
import PackratParsing

extension LanguageServer {
  /// Saves the record that the client has saved. The notification has no response, so an error is
  /// shown to the user.
  func saveRecord(_ document: OpenDocument, _ uri: RecordURI) {
    let text = document.snapshot.text
    perform(in: .notebook, weight: text.utf8.count) { [self] in
      do throws(ResponseError) {
        let base = memory.records.base(of: document.name)
        let result = try notebook.change { (notebook) throws(NotebookError) in
          try notebook.change(uri.id, over: base) { record throws(BookDocument.Fault) in
            try BookDocument.checkedRecord(from: text, over: record)
          }
        }
        switch result {
        case .saved(let state, let textChanged):
          memory.records.recordSent(state.record, version: state.version)
          memory.records.setBase(document.name, to: state.version)
          if textChanged { notifyNotesChanged(of: [uri.id]) }
        case .fault(let fault):
          client.show(.error, "The record is not saved: \(fault.reason) (\(document.uri))")
        case .conflict:
          client.show(
            .error,
            "The record is not saved: it was also changed outside this editor. Reload it and make "
              + "your change again (\(document.uri)).")
        }
      } catch {
        client.show(.error, "The record is not saved: \(error.message) (\(document.uri))")
      }
    }
  }

  func openRecords(of ids: Set<String>?) -> [OpenDocument] {
    let open = state.withLock { $0.documents?.all ?? [] }
    return open.filter { document in
      document.name.record.map { ids?.contains($0.id) ?? true } ?? false
    }.sorted { $0.uri < $1.uri }
  }

  func refreshListViews() {
    let open = state.withLock { $0.documents?.snapshots ?? [:] }
    for document in open.values.sorted(by: { $0.uri < $1.uri }) {
      if ViewURI(document.uri)?.content.isLive == true { client.viewChanged(document.uri) }
    }
  }
}
