package import JSON

/// The parameters of a request, or of a part of one. Here a wrong shape becomes `invalidParams`.
extension JSONValue {
  /// All of it. Throws `invalidParams`, which names the member that is wrong, as in
  /// `textDocument.uri: expected a string`.
  package func params<Params: JSONDecodable>(
    as type: Params.Type = Params.self
  ) throws(ResponseError) -> Params {
    try Self.params { () throws(JSONDecodingError) in try Params(json: self) }
  }

  /// The member `key`. An absent one reads as `null`.
  package func param<Value: JSONDecodable>(
    _ key: String, as type: Value.Type = Value.self
  ) throws(ResponseError) -> Value {
    try Self.params { () throws(JSONDecodingError) in try decode(key) }
  }

  /// The member `key`, nil if it is absent or `null`.
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
