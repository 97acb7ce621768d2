extension JSONReader {
  /// Reads the string whose opening quote is at `index`.
  ///
  /// Source: RFC 8259, section 7.
  mutating func readString() throws(JSONError) -> String {
    index += 1
    let start = index
    let isASCII = try skipPlainBytes()
    if next == UInt8(ascii: "\"") {
      defer { index += 1 }
      return try string(
        UnsafeBufferPointer(rebasing: bytes[start..<index]), isASCII: isASCII, at: start)
    }
    return try readEscapedString(from: start)
  }

  /// Skips the string whose opening quote is at `index`, and checks its escapes. Returns whether it
  /// has escapes. The bytes must be valid UTF-8.
  mutating func skipString() throws(JSONError) -> Bool {
    index += 1
    _ = try skipPlainBytes()
    let isEscaped = next == UInt8(ascii: "\\")
    while next == UInt8(ascii: "\\") {
      try skipEscape()
      _ = try skipPlainBytes()
    }
    index += 1
    return isEscaped
  }

  /// Skips and checks the escape whose backslash is at `index`. A `\u` escape is read into
  /// `unescaped`.
  private mutating func skipEscape() throws(JSONError) {
    if index + 1 < bytes.count, Self.byte(escapedAs: bytes[index + 1]) != nil {
      index += 2
    } else {
      unescaped.removeAll(keepingCapacity: true)
      try readEscape()
    }
  }

  /// Reads the string whose content starts at `start`, and whose first backslash is at `index`.
  private mutating func readEscapedString(from start: Int) throws(JSONError) -> String {
    unescaped.removeAll(keepingCapacity: true)
    unescaped.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<index]))
    while next == UInt8(ascii: "\\") {
      try readEscape()
      let run = index
      _ = try skipPlainBytes()
      unescaped.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[run..<index]))
    }
    index += 1
    return try unescaped.withUnsafeBufferPointer { (buffer) throws(JSONError) in
      try string(buffer, isASCII: buffer.allSatisfy { $0 < 0x80 }, at: start)
    }
  }

  /// Skips to the next quote or backslash. Returns whether all skipped bytes are ASCII.
  private mutating func skipPlainBytes() throws(JSONError) -> Bool {
    // A local index: this is the hottest loop, and stores to self would slow it down.
    var (end, union) = (index, 0 as UInt8)
    while end < bytes.count {
      let byte = bytes[end]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
      guard byte >= 0x20 else { throw JSONError(.controlCharacter, at: end) }
      union |= byte
      end += 1
    }
    index = end
    guard end < bytes.count else { throw JSONError(.unexpectedEnd, at: end) }
    return union < 0x80
  }

  private func string(
    _ content: UnsafeBufferPointer<UInt8>, isASCII: Bool, at start: Int
  ) throws(JSONError) -> String {
    // Fast path: most strings are ASCII, and short ones are stored without an allocation.
    if isASCII {
      return String(unsafeUninitializedCapacity: content.count) { bytes in
        bytes.initialize(fromContentsOf: content)
      }
    }
    guard let string = String(validating: content, as: UTF8.self) else {
      throw JSONError(.invalidUTF8, at: start)
    }
    return string
  }

  /// Reads the escape whose backslash is at `index` into `unescaped`.
  private mutating func readEscape() throws(JSONError) {
    index += 1
    let letter = next
    index += 1
    if let byte = Self.byte(escapedAs: letter) {
      unescaped.append(byte)
    } else if letter == UInt8(ascii: "u") {
      try readUnicodeEscape()
    } else {
      throw JSONError(.malformedEscape, at: index - 1)
    }
  }

  /// Returns the byte for a backslash and `letter`; nil for `u` and for invalid letters.
  private static func byte(escapedAs letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "r"): 0x0D
    default: nil
    }
  }

  /// Reads the digits of a `\u` escape, and a second escape if both form a surrogate pair.
  private mutating func readUnicodeEscape() throws(JSONError) {
    let unit = try readHexadecimalUnit()
    let end = index
    if UTF16.isLeadSurrogate(unit), skipUnicodeEscapeMark() {
      let trail = try readHexadecimalUnit()
      if UTF16.isTrailSurrogate(trail) {
        let scalar = UTF16.decode(UTF16.EncodedScalar([unit, trail]))
        unescaped.append(contentsOf: scalar.utf8)
        return
      }
      index = end
    }
    // Only a lone surrogate is not a scalar.
    guard let scalar = Unicode.Scalar(unit) ?? (replacesLoneSurrogates ? "\u{FFFD}" : nil) else {
      throw JSONError(.malformedEscape, at: end)
    }
    unescaped.append(contentsOf: scalar.utf8)
  }

  private mutating func skipUnicodeEscapeMark() -> Bool {
    guard index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "u")
    else { return false }
    index += 2
    return true
  }

  private mutating func readHexadecimalUnit() throws(JSONError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      let digit: UInt8
      switch next {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = next &- UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = next &- UInt8(ascii: "a") &+ 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = next &- UInt8(ascii: "A") &+ 10
      default: throw JSONError(.malformedEscape, at: index)
      }
      unit = unit << 4 | UInt16(truncatingIfNeeded: digit)
      index += 1
    }
    return unit
  }
}
