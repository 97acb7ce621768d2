import JSON
import LanguageServerProtocol

/// A command that the client can execute by name. `ServerCommand.all` lists all commands, which are
/// announced to the client.
struct ServerCommand: Sendable {
  /// The name, as in `commonplace.resolveConflict`.
  let name: String
  let run: @Sendable (RequestContext, [JSONValue]) throws(ResponseError) -> JSONValue

  init(
    _ name: String,
    run: @escaping @Sendable (RequestContext, [JSONValue]) throws(ResponseError) -> JSONValue
  ) {
    self.name = name
    self.run = run
  }
}
