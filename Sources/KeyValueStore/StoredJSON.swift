package import Foundation
package import JSON

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
}
