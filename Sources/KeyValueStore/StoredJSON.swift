package import Foundation
package import JSON

extension JSONValue {
  /// Maximum size of a JSON value in a notebook, in bytes.
  package static let largestStored = 16 << 20

  /// Parses the content of a `json` column. Throws if the app could not read it: like the app,
  /// refuses lone surrogates. Throws `tooLong` beyond `largestStored`.
  package init(stored text: String) throws(JSONError) {
    guard text.utf8.count <= Self.largestStored else { throw JSONError(.tooLong, at: 0) }
    var text = text
    self = try text.withUTF8 { utf8 in
      Result { () throws(JSONError) in
        try JSONValue(parsing: utf8, replacesLoneSurrogates: false)
      }
    }.get()
  }

  /// Parses the bytes of a `json` column. Returns nil for nil, beyond `largestStored`, and if the
  /// app could not read them.
  package init?(stored bytes: Data?) {
    guard let bytes, bytes.count <= Self.largestStored,
      let value = try? JSONValue(parsing: Array(bytes), replacesLoneSurrogates: false)
    else { return nil }
    self = value
  }

  package var stored: String { String(decoding: serialized(), as: UTF8.self) }
}
