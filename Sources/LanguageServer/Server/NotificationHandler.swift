import JSON
import LanguageServerProtocol

/// One notification the server takes: its method, its capability, its registration, and its
/// handler. `NotificationHandler.all` is the whole list, as `Feature.all` is of requests; `exit`
/// and `$/cancelRequest`, which wait for nothing, are not in it.
struct NotificationHandler: Sendable {
  let method: String
  /// The path in the server's capabilities at which it is announced, and the value there. Returns
  /// nil for clients that do not get it.
  let capability: @Sendable (ClientProfile) -> (path: [String], value: JSONValue)?
  /// The options with which it is registered after `initialized`; nil if it is not, for this client.
  let registration: @Sendable (ClientProfile) -> JSONValue?
  /// The handler, in the inbox. An error is logged: a notification has no answer.
  let handle: @Sendable (LanguageServer, JSONValue) throws(ResponseError) -> Void

  init<Params: JSONDecodable & SendableMetatype>(
    _ method: String,
    capability: @escaping @Sendable (ClientProfile) -> (path: [String], value: JSONValue)? = { _ in
      nil
    },
    registration: @escaping @Sendable (ClientProfile) -> JSONValue? = { _ in nil },
    handle: @escaping @Sendable (LanguageServer, Params) throws(ResponseError) -> Void
  ) {
    self.method = method
    self.capability = capability
    self.registration = registration
    self.handle = { (server, params) throws(ResponseError) in
      try handle(server, params.params())
    }
  }
}
