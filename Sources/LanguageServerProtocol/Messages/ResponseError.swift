package import JSON

/// Why a request failed, for the client.
///
/// Source: JSON-RPC 2.0, "Error object"; LSP 3.17, "ResponseMessage".
package struct ResponseError: Error, Sendable, Equatable {
  package enum Code: Int, Sendable {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParams = -32602
    case internalError = -32603
    case serverNotInitialized = -32002
    case requestCancelled = -32800
    case contentModified = -32801
    case serverCancelled = -32802
    case requestFailed = -32803
  }

  /// A value of `Code`, or any other number from a client.
  package var code: Int
  package var message: String
  package var data: JSONValue?

  package init(code: Int, message: String, data: JSONValue? = nil) {
    self.code = code
    self.message = message
    self.data = data
  }

  package init(_ code: Code, _ message: String, data: JSONValue? = nil) {
    self.init(code: code.rawValue, message: message, data: data)
  }
}

extension ResponseError {
  package static func parseError(_ message: String = "not JSON") -> Self {
    Self(.parseError, message)
  }

  package static func invalidRequest(_ message: String = "not a message") -> Self {
    Self(.invalidRequest, message)
  }

  package static func methodNotFound(_ method: String) -> Self {
    Self(.methodNotFound, "unknown method \(method)")
  }

  package static func invalidParams(_ message: String) -> Self {
    Self(.invalidParams, message)
  }

  package static func internalError(_ message: String = "internal error") -> Self {
    Self(.internalError, message)
  }

  package static func serverNotInitialized(_ message: String = "not initialized") -> Self {
    Self(.serverNotInitialized, message)
  }

  package static func requestCancelled(_ message: String = "canceled") -> Self {
    Self(.requestCancelled, message)
  }

  package static func contentModified(_ message: String = "content modified") -> Self {
    Self(.contentModified, message)
  }

  /// `retriggering` asks the client to send the request again.
  ///
  /// Source: LSP 3.17, "DiagnosticServerCancellationData".
  package static func serverCancelled(
    _ message: String = "canceled by the server", retriggering: Bool = true
  ) -> Self {
    Self(.serverCancelled, message, data: ["retriggerRequest": .bool(retriggering)])
  }

  package static func requestFailed(_ message: String) -> Self {
    Self(.requestFailed, message)
  }
}
