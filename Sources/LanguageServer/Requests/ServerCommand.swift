import JSON
import LanguageServerProtocol

/// A command that the client can execute by name. `ServerCommand.all` is announced to the client.
struct ServerCommand: Sendable {
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
