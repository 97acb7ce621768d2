import Base
import JSON
import LanguageServerProtocol
import UserSettings

/// The server's state. Only the inbox changes it, except `refreshes`.
struct ServerState {
  var lifecycle = Lifecycle.uninitialized
  /// Whether `initialized` was received: its handler runs only once.
  var isInitialized = false
  var profile: ClientProfile?
  var settings = Settings()
  var settingLayers = SettingLayers()
  /// The number of requests for the client's settings. Only the response to the last one is used.
  var configurationRequests = 0
  var folders = WorkspaceFolders()
  var documents: DocumentStore?
  var knowsNotes = false
  /// The kinds of results that the client is about to be asked to refresh. Any thread may add to
  /// them.
  var refreshes: Set<Refresh> = []
}

/// The sources of settings; later ones override earlier ones.
struct SettingLayers {
  /// The user's file, which the command line also reads. The notebook that it names is used only if
  /// the client, the command line and the environment do not name one.
  var file: SettingsFile?
  var options: JSONValue = .null
  var section: JSONValue = .null
  /// The messages about wrong values that were reported; each is reported once.
  private var reported: Set<String> = []

  var configuredNotebook: String? { file?.settings().notebook }

  mutating func settle() -> (settings: Settings, problems: [String]) {
    var settings = file?.settings() ?? Settings()
    settings.notebook = nil
    settings = settings.updated(with: options)
    var messages = file?.messages ?? []
    settings = settings.updated(with: section) { name, problem in
      messages.append("\(Setting.section).\(name): \(problem)")
    }
    return (settings, messages.filter { reported.insert($0).inserted })
  }

  /// Stores the file as it is now. If it cannot be read and there is a previous file, keeps that,
  /// and returns the messages to report.
  mutating func take(_ new: SettingsFile) -> [String] {
    guard !new.isReadable, file != nil else {
      file = new
      return []
    }
    return new.messages.filter { reported.insert($0).inserted }
  }
}

extension SettingsFile {
  var messages: [String] {
    problems.map { problem in
      let location = problem.line.map { "\(path):\($0)" } ?? path
      return "\(location): \(problem.message): \(problem.advice)"
    }
  }
}

/// The server's lifecycle. (LSP 3.17, "Server lifecycle".)
enum Lifecycle {
  case uninitialized, running, shutDown

  func refusal(ofRequest method: String) -> ResponseError? {
    switch self {
    case .uninitialized: method == "initialize" ? nil : .serverNotInitialized()
    case .running:
      method == "initialize" ? .invalidRequest("the server is initialized already") : nil
    case .shutDown: .invalidRequest("the server is shut down")
    }
  }
}

/// The workspace folders, in the client's order.
struct WorkspaceFolders: Sendable, Equatable {
  private var folders: [DocumentURI] = []
  /// The folder in `rootPath`, which older clients send instead of `rootUri`.
  private var rootPath: String?

  init() {}

  init(_ params: InitializeParams) {
    let uris = params.workspaceFolders?.map(\.uri) ?? []
    folders = (uris.isEmpty ? [params.rootUri].compactMap(\.self) : uris).map(DocumentURI.init)
    rootPath = params.rootPath
  }

  /// The path of the first folder on this machine, from which the notebook is searched for.
  var first: String? { folders.firstNonNil(\.filePath) ?? rootPath }

  mutating func change(_ params: DidChangeWorkspaceFoldersParams) {
    let removed = Set(params.removed.map { DocumentURI($0.uri) })
    if !removed.isEmpty { rootPath = nil }
    folders.removeAll(where: removed.contains)
    var known = Set(folders)
    folders += params.added.map { DocumentURI($0.uri) }.filter { known.insert($0).inserted }
  }
}
