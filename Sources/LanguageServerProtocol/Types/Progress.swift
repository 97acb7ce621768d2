package import JSON

/// The name of a progress.
///
/// Source: LSP 3.17, "ProgressToken".
package typealias ProgressToken = RequestID

/// The parameters of `window/workDoneProgress/cancel`: the user stopped it.
///
/// Source: LSP 3.17, "WorkDoneProgressCancelParams".
package struct WorkDoneProgressCancelParams: Sendable, Hashable {
  /// The work that was stopped.
  package var token: ProgressToken
}

extension WorkDoneProgressCancelParams: JSONDecodable {
  package init(json: JSONValue) throws(JSONDecodingError) { token = try json.decode("token") }
}
