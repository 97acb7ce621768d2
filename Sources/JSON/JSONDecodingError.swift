/// The reason why JSON has not the expected shape. It quotes no value of the JSON.
package struct JSONDecodingError: Error, Sendable, Equatable {
  /// The expected value, as in "a string".
  package let expected: String
  /// The place of the wrong value, as in `files[0].uri`; empty for the whole.
  package private(set) var path = ""

  /// An error for a value, or its member `key`, that is not `what`.
  package static func expected(_ what: String, at key: String = "") -> Self {
    Self(expected: what, path: key)
  }

  /// The same error seen from outside, where the wrong value is at `step`, a key or `[index]`.
  package func within(_ step: String) -> Self {
    var outer = self
    outer.path = step + (path.isEmpty || path.hasPrefix("[") ? "" : ".") + path
    return outer
  }
}

extension JSONDecodingError: CustomStringConvertible {
  /// As in `files[0].uri: expected a string`.
  package var description: String { (path.isEmpty ? "" : path + ": ") + "expected " + expected }
}
