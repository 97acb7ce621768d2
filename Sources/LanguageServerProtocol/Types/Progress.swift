package import JSON

/// The token of progress reports.
///
/// Source: LSP 3.17, "ProgressToken".
package typealias ProgressToken = RequestID

/// The parameters of `window/workDoneProgress/cancel`: the user canceled the progress.
///
/// Source: LSP 3.17, "WorkDoneProgressCancelParams".
package struct WorkDoneProgressCancelParams: Sendable, Hashable {
  package var token: ProgressToken
}

extension WorkDoneProgressCancelParams: JSONDecodable {
  package init(json: JSONValue) throws(JSONDecodingError) { token = try json.decode("token") }
}
