extension JSONValue {
  /// Reads one JSON text.
  ///
  /// It checks all that RFC 8259 asks for. Arrays and objects may nest `maximumDepth` deep; each
  /// level takes some hundred bytes of stack. If a key repeats, the last member counts. Numbers
  /// that neither 64 bits nor a double hold keep their spelling.
  ///
  /// A lone surrogate escape, which the RFC's grammar allows although it is no text, is a malformed
  /// escape or, if `replacesLoneSurrogates`, becomes U+FFFD: that is one UTF-16 unit as the
  /// surrogate was, so that positions in the text stay right.
  ///
  /// At most `maximumCount` values are read, for a byte or two can be a value, and takes a hundred
  /// of memory. Values deeper than `keptDepth` are checked and left out, and do not count.
  ///
  /// Cost: linear, the number of keys and the depth included.
  package init(
    parsing bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int = 128,
    maximumCount: Int = .max, keptDepth: Int = .max, replacesLoneSurrogates: Bool = true
  ) throws(JSONError) {
    var reader = JSONReader(
      bytes: bytes, maximumDepth: maximumDepth, maximumCount: maximumCount, keptDepth: keptDepth,
      replacesLoneSurrogates: replacesLoneSurrogates)
    self = try reader.readText()
  }

  /// Reads one JSON text; see the same for a buffer.
  package init(
    parsing bytes: [UInt8], maximumDepth: Int = 128, maximumCount: Int = .max,
    keptDepth: Int = .max, replacesLoneSurrogates: Bool = true
  ) throws(JSONError) {
    self = try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) in
      try JSONValue(
        parsing: buffer, maximumDepth: maximumDepth, maximumCount: maximumCount,
        keptDepth: keptDepth, replacesLoneSurrogates: replacesLoneSurrogates)
    }
  }
}

/// One pass over a JSON text. Strings and numbers are read by extensions in their own files.
struct JSONReader {
  let bytes: UnsafeBufferPointer<UInt8>
  let maximumDepth: Int
  let maximumCount: Int
  let keptDepth: Int
  let replacesLoneSurrogates: Bool
  /// The number of values that have been kept.
  private var count = 0
  /// The next byte to read, 0...bytes.count.
  var index = 0
  /// The bytes of a string with escapes, while it is put together.
  var unescaped: [UInt8] = []

  init(
    bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int, maximumCount: Int = .max,
    keptDepth: Int = .max, replacesLoneSurrogates: Bool
  ) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
    self.maximumCount = maximumCount
    self.keptDepth = keptDepth
    self.replacesLoneSurrogates = replacesLoneSurrogates
  }

  /// The byte at `index`, at the end 0: no JSON text has a NUL where a byte is asked for.
  var next: UInt8 { index < bytes.count ? bytes[index] : 0 }

  /// The error for a byte, or the end, where something else should be.
  var unexpected: JSONError {
    JSONError(index < bytes.count ? .unexpectedByte : .unexpectedEnd, at: index)
  }

  mutating func readText() throws(JSONError) -> JSONValue {
    let value = try readValue(depth: 0)
    skipWhitespace()
    guard index == bytes.count else { throw JSONError(.trailingBytes, at: index) }
    return value
  }

  private mutating func readValue(depth: Int) throws(JSONError) -> JSONValue {
    skipWhitespace()
    switch next {
    case UInt8(ascii: "\""): return .string(try readString())
    case UInt8(ascii: "{"): return .object(try readObject(depth: depth + 1))
    case UInt8(ascii: "["): return .array(try readArray(depth: depth + 1))
    default: return try readScalar()
    }
  }

  /// Reads a number, `true`, `false` or `null`.
  mutating func readScalar() throws(JSONError) -> JSONValue {
    switch next {
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try readNumber()
    case UInt8(ascii: "t"): return try readLiteral("true", as: .bool(true))
    case UInt8(ascii: "f"): return try readLiteral("false", as: .bool(false))
    case UInt8(ascii: "n"): return try readLiteral("null", as: .null)
    default: throw unexpected
    }
  }

  private mutating func readArray(depth: Int) throws(JSONError) -> [JSONValue] {
    try open(depth: depth)
    var elements: [JSONValue] = []
    if skip(UInt8(ascii: "]")) { return elements }
    repeat {
      let element = try readValue(depth: depth)
      if try keeps(depth: depth) { elements.append(element) }
    } while skip(UInt8(ascii: ","))
    guard skip(UInt8(ascii: "]")) else { throw unexpected }
    return elements
  }

  private mutating func readObject(depth: Int) throws(JSONError) -> JSONObject {
    try open(depth: depth)
    var object = JSONObject()
    if skip(UInt8(ascii: "}")) { return object }
    if depth <= keptDepth { object.reserveCapacity() }
    repeat {
      skipWhitespace()
      guard next == UInt8(ascii: "\"") else { throw unexpected }
      let key = try readString()
      guard skip(UInt8(ascii: ":")) else { throw unexpected }
      let value = try readValue(depth: depth)
      if try keeps(depth: depth) { object.update(key, to: value) }
    } while skip(UInt8(ascii: ","))
    guard skip(UInt8(ascii: "}")) else { throw unexpected }
    return object
  }

  /// Whether a value in an array or object at `depth` is kept; it counts then.
  private mutating func keeps(depth: Int) throws(JSONError) -> Bool {
    guard depth <= keptDepth else { return false }
    count += 1
    guard count <= maximumCount else { throw JSONError(.tooMany, at: index) }
    return true
  }

  /// Passes the bracket that opens an array or object at `depth`, counted from 1.
  mutating func open(depth: Int) throws(JSONError) {
    guard depth <= maximumDepth else { throw JSONError(.tooDeep, at: index) }
    index += 1
  }

  private mutating func readLiteral(
    _ name: String, as value: JSONValue
  ) throws(JSONError) -> JSONValue {
    for byte in name.utf8 {
      guard next == byte else { throw unexpected }
      index += 1
    }
    return value
  }

  mutating func skipWhitespace() {
    while next == UInt8(ascii: " ") || next == UInt8(ascii: "\n")
      || next == UInt8(ascii: "\r") || next == UInt8(ascii: "\t")
    {
      index += 1
    }
  }

  /// Passes whitespace and then `byte`; false, and past the whitespace only, if it is not there.
  mutating func skip(_ byte: UInt8) -> Bool {
    skipWhitespace()
    guard next == byte else { return false }
    index += 1
    return true
  }
}
