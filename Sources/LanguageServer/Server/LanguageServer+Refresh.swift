import Dispatch
import LanguageServerProtocol
import Base
import UserSettings

extension Setting.Use {
  /// The results that show a change of such a setting.
  var refresh: Refresh? {
    switch self {
    case .inlayHints: .inlayHints
    case .codeLenses: .codeLenses
    case .diagnostics: .diagnostics
    case .notebook, .completion, .newNotes, .review: nil
    }
  }
}

extension LanguageServer {
  /// Has the client ask again for `kinds`, if it knows how. Several calls in a row are one request of
  /// each kind. A client that is sent its diagnostics is sent them.
  func refresh(_ kinds: some Sequence<Refresh>) {
    let isFirst = state.withLock { state in
      defer { state.refreshes.formUnion(kinds) }
      return state.refreshes.isEmpty
    }
    guard isFirst else { return }
    inbox.asyncAfter(deadline: .now() + .milliseconds(100)) { [weak self] in
      self?.sendRefreshes()
    }
  }

  private func sendRefreshes() {
    let (kinds, session) = state.withLock { state in
      defer { state.refreshes = [] }
      let session = state.lifecycle == .running ? state.session : nil
      return (state.refreshes, session)
    }
    guard let session else { return }
    for kind in Refresh.allCases where kinds.contains(kind) && kind.isKnown(to: session.client) {
      // Diagnostics are asked for more carefully, or sent.
      if kind != .diagnostics { client.request(kind.method) }
    }
    if kinds.contains(.diagnostics) { refreshDiagnostics() }
  }
}
