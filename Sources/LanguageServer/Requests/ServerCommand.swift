import JSON
import LanguageServerProtocol

/// Something the client can have done by name. `ServerCommand.all` is the whole list, which is
/// advertised; each has its own file.
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
