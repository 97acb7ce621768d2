import LanguageServerProtocol

/// What the inbox alone changes.
struct ServerState {
  var lifecycle = Lifecycle.uninitialized
  var session: Session?
  var settings = Settings()
  var documents: DocumentStore?
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
