import JSON
import LanguageServerProtocol

/// The state that only the inbox changes.
struct ServerState {
  var lifecycle = Lifecycle.uninitialized
  /// Whether `initialized` came: its handler works only once.
  var isInitialized = false
  var session: Session?
  var settings = Settings()
  /// The settings that count where the client's settings have no value.
  var initialSettings = Settings()
  /// The settings that had a value of a wrong type; each is reported once.
  var wrongSettings: Set<String> = []
  /// How often the client was asked for its settings: only the last answer counts.
  var configurationRequests = 0
  var folders = WorkspaceFolders()
  var documents: DocumentStore?
  /// Whether the client opens `commonplace:` documents.
  var knowsNotes = false
  /// The results that the client is about to be asked to request again.
  var refreshes: Set<Refresh> = []
}

/// Where a server is in its life. (LSP 3.17, "Server lifecycle".)
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
  var first: String? { folders.lazy.compactMap(\.filePath).first ?? rootPath }

  mutating func change(_ params: DidChangeWorkspaceFoldersParams) {
    let removed = Set(params.removed.map { DocumentURI($0.uri) })
    if !removed.isEmpty { rootPath = nil }
    folders.removeAll(where: removed.contains)
    var known = Set(folders)
    folders += params.added.map { DocumentURI($0.uri) }.filter { known.insert($0).inserted }
  }
}
