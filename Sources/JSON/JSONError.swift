/// The reason why bytes are no JSON text. It quotes nothing of the text.
package struct JSONError: Error, Sendable, Equatable {
  /// The problem.
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

  /// The problem.
  package var reason: Reason
  /// The place, in bytes from the start, 0 up to the length of the text. For `invalidUTF8` the
  /// start of the string that holds it.
  package var offset: Int

  /// An error at `offset`.
  package init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

extension JSONError: CustomStringConvertible {
  /// As in `unexpected end at byte 12`.
  package var description: String { "\(reason.rawValue) at byte \(offset)" }
}

/// The reason why JSON has not the expected shape. It quotes no value of the JSON.
package struct JSONDecodingError: Error, Sendable, Equatable {
  /// The expected value, as in "a string".
  package let expected: String
  /// The place of the wrong value, as in `files[0].uri`; empty for the whole.
  package private(set) var path = ""

  /// An error for a value, or its member `key`, that is not `value`, such as `a string`.
  package static func expected(_ value: String, at key: String = "") -> Self {
    Self(expected: value, path: key)
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
