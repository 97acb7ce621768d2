package import Foundation
package import JSON

/// A member that is missing or of another type than its reader needs.
package struct JSONMismatch: Error {}

extension JSONValue {
  /// The most bytes that JSON in a notebook may have; as values it takes some ten times as much
  /// memory. Real notebooks hold a thousandth of it.
  package static let largestStored = 16 << 20

  /// Reads the content of a `json` column. Throws if the app could not read it either.
  ///
  /// Its reader takes no lone surrogates.
  package init(stored text: String) throws(JSONError) {
    guard text.utf8.count <= Self.largestStored else { throw JSONError(.tooLong, at: 0) }
    var text = text
    self = try text.withUTF8 { utf8 in
      Result { () throws(JSONError) in
        try JSONValue(parsing: utf8, replacesLoneSurrogates: false)
      }
    }.get()
  }

  /// Reads the bytes of a `json` column. Returns nil for none, and if the app could not read them
  /// either.
  package init?(stored bytes: Data?) {
    guard let bytes, bytes.count <= Self.largestStored,
      let value = try? JSONValue(parsing: Array(bytes), replacesLoneSurrogates: false)
    else { return nil }
    self = value
  }

  /// The value as a `json` column holds it.
  package var stored: String { String(decoding: serialized(), as: UTF8.self) }

  /// The elements of an array of strings. Nil if one is something else.
  package var strings: [String]? {
    guard let array else { return nil }
    let strings = array.compactMap(\.string)
    return strings.count == array.count ? strings : nil
  }

  /// The member called `name`, as `read` understands it.
  package func required<Value>(
    _ name: String, _ read: (JSONValue) -> Value?
  ) throws(JSONMismatch) -> Value {
    guard let value = self[name].flatMap(read) else { throw JSONMismatch() }
    return value
  }

  /// The member called `name`; nil when it is absent or null.
  package func optional<Value>(
    _ name: String, _ read: (JSONValue) -> Value?
  ) throws(JSONMismatch) -> Value? {
    guard let member = self[name], member != .null else { return nil }
    guard let value = read(member) else { throw JSONMismatch() }
    return value
  }
}
