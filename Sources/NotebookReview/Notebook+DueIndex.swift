import GRDB
package import Notebook
import NotebookFile
import NotebookIndex

/// The index of prompts by due date, so that reviews need not search the notebook.
typealias ReviewIndex = KeptIndex<DueTable>

extension Notebook {
  package var reviews: Reviews { Reviews(notebook: self) }

  package struct Reviews: Sendable { let notebook: Notebook }
}

extension Notebook.Reviews {
  var index: ReviewIndex { notebook.followers.get() }
}

extension KeptIndex<DueTable> {
  /// Returns the study log's rows about a block; nil if the index does not reflect the state of the
  /// notebook that `notebookDB` reads.
  func logRows(
    _ notebookDB: Database, of notebook: Notebook, note: String, block: String
  ) -> [Int64]? {
    ifCurrent(notebookDB, of: notebook) { try $0.logRows(note: note, block: block) }
  }

  /// Returns the blocks whose stored statistics do not follow from the log.
  func unsettledBlocks(
    of notebook: Notebook
  ) throws(NotebookError) -> [(note: String, key: String)] {
    try with(notebook) { try $0.unsettledBlocks() }
  }
}
