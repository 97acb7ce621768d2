import Base
import Dispatch
import JSON
import LanguageServerProtocol
import Notebook
import NotebookFile
import UserSettings

/// The notifications about settings and workspace folders, which determine the notebook.
extension NotificationHandler {
  /// If the server can request the settings, it does so, and ignores those in the notification:
  /// many clients send none there, or the settings of all servers.
  static let didChangeConfiguration = NotificationHandler(
    "workspace/didChangeConfiguration",
    registration: { profile in
      guard profile.client.workspace.didChangeConfigurationDynamicRegistration else { return nil }
      return ["section": Setting.section.json]
    },
    handle: { (server, params: DidChangeConfigurationParams) in
      if server.state.withLock({ $0.profile?.client.workspace.configuration }) == true {
        server.askForConfiguration()
      } else if params.settings != .null {
        server.take(params.settings.settingsSection)
      }
    })

  static let didChangeWorkspaceFolders = NotificationHandler(
    "workspace/didChangeWorkspaceFolders",
    capability: { profile in
      guard profile.client.workspace.workspaceFolders else { return nil }
      return (
        ["workspace", "workspaceFolders"], ["supported": true, "changeNotifications": true]
      )
    },
    handle: { (server, params: DidChangeWorkspaceFoldersParams) in
      server.state.withLock { $0.folders.change(params) }
      server.locateNotebook()
    })
}

extension LanguageServer {
  /// Stores `initializationOptions`, which apply where the client's settings have no value, and
  /// override the user's file. Decides which file the notebook is.
  func takeInitialSettings(_ options: JSONValue?) {
    let file = SettingsFile(environment: notebook.defaults.environment)
    state.withLock { state in
      _ = state.settingLayers.take(file)
      state.settingLayers.options = options?.settingsSection ?? .null
      // Also used as the client's settings until the client sends them, so that wrong values are
      // reported.
      state.settingLayers.section = state.settingLayers.options
    }
    let wish = settle().wish
    notebook.locate(wish.path, configured: wish.configured, from: wish.folder)
  }

  /// Applies the user's settings file, which has changed. Called in the inbox.
  func takeSettingsFile(_ file: SettingsFile) {
    let problems = state.withLock { $0.settingLayers.take(file) }
    for problem in problems { client.log(problem, type: .warning) }
    refresh(after: settle().uses)
  }

  /// Requests the settings at startup. Requests that need the notebook wait for the response, for
  /// up to a second: it may name another notebook, or change the review settings. Only requests of
  /// the `documents` queue do not wait.
  func waitForConfiguration() {
    let (answered, settled) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let others = [queues.lookup, queues.picking, queues.analysis, queues.survey]
    askForConfiguration { answered.signal() }
    queues.notebook.async { [self] in
      if answered.wait(timeout: .now() + 1) == .timedOut {
        client.log(
          "workspace/configuration: no answer from the editor yet; its settings will apply later")
      }
      moveToNotebook()
      for _ in others { settled.signal() }
    }
    for queue in others { queue.async { settled.wait() } }
  }

  /// Requests the settings and applies them. Calls `completion` in the inbox after the response,
  /// even if it is an error.
  func askForConfiguration(then completion: @escaping @Sendable () -> Void = {}) {
    let number = state.withLock { state in
      state.configurationRequests += 1
      return state.configurationRequests
    }
    let params = ConfigurationParams(sections: [Setting.section])
    client.request("workspace/configuration", params.json) { [self] result in
      switch result {
      case .success(let answer):
        // Responses may overtake each other; only the response to the newest request is used.
        if state.withLock({ $0.configurationRequests }) == number {
          take(answer.array?.first ?? .null)
        }
      case .failure(let error):
        client.log("workspace/configuration: \(error.message)", type: .warning)
      }
      completion()
    }
  }

  /// Applies the client's settings immediately. A value of a wrong type is reported once.
  func take(_ section: JSONValue) {
    state.withLock { $0.settingLayers.section = section }
    refresh(after: settle().uses)
  }

  /// The notebook to use: the path in the client's settings, the path in the user's file, and the
  /// folder from which to search.
  private var wish: (path: String?, configured: String?, folder: String?) {
    state.withLock {
      ($0.settings.notebook, $0.settingLayers.configuredNotebook, $0.folders.first)
    }
  }

  /// Computes the settings from their layers. Returns the uses whose settings changed.
  private func settle() -> (
    uses: Set<Setting.Use>, wish: (path: String?, configured: String?, folder: String?)
  ) {
    let (uses, problems) = state.withLock { state in
      let (settings, problems) = state.settingLayers.settle()
      defer { state.settings = settings }
      return (state.settings.uses(changedIn: settings), problems)
    }
    for problem in problems { client.log(problem, type: .warning) }
    return (uses, wish)
  }

  private func refresh(after uses: Set<Setting.Use>) {
    // The settings file may name another notebook even if the client's settings are unchanged.
    locateNotebook()
    let kinds = uses.compactMap(\.refresh)
    if !kinds.isEmpty { refresh(kinds) }
  }

  /// Decides again which file the notebook is. Another notebook is opened after earlier work of the
  /// notebook's queue. The client is then notified that any note may have changed.
  fileprivate func locateNotebook() {
    queues.notebook.async { [self] in
      guard moveToNotebook() else { return }
      notebook.open()
      notifyNotesChanged(of: nil)
    }
  }

  /// Leaves the notebook if the settings name another one. Returns whether they do. Called in the
  /// notebook's queue.
  @discardableResult private func moveToNotebook() -> Bool {
    let wish = wish
    let (isAnother, left) = notebook.locate(
      wish.path, configured: wish.configured, from: wish.folder)
    guard isAnother else { return false }
    if let left { backgroundSync.leave(left) }
    memory.reviews.removeAll()
    return true
  }
}

final class WatchedSettingsFile: Sendable {
  private let path: String
  private let seen: Mutex<FileIdentity?>

  init(environment: [String: String]) {
    path = SettingsFile(environment: environment).path
    seen = Mutex(FileIdentity(path: path))
  }

  func change() -> SettingsFile? {
    let now = FileIdentity(path: path)
    return seen.withLock { seen in
      guard now != seen else { return nil }
      seen = now
      return SettingsFile(path: path)
    }
  }
}
