import Base
import Foundation
import Notebook
import NotebookFile

extension NotebookOptions {
  /// Opens the notebook, lets `body` write in it, and publishes the changes. Before `body` prints
  /// anything, its changes have been saved. The first time, the notebook that was found is named.
  ///
  /// Throws the error of `body`, and otherwise the error of publishing: then the changes are kept.
  func change(namesLeftTexts: Bool = true, _ body: (Notebook) throws -> Void) throws {
    let notebook = try open(namesLeftTexts: namesLeftTexts)
    let isFound = location.origin == .folder && !notebook.hasState
    let outcome = Result {
      try Interruption.finishing(
        "changes saved so far are in the file; run the command again to continue"
      ) { try body(notebook) }
    }
    Work.step("Publishing the notebook")
    // Notes of which publishing incorporated changes: their titles are in the notebook.
    var superseded: ChangedElsewhere?
    defer {
      if isFound, notebook.hasState {
        StandardError.write(
          "commonplace: note: writing to \(notebook.path.terminalSafeLine), found in or above this "
            + "folder; use --notebook to choose another")
      }
      Self.tellNotices(of: notebook)
      Self.report(superseded)
    }
    do throws(NotebookError) {
      try notebook.close {
        superseded = ChangedElsewhere(notebook.takeSuperseded(), in: notebook)
      }
    } catch {
      Interruption.correct("changes saved so far are on this machine, but not yet in the file")
      try Self.get(outcome, of: notebook)
      throw CommandFailure(keptButNotPublished: error)
    }
    try Self.get(outcome, of: notebook)
  }

  /// Throws the error of a command; after other changes of it were saved, that is said.
  private static func get(_ outcome: Result<Void, any Error>, of notebook: Notebook) throws {
    do {
      try outcome.get()
    } catch let error as NotebookError where error.outcome == .nothing && notebook.hasSaved {
      var failure = CommandFailure(error)
      failure.advice = error.advice(after: .nothingMore).asPhrase
      throw failure
    }
  }
}

extension CommandFailure {
  /// Changes that are saved in the working copy, but not in the file.
  fileprivate init(keptButNotPublished error: NotebookError) {
    self.init(error)
    if case .notPublished = error { return }
    advice =
      switch error {
      case .damaged, .notSQLite:
        "“commonplace check --repair” moves that file away and publishes your changes"
      default: error.advice(after: nil).asPhrase
      }
    problem = "your changes are saved on this machine, but not yet in the file: \(problem)"
  }
}
