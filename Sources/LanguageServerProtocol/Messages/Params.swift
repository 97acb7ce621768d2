package import JSON

/// Reads the parameters of a request, or members of them; a wrong shape throws `invalidParams`.
extension JSONValue {
  /// The error names the wrong member, as in `textDocument.uri: expected a string`.
  package func params<Params: JSONDecodable>(
    as type: Params.Type = Params.self
  ) throws(ResponseError) -> Params {
    try Self.params { () throws(JSONDecodingError) in try Params(json: self) }
  }

  /// An absent member is read as `null`.
  package func param<Value: JSONDecodable>(
    _ key: String, as type: Value.Type = Value.self
  ) throws(ResponseError) -> Value {
    try Self.params { () throws(JSONDecodingError) in try decode(key) }
  }

  /// Returns nil if the member is absent or `null`.
  package func paramIfPresent<Value: JSONDecodable>(
    _ key: String, as type: Value.Type = Value.self
  ) throws(ResponseError) -> Value? {
    try Self.params { () throws(JSONDecodingError) in try decodeIfPresent(key) }
  }

  private static func params<Value>(
    _ read: () throws(JSONDecodingError) -> Value
  ) throws(ResponseError) -> Value {
    do {
      return try read()
    } catch {
      throw .invalidParams(error.description)
    }
  }
}
