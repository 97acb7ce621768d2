public import JSON

/// The name of a progress.
///
/// Source: LSP 3.17, "ProgressToken".
public typealias ProgressToken = RequestID

/// The parameters of `window/workDoneProgress/cancel`: the user stopped it.
///
/// Source: LSP 3.17, "WorkDoneProgressCancelParams".
public struct WorkDoneProgressCancelParams: Sendable, Hashable {
  /// What was stopped.
  public var token: ProgressToken

  /// Stops the progress `token`.
  public init(token: ProgressToken) { self.token = token }
}

extension WorkDoneProgressCancelParams: JSONCodable {
  /// Reads the token.
  public init(json: JSONValue) throws(ResponseError) { token = try json.decode("token") }

  /// The LSP form.
  public var json: JSONValue { ["token": token.json] }
}
