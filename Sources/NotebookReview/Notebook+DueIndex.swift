import GRDB
package import Notebook
import NotebookFile
import NotebookIndex

/// The prompts by their due dates, so that no review has to search the notebook.
typealias ReviewIndex = KeptIndex<DueTable>

extension Notebook {
  package var reviews: Reviews { Reviews(notebook: self) }

  /// Cards, answers, and what is due.
  package struct Reviews: Sendable { let notebook: Notebook }
}

extension Notebook.Reviews {
  /// The index of due prompts.
  var index: ReviewIndex { notebook.followers.get() }
}

extension KeptIndex<DueTable> {
  /// The rows of the study log about a block. Returns nil if the index does not know, because it is
  /// not of the state of the notebook that is read over `notebookDB`.
  func logRows(
    _ notebookDB: Database, of notebook: Notebook, note: String, block: String
  ) -> [Int64]? {
    ifCurrent(notebookDB, of: notebook) { try $0.logRows(note: note, block: block) }
  }

  /// The blocks whose stored statistics are not those that follow from the log.
  func unsettledBlocks(
    of notebook: Notebook
  ) throws(NotebookError) -> [(note: String, key: String)] {
    try with(notebook) { try $0.unsettledBlocks() }
  }
}
