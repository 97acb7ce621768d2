/// Why bytes are not a JSON text. Quotes nothing of the text.
package struct JSONError: Error, Sendable, Equatable {
  package enum Reason: String, Sendable {
    case unexpectedEnd = "unexpected end"
    case unexpectedByte = "unexpected byte"
    case trailingBytes = "bytes after the value"
    case tooDeep = "nested too deeply"
    case tooLong = "too long"
    case tooMany = "too many values"
    case malformedNumber = "malformed number"
    case malformedEscape = "malformed escape"
    case controlCharacter = "control character in a string"
    case invalidUTF8 = "invalid UTF-8"
  }

  package var reason: Reason
  /// The offset in bytes, from 0 to the length of the text; for `invalidUTF8` that of the string's start.
  package var offset: Int

  package init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

extension JSONError: CustomStringConvertible {
  /// As in `unexpected end at byte 12`.
  package var description: String { "\(reason.rawValue) at byte \(offset)" }
}

/// Why JSON does not have the expected shape. Quotes no value of the JSON.
package struct JSONDecodingError: Error, Sendable, Equatable {
  /// The expected value, such as `a string`.
  package let expected: String
  /// The path of the wrong value, as in `files[0].uri`; empty for the whole value.
  package private(set) var path = ""

  /// Returns an error that says what was expected, such as `a string`: of the whole value, or of its member `key`.
  package static func expected(_ value: String, at key: String = "") -> Self {
    Self(expected: value, path: key)
  }

  /// Returns this error as seen from the enclosing value, in which it occurred at `step`, a key or `[index]`.
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
