import Base
import JSON
import LanguageServerProtocol
import UserSettings

/// The state that only the inbox changes.
struct ServerState {
  var lifecycle = Lifecycle.uninitialized
  /// Whether `initialized` came: its handler works only once.
  var isInitialized = false
  var profile: ClientProfile?
  /// The settings that count: those of the layers, one over the other.
  var settings = Settings()
  var settingLayers = SettingLayers()
  /// The number of times that the client was asked for its settings: only the last answer counts.
  var configurationRequests = 0
  var folders = WorkspaceFolders()
  var documents: DocumentStore?
  /// Whether the client opens `commonplace:` documents.
  var knowsNotes = false
  /// The results that the client is about to be asked to request again.
  var refreshes: Set<Refresh> = []
}

/// The places that settings come from. A later one counts before those above it.
struct SettingLayers {
  /// The user's file. It is for the command line, too, and so decides which notebook is meant only
  /// after the options and the environment.
  var file: SettingsFile?
  /// `initializationOptions`.
  var options: JSONValue = .null
  /// The client's settings.
  var section: JSONValue = .null
  /// The messages about wrong values; each is given once.
  private var reported: Set<String> = []

  /// The notebook that the file names.
  var configuredNotebook: String? { file?.settings().notebook }

  /// The settings, and the mistakes in them to report.
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

  /// Takes the file as it is now; of one that cannot be read only the messages, so that the values
  /// from before count.
  mutating func take(_ new: SettingsFile) -> [String] {
    guard !new.isReadable, file != nil else {
      file = new
      return []
    }
    return new.messages.filter { reported.insert($0).inserted }
  }
}

extension SettingsFile {
  /// Its problems, each with its place and its remedy.
  var messages: [String] {
    problems.map { problem in
      let place = problem.line.map { "\(path):\($0)" } ?? path
      return "\(place): \(problem.message): \(problem.advice)"
    }
  }
}

/// The state of a server's life. (LSP 3.17, "Server lifecycle".)
enum Lifecycle {
  case uninitialized, running, shutDown

  /// The error that a request gets at this point of the life, if it gets one.
  func refusal(ofRequest method: String) -> ResponseError? {
    switch self {
    case .uninitialized: method == "initialize" ? nil : .serverNotInitialized()
    case .running:
      method == "initialize" ? .invalidRequest("the server is initialized already") : nil
    case .shutDown: .invalidRequest("the server is shut down")
    }
  }
}

/// The folders that are open in the client, in its order.
struct WorkspaceFolders: Sendable, Equatable {
  private var folders: [DocumentURI] = []
  /// The folder of a client older than `rootUri`.
  private var rootPath: String?

  init() {}

  init(_ params: InitializeParams) {
    let uris = params.workspaceFolders?.map(\.uri) ?? []
    folders = (uris.isEmpty ? [params.rootUri].compactMap(\.self) : uris).map(DocumentURI.init)
    rootPath = params.rootPath
  }

  /// The path of the first of them that is on this machine; there the notebook is looked for.
  var first: String? { folders.firstNonNil(\.filePath) ?? rootPath }

  mutating func change(_ params: DidChangeWorkspaceFoldersParams) {
    let removed = Set(params.removed.map { DocumentURI($0.uri) })
    if !removed.isEmpty { rootPath = nil }
    folders.removeAll(where: removed.contains)
    var known = Set(folders)
    folders += params.added.map { DocumentURI($0.uri) }.filter { known.insert($0).inserted }
  }
}
