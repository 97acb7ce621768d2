package protocol JSONDecodable {
  /// Reads the value. The error names the member that is wrong, as in
  /// `textDocument.uri: expected a string`.
  init(json: JSONValue) throws(JSONDecodingError)
}

package protocol JSONEncodable {
  var json: JSONValue { get }
}

package typealias JSONCodable = JSONDecodable & JSONEncodable

extension JSONValue {
  /// Decodes the member `key`; a missing one as `null`. Throws if this is not an object, or if the
  /// member cannot be decoded.
  package func decode<Value: JSONDecodable>(
    _ key: String, as type: Value.Type = Value.self
  ) throws(JSONDecodingError) -> Value {
    guard case .object(let object) = self else { throw .expected("an object") }
    do throws(JSONDecodingError) {
      return try Value(json: object[key] ?? .null)
    } catch {
      throw error.within(key)
    }
  }

  /// Decodes the member `key`; nil if it is missing or `null`. Throws if this is not an object, or
  /// if the member cannot be decoded.
  package func decodeIfPresent<Value: JSONDecodable>(
    _ key: String, as type: Value.Type = Value.self
  ) throws(JSONDecodingError) -> Value? {
    guard case .object(let object) = self else { throw .expected("an object") }
    switch object[key] {
    case nil, .null?: return nil
    case let value?:
      do throws(JSONDecodingError) {
        return try Value(json: value)
      } catch {
        throw error.within(key)
      }
    }
  }
}

extension Array: JSONDecodable where Element: JSONDecodable {
  /// Throws if this is not an array. Throws the error of the first element that cannot be read,
  /// with its index.
  package init(json: JSONValue) throws(JSONDecodingError) {
    guard let elements = json.array else { throw .expected("an array") }
    self = []
    reserveCapacity(elements.count)
    for element in elements {
      do throws(JSONDecodingError) {
        append(try Element(json: element))
      } catch {
        throw error.within("[\(count)]")
      }
    }
  }
}

extension Array: JSONEncodable where Element: JSONEncodable {
  package var json: JSONValue {
    // Not `\.json`: generic code creates a key path at each call, which costs more than a short
    // array.
    .array(map { $0.json })
  }
}

extension JSONDecodable where Self: RawRepresentable, RawValue: JSONDecodable {
  package init(json: JSONValue) throws(JSONDecodingError) {
    guard let value = Self(rawValue: try RawValue(json: json)) else {
      throw .expected("a known value")
    }
    self = value
  }
}

extension Optional: JSONEncodable where Wrapped: JSONEncodable {
  package var json: JSONValue { self?.json ?? .null }
}

extension JSONEncodable where Self: RawRepresentable, RawValue: JSONEncodable {
  package var json: JSONValue { rawValue.json }
}
