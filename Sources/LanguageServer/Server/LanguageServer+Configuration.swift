import Base
import Dispatch
import JSON
import LanguageServerProtocol
import Notebook
import NotebookFile
import UserSettings

/// The settings, and the folders in which the notebook is looked for.
extension NotificationHandler {
  /// A client that can be asked is asked, whatever it says here: many say nothing, or everything.
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
  /// Takes `initializationOptions`, the settings that count where the client's settings have no
  /// value, over those of the user's file. Decides which file the notebook is.
  func takeInitialSettings(_ options: JSONValue?) {
    let file = SettingsFile(environment: notebook.defaults.environment)
    state.withLock { state in
      _ = state.settingLayers.take(file)
      state.settingLayers.options = options?.settingsSection ?? .null
      // A value of a wrong type is reported, as one of the client's settings is.
      state.settingLayers.section = state.settingLayers.options
    }
    let wish = settle().wish
    notebook.locate(wish.path, configured: wish.configured, from: wish.folder)
  }

  /// Reads the user's settings file again if it has changed. In the inbox.
  func takeSettingsFile(_ file: SettingsFile) {
    let problems = state.withLock { $0.settingLayers.take(file) }
    for problem in problems { client.log(problem, type: .warning) }
    refresh(after: settle().uses)
  }

  /// Requests the settings at the beginning. Other requests wait for the answer, for a second at
  /// most: it may name another notebook than is known so far, or change the review settings. Only
  /// requests that need the text alone do not wait.
  func waitForConfiguration() {
    let (answered, settled) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let others = [queues.lookup, queues.picking, queues.analysis, queues.survey]
    askForConfiguration { answered.signal() }
    queues.notebook.async { [self] in
      if answered.wait(timeout: .now() + 1) == .timedOut {
        client.log("workspace/configuration: no answer yet; its settings will count when it comes")
      }
      moveToNotebook()
      for _ in others { settled.signal() }
    }
    for queue in others { queue.async { settled.wait() } }
  }

  /// Asks for the settings and takes them; `completion` is called, in the inbox, when the client
  /// answered or cannot.
  func askForConfiguration(then completion: @escaping @Sendable () -> Void = {}) {
    let number = state.withLock { state in
      state.configurationRequests += 1
      return state.configurationRequests
    }
    let params = ConfigurationParams(sections: [Setting.section])
    client.request("workspace/configuration", params.json) { [self] result in
      switch result {
      case .success(let answer):
        // Answers may overtake each other; the newest question has the newest answer.
        if state.withLock({ $0.configurationRequests }) == number {
          take(answer.array?.first ?? .null)
        }
      case .failure(let error):
        client.log("workspace/configuration: \(error.message)", type: .warning)
      }
      completion()
    }
  }

  /// Takes the client's settings. Their effects show at once; a value of a wrong type is reported
  /// the first time.
  func take(_ section: JSONValue) {
    state.withLock { $0.settingLayers.section = section }
    refresh(after: settle().uses)
  }

  /// The notebook that is wished: by the client, by the user's file, from a folder.
  private var wish: (path: String?, configured: String?, folder: String?) {
    state.withLock {
      ($0.settings.notebook, $0.settingLayers.configuredNotebook, $0.folders.first)
    }
  }

  /// Lets the settings count as their places have them now. Returns the uses that changed.
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
    // The file may name another notebook though the settings of the client are as before.
    locateNotebook()
    let kinds = uses.compactMap(\.refresh)
    if !kinds.isEmpty { refresh(kinds) }
  }

  /// Decides again which file the notebook is. If it is another, that one is opened after the
  /// requests before are done, and the client is notified that any note may have changed.
  fileprivate func locateNotebook() {
    queues.notebook.async { [self] in
      guard moveToNotebook() else { return }
      notebook.open()
      notifyNotesChanged(of: nil)
    }
  }

  /// In the notebook's queue: leaves the notebook if the settings name another; whether they do.
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

/// The user's settings file, at which the server looks now and then.
final class WatchedSettingsFile: Sendable {
  private let path: String
  private let seen: Mutex<FileIdentity?>

  init(environment: [String: String]) {
    path = SettingsFile(environment: environment).path
    seen = Mutex(FileIdentity(path: path))
  }

  /// The file, if it has changed since the last time.
  func change() -> SettingsFile? {
    let now = FileIdentity(path: path)
    return seen.withLock { seen in
      guard now != seen else { return nil }
      seen = now
      return SettingsFile(path: path)
    }
  }
}
