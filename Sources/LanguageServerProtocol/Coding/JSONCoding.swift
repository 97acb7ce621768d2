package import JSON

/// A value that can be read from JSON.
package protocol JSONDecodable {
  /// Reads the value; throws `invalidParams`, which names the member that is wrong, as in
  /// `textDocument.uri: expected a string`.
  init(json: JSONValue) throws(ResponseError)
}

/// A value that has a JSON form.
package protocol JSONEncodable {
  /// The value as JSON.
  var json: JSONValue { get }
}

/// A value that can be read from the JSON it gives.
package typealias JSONCodable = JSONDecodable & JSONEncodable

extension JSONValue {
  /// The member `key`. An absent one reads as `null`.
  package func decode<Value: JSONDecodable>(
    _ key: String, as type: Value.Type = Value.self
  ) throws(ResponseError) -> Value {
    guard case .object(let object) = self else { throw .expected("an object") }
    do throws(ResponseError) {
      return try Value(json: object[key] ?? .null)
    } catch {
      throw error.within(key)
    }
  }

  /// The member `key`, nil if it is absent or `null`.
  package func decodeIfPresent<Value: JSONDecodable>(
    _ key: String, as type: Value.Type = Value.self
  ) throws(ResponseError) -> Value? {
    guard case .object(let object) = self else { throw .expected("an object") }
    switch object[key] {
    case nil, .null?: return nil
    case let value?:
      do throws(ResponseError) {
        return try Value(json: value)
      } catch {
        throw error.within(key)
      }
    }
  }
}

extension ResponseError {
  private static let expectation = "expected "

  /// `invalidParams` for a value that is not `what`, as in "a string".
  static func expected(_ what: String) -> Self { .invalidParams(expectation + what) }

  /// The same error seen from outside, where the wrong value is at `step`, a key or `[index]`.
  fileprivate func within(_ step: String) -> Self {
    var outer = self
    let separator =
      message.hasPrefix(Self.expectation) ? ": " : message.hasPrefix("[") ? "" : "."
    outer.message = step + separator + message
    return outer
  }
}

extension Array: JSONDecodable where Element: JSONDecodable {
  /// Reads an array of as many elements.
  package init(json: JSONValue) throws(ResponseError) {
    guard let elements = json.array else { throw .expected("an array") }
    self = []
    reserveCapacity(elements.count)
    for element in elements {
      do throws(ResponseError) {
        append(try Element(json: element))
      } catch {
        throw error.within("[\(count)]")
      }
    }
  }
}

extension Array: JSONEncodable where Element: JSONEncodable {
  /// An array of as many elements.
  package var json: JSONValue { .array(map(\.json)) }
}

extension JSONDecodable where Self: RawRepresentable, RawValue: JSONDecodable {
  /// Reads one of the known values.
  package init(json: JSONValue) throws(ResponseError) {
    guard let value = Self(rawValue: try RawValue(json: json)) else {
      throw .expected("a known value")
    }
    self = value
  }
}

extension Optional: JSONEncodable where Wrapped: JSONEncodable {
  /// The value, or `null`.
  package var json: JSONValue { self?.json ?? .null }
}

extension JSONEncodable where Self: RawRepresentable, RawValue: JSONEncodable {
  /// The raw value.
  package var json: JSONValue { rawValue.json }
}
