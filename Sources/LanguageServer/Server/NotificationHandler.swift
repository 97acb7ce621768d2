import JSON
import LanguageServerProtocol

struct NotificationHandler: Sendable {
  let method: String
  /// Returns the path in the server's capabilities at which the notification is announced, and the
  /// value there; nil if it is not announced to this client.
  let capability: @Sendable (ClientProfile) -> (path: [String], value: JSONValue)?
  /// Returns the options with which the notification is registered after `initialized`; nil if it
  /// is not registered for this client.
  let registration: @Sendable (ClientProfile) -> JSONValue?
  /// Handles the notification, in the inbox. An error is logged: a notification has no response.
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
