package import JSON

/// The id that a response and its request share. `1` and `"1"` are different.
///
/// Source: LSP 3.17, "RequestMessage".
package enum RequestID: Hashable, Sendable {
  /// A number.
  case integer(Int64)
  /// A string.
  case string(String)
}

extension RequestID: JSONCodable {
  /// Reads an integer or a string; integral numbers such as `1.0` are integers.
  package init(json: JSONValue) throws(JSONDecodingError) {
    if let string = json.string {
      self = .string(string)
    } else if let integer = json.int {
      self = .integer(Int64(integer))
    } else {
      throw .expected("an integer or a string")
    }
  }

  /// An integer or a string, as it came.
  package var json: JSONValue {
    switch self {
    case .integer(let integer): .integer(integer)
    case .string(let string): .string(string)
    }
  }
}
