package import JSON

/// Why a request failed, for the client.
///
/// Source: JSON-RPC 2.0, "Error object"; LSP 3.17, "ResponseMessage".
package struct ResponseError: Error, Sendable, Equatable {
  /// The codes this server uses.
  package enum Code: Int, Sendable {
    /// The body is not JSON.
    case parseError = -32700
    /// The body is JSON but not a message, or the message is not allowed now.
    case invalidRequest = -32600
    /// The server does not support the method.
    case methodNotFound = -32601
    /// The method's parameters have a wrong shape.
    case invalidParams = -32602
    /// The server failed because of a bug.
    case internalError = -32603
    /// The request came before `initialize`.
    case serverNotInitialized = -32002
    /// The client canceled the request.
    case requestCancelled = -32800
    /// The document changed, so the result would be useless.
    case contentModified = -32801
    /// The server canceled the request; the client may send it again.
    case serverCancelled = -32802
    /// The request was valid but could not be fulfilled; the message explains why.
    case requestFailed = -32803
  }

  /// A value of `Code`, or any other number from a client.
  package var code: Int
  /// One sentence for people. Does not quote the text of a note.
  package var message: String
  /// Additional data for programs; its shape depends on the method.
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
  /// The body is not JSON.
  package static func parseError(_ message: String = "not JSON") -> Self {
    Self(.parseError, message)
  }

  /// The body is JSON but not a message, or the message is not allowed now.
  package static func invalidRequest(_ message: String = "not a message") -> Self {
    Self(.invalidRequest, message)
  }

  /// The server does not support this method.
  package static func methodNotFound(_ method: String) -> Self {
    Self(.methodNotFound, "unknown method \(method)")
  }

  /// The parameters have a wrong shape.
  package static func invalidParams(_ message: String) -> Self {
    Self(.invalidParams, message)
  }

  /// The server failed because of a bug.
  package static func internalError(_ message: String = "internal error") -> Self {
    Self(.internalError, message)
  }

  /// The request came before `initialize`.
  package static func serverNotInitialized(_ message: String = "not initialized") -> Self {
    Self(.serverNotInitialized, message)
  }

  /// The client canceled the request.
  package static func requestCancelled(_ message: String = "canceled") -> Self {
    Self(.requestCancelled, message)
  }

  /// The document changed, so the result would be useless.
  package static func contentModified(_ message: String = "content modified") -> Self {
    Self(.contentModified, message)
  }

  /// The server canceled the request. `retriggering` asks the client to send it again.
  ///
  /// Source: LSP 3.17, "DiagnosticServerCancellationData".
  package static func serverCancelled(
    _ message: String = "canceled by the server", retriggering: Bool = true
  ) -> Self {
    Self(.serverCancelled, message, data: ["retriggerRequest": .bool(retriggering)])
  }

  /// The request was valid but could not be fulfilled; `message` explains why.
  package static func requestFailed(_ message: String) -> Self {
    Self(.requestFailed, message)
  }
}
