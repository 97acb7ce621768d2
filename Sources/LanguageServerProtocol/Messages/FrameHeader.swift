/// The header block of one message, as far as it was read.
///
/// Source: LSP 3.17, "Header Part"; RFC 9110, section 5, for fields.
struct FrameHeader: Sendable {
  /// The rule of the protocol that a header breaks.
  enum Problem: String, Error {
    case bareLineFeed = "a header line must end with \\r\\n"
    case malformedField = "a header line has no valid name"
    case malformedLength = "Content-Length must be a positive number of at most 10 digits"
    case conflictingLengths = "two Content-Length lines differ"
    case missingLength = "Content-Length is missing"
    case tooManyFields = "the header has more than 16 lines"
    case tooLong = "the header is longer than 4 KiB"
    case bodyTooLong = "the body is longer than 64 MiB"
  }

  static let contentLengthField = Array("content-length:".utf8)
  private static let usualField: StaticString = "Content-Length: "
  private static let maximumFieldCount = 16

  /// The number of bytes read.
  private(set) var length = 0
  private(set) var unsupportedCharset: String?
  private var contentLength: Int?
  private var fieldCount = 0

  /// Reads one line with its line end, and returns nil; after the empty line, returns the body's
  /// length. Throws `tooLong` for a line without LF.
  mutating func read(line: ArraySlice<UInt8>) throws(Problem) -> Int? {
    guard line.last == UInt8(ascii: "\n") else { throw .tooLong }
    let content = line.dropLast(2)
    guard line.dropLast().last == UInt8(ascii: "\r") else { throw .bareLineFeed }
    length += line.count
    if content.isEmpty {
      guard let contentLength else { throw .missingLength }
      return contentLength
    }
    try read(field: content)
    return nil
  }

  private mutating func read(field: ArraySlice<UInt8>) throws(Problem) {
    // Fast path for the usual spelling.
    if field.begins(with: Self.usualField), fieldCount < Self.maximumFieldCount {
      fieldCount += 1
      return try read(length: field.dropFirst(Self.usualField.utf8CodeUnitCount).trimmed)
    }
    guard let colon = field.firstIndex(of: UInt8(ascii: ":")) else { throw .malformedField }
    let name = field[..<colon]
    let value = field[(colon + 1)...].trimmed
    // A body that is longer than declared leaves its rest before this name. The rest is rarely a
    // token, so this throws, and the framer finds the header after it.
    guard !name.isEmpty, name.allSatisfy(\.isTokenCharacter) else { throw .malformedField }
    fieldCount += 1
    guard fieldCount <= Self.maximumFieldCount else { throw .tooManyFields }
    if name.isEqual(ignoringCaseTo: "content-length") {
      try read(length: value)
    } else if name.isEqual(ignoringCaseTo: "content-type") {
      unsupportedCharset = Self.unsupportedCharset(in: value)
    }
  }

  private mutating func read(length value: ArraySlice<UInt8>) throws(Problem) {
    guard (1...10).contains(value.count), value.allSatisfy(\.isDigit) else {
      throw .malformedLength
    }
    let number = value.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    guard number > 0 else { throw .malformedLength }
    guard contentLength == nil || contentLength == number else { throw .conflictingLengths }
    contentLength = number
  }

  private static func unsupportedCharset(in contentType: ArraySlice<UInt8>) -> String? {
    for parameter in contentType.split(separator: UInt8(ascii: ";")).dropFirst() {
      let parts = parameter.split(separator: UInt8(ascii: "="), maxSplits: 1)
      guard parts.count == 2, parts[0].trimmed.lowercasedText == "charset" else { continue }
      let charset = parts[1].filter { $0 != UInt8(ascii: "\"") }[...].trimmed.lowercasedText
      // LSP recommends that servers accept `utf8`, too.
      if charset != "utf-8" && charset != "utf8" { return charset }
    }
    return nil
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without spaces and tabs at both ends.
  fileprivate var trimmed: Self {
    let isContent = { (byte: UInt8) in byte != UInt8(ascii: " ") && byte != UInt8(ascii: "\t") }
    guard let first = firstIndex(where: isContent), let last = lastIndex(where: isContent) else {
      return []
    }
    return self[first...last]
  }

  fileprivate func begins(with text: StaticString) -> Bool {
    text.withUTF8Buffer { text in
      guard count >= text.count else { return false }
      for index in 0..<text.count where self[startIndex + index] != text[index] { return false }
      return true
    }
  }

  fileprivate func isEqual(ignoringCaseTo text: StaticString) -> Bool {
    text.withUTF8Buffer { elementsEqual($0) { $0.lowercasedASCII == $1 } }
  }

  fileprivate var lowercasedText: String {
    String(decoding: map(\.lowercasedASCII), as: UTF8.self)
  }
}

extension UInt8 {
  var lowercasedASCII: UInt8 { isUppercase ? self | 0x20 : self }

  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  private var isUppercase: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }

  /// Whether the byte may be part of a field name. Source: RFC 9110, section 5.6.2.
  fileprivate var isTokenCharacter: Bool {
    isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowercasedASCII)
      || self == UInt8(ascii: "-") || "!#$%&'*+.^_`|~".utf8.contains(self)
  }
}
