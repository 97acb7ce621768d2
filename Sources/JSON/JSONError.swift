/// Why bytes are not a JSON text. Does not quote the text.
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
  /// The offset in bytes, from 0 to the length of the text; for `invalidUTF8`, of the string's
  /// content.
  package var offset: Int

  package init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

extension JSONError: CustomStringConvertible {
  package var description: String { "\(reason.rawValue) at byte \(offset)" }
}

/// Why JSON does not have the expected shape. Does not quote values.
package struct JSONDecodingError: Error, Sendable, Equatable {
  /// The expected value, such as `a string`.
  package let expected: String
  /// The path of the wrong value, as in `files[0].uri`; empty for the whole value.
  package private(set) var path = ""

  package static func expected(_ value: String, at key: String = "") -> Self {
    Self(expected: value, path: key)
  }

  /// Returns this error with `step`, a key or `[index]`, before its path.
  package func within(_ step: String) -> Self {
    var outer = self
    outer.path = step + (path.isEmpty || path.hasPrefix("[") ? "" : ".") + path
    return outer
  }
}

extension JSONDecodingError: CustomStringConvertible {
  package var description: String { (path.isEmpty ? "" : path + ": ") + "expected " + expected }
}
