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
