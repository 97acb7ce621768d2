import Base
import Foundation
import Notebook
import NotebookFile

extension NotebookOptions {
  /// Opens the notebook, lets `body` change it, and publishes the changes. `body` must save its
  /// changes before it prints anything. Prints the path when a notebook found in or above the
  /// current folder is first written.
  ///
  /// Throws the error of `body`, or else the error of publishing; then the changes are kept on this
  /// machine.
  func change(namesLeftTexts: Bool = true, _ body: (Notebook) throws -> Void) throws {
    let notebook = try open(namesLeftTexts: namesLeftTexts)
    let isFound = location.origin == .folder && !notebook.hasState
    let outcome = Result {
      try Interruption.finishing(
        "changes saved so far are in the file; run the command again to continue"
      ) { try body(notebook) }
    }
    Work.step("Publishing the notebook")
    // The notes whose texts were superseded during publishing. Set before the notebook closes,
    // because their titles are read from it.
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

  /// Throws the error of a command. Its advice states if earlier changes of the command were saved.
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
