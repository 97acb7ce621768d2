import Base
import Dispatch
import Foundation
import JSON
import LanguageServerProtocol
import Maintenance
import Notebook
import NotebookFile

/// The server's notifications about the notebook's status, for a status line.
extension LanguageServer {
  /// The notebook may have another status: a client that wants to know is notified of a change. May
  /// be called often, and from any thread. Cost: nothing unless something changed.
  func tellStatus() {
    let wants = state.withLock {
      $0.lifecycle == .running && $0.session?.client.status == true
    }
    guard wants, let notebook = notebook.opened else { return }
    let sign = StatusNotifier.Sign(
      path: notebook.path, generation: self.notebook.generation,
      isPublished: notebook.publicationIsDue == nil, problem: notebook.problem?.description)
    guard statusNotifier.begin(sign) else { return }
    // In the survey's queue: to look for conflicts takes long in a big notebook.
    queues.survey.async { [self] in
      guard let status = try? notebook.status() else { return statusNotifier.forget() }
      let line = StatusLine(
        path: notebook.path, unpublishedSaves: status.unpublishedSaves,
        conflicts: status.conflicts, hasProblem: status.problem != nil)
      guard statusNotifier.isNews(line) else { return }
      client.notify(
        "commonplace/statusChanged",
        [
          "text": line.text.json, "notebook": line.path.json, "isPublished": line.isPublished.json,
          "conflicts": line.conflicts.json, "problem": (status.problem?.description).json,
        ] as JSONValue)
    }
  }
}

/// The status that a client was last sent. Calls may come from any thread.
final class StatusNotifier: Sendable {
  /// All that shows that a status may have changed.
  struct Sign: Equatable {
    var path: String
    var generation: Int
    var isPublished: Bool
    var problem: String?
  }

  private let seen = Mutex<(sign: Sign?, line: StatusLine?)>((nil, nil))

  /// Whether the status has to be looked at.
  func begin(_ sign: Sign) -> Bool {
    seen.withLock { seen in
      defer { seen.sign = sign }
      return seen.sign != sign
    }
  }

  /// Has the status looked at again.
  func forget() { seen.withLock { $0.sign = nil } }

  /// Whether `line`, which is about to be sent, differs from the last one.
  func isNews(_ line: StatusLine) -> Bool {
    seen.withLock { seen in
      defer { seen.line = line }
      return seen.line != line
    }
  }
}
