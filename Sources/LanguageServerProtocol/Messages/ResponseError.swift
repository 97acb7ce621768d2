package import JSON

/// The reason why a request failed, as the client sees it.
///
/// Source: JSON-RPC 2.0, "Error object"; LSP 3.17, "ResponseMessage".
package struct ResponseError: Error, Sendable, Equatable {
  /// The codes this server uses.
  package enum Code: Int, Sendable {
    /// The body is no JSON text.
    case parseError = -32700
    /// The body is JSON but no message, or not one that may come now.
    case invalidRequest = -32600
    /// The server has no such method.
    case methodNotFound = -32601
    /// The method's parameters have not the shape they should have.
    case invalidParams = -32602
    /// The server failed by its own fault.
    case internalError = -32603
    /// The request came before `initialize`.
    case serverNotInitialized = -32002
    /// The client cancelled the request.
    case requestCancelled = -32800
    /// The document changed, so that the result would be of no use.
    case contentModified = -32801
    /// The server cancelled the request; the client may ask again.
    case serverCancelled = -32802
    /// The request was right but could not be fulfilled; the message says why.
    case requestFailed = -32803
  }

  /// One of `Code`, or any other from a client.
  package var code: Int
  /// One sentence for people. It quotes nothing of a note's text.
  package var message: String
  /// More, for programs; its shape belongs to the method.
  package var data: JSONValue?

  package init(code: Int, message: String, data: JSONValue? = nil) {
    self.code = code
    self.message = message
    self.data = data
  }

  /// An error with one of the known codes.
  package init(_ code: Code, _ message: String, data: JSONValue? = nil) {
    self.init(code: code.rawValue, message: message, data: data)
  }
}

extension ResponseError {
  /// The body is no JSON text.
  package static func parseError(_ message: String = "not JSON") -> Self {
    Self(.parseError, message)
  }

  /// The body is JSON but no message, or not one that may come now.
  package static func invalidRequest(_ message: String = "not a message") -> Self {
    Self(.invalidRequest, message)
  }

  /// The server has no method of this name.
  package static func methodNotFound(_ method: String) -> Self {
    Self(.methodNotFound, "no method \(method)")
  }

  /// The parameters have not the shape they should have.
  package static func invalidParams(_ message: String) -> Self {
    Self(.invalidParams, message)
  }

  /// The server failed by its own fault.
  package static func internalError(_ message: String = "internal error") -> Self {
    Self(.internalError, message)
  }

  /// The request came before `initialize`.
  package static func serverNotInitialized(_ message: String = "not initialized") -> Self {
    Self(.serverNotInitialized, message)
  }

  /// The client cancelled the request.
  package static func requestCancelled(_ message: String = "cancelled") -> Self {
    Self(.requestCancelled, message)
  }

  /// The document changed, so that the result would be of no use.
  package static func contentModified(_ message: String = "content modified") -> Self {
    Self(.contentModified, message)
  }

  /// The server cancelled the request. `retriggering` asks the client to send it again.
  ///
  /// Source: LSP 3.17, "DiagnosticServerCancellationData".
  package static func serverCancelled(
    _ message: String = "cancelled by the server", retriggering: Bool = true
  ) -> Self {
    Self(.serverCancelled, message, data: ["retriggerRequest": .bool(retriggering)])
  }

  /// The request was right but could not be fulfilled; `message` says why.
  package static func requestFailed(_ message: String) -> Self {
    Self(.requestFailed, message)
  }
}
