extension JSONValue {
  /// Parses one JSON text.
  ///
  /// Checks everything that RFC 8259 requires. Arrays and objects may nest `maximumDepth` deep;
  /// each level uses stack. Of members with the same key, the last value applies. Numbers that fit
  /// neither 64 bits nor a double keep their spelling.
  ///
  /// With `replacesLoneSurrogates`, a lone surrogate escape becomes U+FFFD; without it, the escape
  /// is malformed. The RFC's grammar allows such escapes, although they are not text. U+FFFD is one
  /// UTF-16 unit, as a surrogate is, so positions in the text stay correct.
  ///
  /// Throws `tooMany` for more than `maximumCount` elements and members: a value of a byte or two
  /// takes much more memory. Values deeper than `keptDepth` are checked, but not kept and not
  /// counted.
  ///
  /// Cost: linear in the text, also with many keys or levels.
  package init(
    parsing bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int = 128,
    maximumCount: Int = .max, keptDepth: Int = .max, replacesLoneSurrogates: Bool = true
  ) throws(JSONError) {
    var reader = JSONReader(
      bytes: bytes, maximumDepth: maximumDepth, maximumCount: maximumCount, keptDepth: keptDepth,
      replacesLoneSurrogates: replacesLoneSurrogates)
    self = try reader.readText()
  }

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

struct JSONReader {
  let bytes: UnsafeBufferPointer<UInt8>
  let maximumDepth: Int
  let maximumCount: Int
  let keptDepth: Int
  let replacesLoneSurrogates: Bool
  private var count = 0
  var index = 0
  /// The unescaped bytes of the string that is being read.
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

  /// The byte at `index`; 0 at the end, since NUL is not valid where `next` is read.
  var next: UInt8 { index < bytes.count ? bytes[index] : 0 }

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

  /// Counts a value in an array or object at `depth`, and returns true. Returns false, without
  /// counting, for a greater depth than `keptDepth`. Throws `tooMany` beyond `maximumCount`.
  private mutating func keeps(depth: Int) throws(JSONError) -> Bool {
    guard depth <= keptDepth else { return false }
    count += 1
    guard count <= maximumCount else { throw JSONError(.tooMany, at: index) }
    return true
  }

  /// Skips the bracket that opens an array or object at `depth`, counted from 1. Throws `tooDeep`
  /// beyond `maximumDepth`.
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

  /// Skips whitespace and then `byte`. Returns false, with only the whitespace skipped, if another
  /// byte follows.
  mutating func skip(_ byte: UInt8) -> Bool {
    skipWhitespace()
    guard next == byte else { return false }
    index += 1
    return true
  }
}
