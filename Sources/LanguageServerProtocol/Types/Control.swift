package import JSON

/// The parameters of `$/cancelRequest`.
///
/// Source: LSP 3.17, "Cancellation Support".
package struct CancelParams: Sendable, Hashable {
  package var id: RequestID
}

extension CancelParams: JSONDecodable {
  package init(json: JSONValue) throws(JSONDecodingError) { id = try json.decode("id") }
}

/// How much of the server's work a client wants to trace.
///
/// Source: LSP 3.17, "TraceValue".
package enum TraceValue: String, Sendable, JSONCodable {
  case off
  case messages
  case verbose
}

/// The parameters of `$/setTrace`.
///
/// Source: LSP 3.17, "SetTrace Notification".
package struct SetTraceParams: Sendable, Hashable {
  package var value: TraceValue
}

extension SetTraceParams: JSONDecodable {
  package init(json: JSONValue) throws(JSONDecodingError) { value = try json.decode("value") }
}

/// The parameters of `$/logTrace`.
///
/// Source: LSP 3.17, "LogTrace Notification".
package struct LogTraceParams: Sendable, Hashable {
  package var message: String
  /// Additional text, for clients that requested `verbose`.
  package var verbose: String?

  package init(message: String, verbose: String? = nil) {
    self.message = message
    self.verbose = verbose
  }
}

extension LogTraceParams: JSONEncodable {
  package var json: JSONValue { ["message": message.json, "verbose": verbose?.json] }
}
