import Base
package import BookLookup
import Foundation
import MiniMarkdown
package import Notebook
import NotebookFile
import NotebookReview
package import UserSettings
package import WebServer

/// The pages of one notebook. Each request reads the current state of the notebook; several may run
/// at once.
///
/// GET changes notes only by incorporating outside writes. After a POST, the change is saved; the
/// caller publishes the file when that is due.
package final class NotebookSite: WebSite {
  let state: SiteState
  package var root: String { state.root }
  /// Held by the request that refreshes the notebook; other requests do not wait for it.
  private let refreshing = Mutex(())

  /// Creates the pages of an open notebook, which the caller closes. `root` is a name of letters,
  /// digits, `-` and `_`. `lookup` is called only after a user pressed a button.
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

  /// Starts to prepare the data of the first page. The list of notes is needed only if the index of
  /// titles is not ready.
  package func prepare() {
    let notebook = state.notebook
    if !notebook.hasWorkingCopy
      || state.titles.readiness(of: notebook, patience: .nanoseconds(0)) != .ready
    {
      state.survey.prepare(for: notebook)
    }
    state.countDuePrompts()
  }

  /// Stops lookups and the storing of covers. Call before closing the notebook.
  package func stop() { state.lookups.stop() }

  package func response(to request: WebRequest) -> WebResponse {
    // Starts reading the lists that other pages need, after this response is created.
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

  /// Incorporates outside writes, unless another request is doing that.
  private func refresh() throws(NotebookError) {
    let change = try refreshing.withLockIfAvailable { (_) throws(NotebookError) in
      try state.notebook.refresh()
    }
    if let change, change != nil { state.survey.forget() }
  }
}
