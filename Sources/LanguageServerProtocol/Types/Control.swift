public import JSON

/// The parameters of `$/cancelRequest`.
///
/// Source: LSP 3.17, "Cancellation Support".
public struct CancelParams: Sendable, Hashable {
  /// The request.
  public var id: RequestID

  /// Cancels the request `id`.
  public init(id: RequestID) { self.id = id }
}

extension CancelParams: JSONCodable {
  /// Reads the request's id.
  public init(json: JSONValue) throws(ResponseError) { id = try json.decode("id") }

  /// The LSP form.
  public var json: JSONValue { ["id": id.json] }
}

/// How much a client wants to be told of the server's work.
///
/// Source: LSP 3.17, "TraceValue".
public enum TraceValue: String, Sendable, JSONCodable {
  case off
  case messages
  case verbose
}

/// The parameters of `$/setTrace`.
///
/// Source: LSP 3.17, "SetTrace Notification".
public struct SetTraceParams: Sendable, Hashable {
  /// From now on.
  public var value: TraceValue

  /// Asks for `value`.
  public init(value: TraceValue) { self.value = value }
}

extension SetTraceParams: JSONCodable {
  /// Reads the value.
  public init(json: JSONValue) throws(ResponseError) { value = try json.decode("value") }

  /// The LSP form.
  public var json: JSONValue { ["value": value.json] }
}

/// The parameters of `$/logTrace`.
///
/// Source: LSP 3.17, "LogTrace Notification".
public struct LogTraceParams: Sendable, Hashable {
  /// The message.
  public var message: String
  /// More of it, for clients that asked for `verbose`.
  public var verbose: String?

  /// A message.
  public init(message: String, verbose: String? = nil) {
    self.message = message
    self.verbose = verbose
  }
}

extension LogTraceParams: JSONEncodable {
  /// The LSP form.
  public var json: JSONValue { ["message": message.json, "verbose": verbose?.json] }
}
