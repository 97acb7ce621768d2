import Base
package import BookLookup
import Foundation
import MiniMarkdown
package import Notebook
import NotebookFile
import NotebookReview
package import UserSettings
package import WebServer

/// The pages of one notebook. They read it as all others do, each request the state of its moment, and several
/// requests at once.
///
/// GET changes nothing in the notebook. After a POST the change is on disk; the caller publishes the file when
/// that is due.
package final class NotebookSite: WebSite {
  let state: SiteState
  package var root: String { state.root }
  /// Held while the changes of others are read: one request at a time does that, and no other waits for it.
  private let refreshing = Mutex(())

  /// The notebook stays open, and the caller closes it. `root` is a name of letters, digits, `-` and `_`.
  /// `lookup` is called only when a user presses the button.
  package convenience init(
    _ notebook: Notebook, root: String, settings: Settings = Settings(), isReadOnly: Bool = false,
    editor: NoteOpener? = nil,
    lookup: (@Sendable () throws(LookupFailure) -> Lookup)? = nil
  ) {
    self.init(
      SiteState(
        notebook, root: root, settings: settings, isReadOnly: isReadOnly, editor: editor,
        links: .links(), lookup: lookup))
  }

  init(_ state: SiteState) { self.state = state }

  /// Begins what the first page needs. With an index of titles it needs no list of notes.
  package func prepare() {
    let notebook = state.notebook
    if !notebook.hasWorkingCopy
      || state.titles.readiness(of: notebook, patience: .nanoseconds(0)) != .ready
    {
      state.survey.prepare(for: notebook)
    }
    state.countDuePrompts()
  }

  /// Ends what goes on beside the pages. To be called before the notebook is closed.
  package func stop() { state.lookups.stop() }

  package func response(to request: WebRequest) -> WebResponse {
    // Other pages will ask for all lists, which are not read while the first one is made.
    defer { state.survey.prepare(for: state.notebook) }
    do throws(NotebookError) {
      try refresh()
      guard let (route, values) = Route.find(request) else { return state.missing() }
      if request.method == .post {
        guard !state.isReadOnly else { return state.refusal(.readOnly) }
        defer { state.survey.forget() }
        return try route.answer(Visit(site: state, request: request, values: values))
      }
      return try route.answer(Visit(site: state, request: request, values: values))
    } catch {
      if case .noteNotFound = error { return state.missing() }
      return state.failure(error)
    }
  }

  /// Reads the changes of others.
  private func refresh() throws(NotebookError) {
    let change = try refreshing.withLockIfAvailable { (_) throws(NotebookError) in
      try state.notebook.refresh()
    }
    if let change, change != nil { state.survey.forget() }
  }
}
