/// Detects the encoding of another program's text file, and decodes it.
///
/// Supports UTF-8 with or without a byte order mark, and UTF-16 with one or detected by the zeros
/// in Latin text. The fallback is Windows-1252, a superset of ISO-8859-1. Never fails: any bytes
/// can be decoded.
enum TextEncodingSniffer {
  enum Encoding: String, Sendable {
    case utf8 = "UTF-8"
    case utf16LittleEndian = "UTF-16, little-endian"
    case utf16BigEndian = "UTF-16, big-endian"
    case windows1252 = "Windows-1252"
  }

  struct Result: Sendable, Equatable {
    /// The text in UTF-8, without a byte order mark.
    var utf8: [UInt8]
    var encoding: Encoding
    /// The number of invalid sequences in the encoding. Each becomes U+FFFD, except an odd last
    /// byte of UTF-16.
    var faults = 0

    var text: String { String(decoding: utf8, as: UTF8.self) }
  }

  static func read(_ bytes: [UInt8]) -> Result {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return utf8(bytes.dropFirst(3)) }
    if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes.dropFirst(2), .utf16LittleEndian) }
    if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes.dropFirst(2), .utf16BigEndian) }
    if let encoding = zeros(in: bytes) { return utf16(bytes[...], encoding) }
    let counts = utf8Counts(of: bytes)
    // A single invalid byte does not change the encoding of a text with many umlauts.
    guard counts.faults > counts.sequences else { return utf8(bytes[...], counts) }
    return windows1252(bytes)
  }

  // MARK: UTF-8

  private typealias Counts = (sequences: Int, faults: Int)

  private static func utf8Counts(of bytes: [UInt8]) -> Counts {
    var counts: Counts = (0, 0)
    guard bytes.contains(where: { $0 >= 0x80 }) else { return counts }
    var iterator = bytes.makeIterator()
    var decoder = Unicode.UTF8.ForwardParser()
    while true {
      switch decoder.parseScalar(from: &iterator) {
      case .valid(let scalar): if scalar.count > 1 { counts.sequences += 1 }
      case .error: counts.faults += 1
      case .emptyInput: return counts
      }
    }
  }

  private static func utf8(_ bytes: ArraySlice<UInt8>, _ counts: Counts? = nil) -> Result {
    let faults = (counts ?? utf8Counts(of: Array(bytes))).faults
    guard faults > 0 else { return Result(utf8: Array(bytes), encoding: .utf8) }
    let text = String(decoding: bytes, as: UTF8.self)
    return Result(utf8: Array(text.utf8), encoding: .utf8, faults: faults)
  }

  // MARK: UTF-16

  /// Detects UTF-16 without a byte order mark: in Latin text, about every second byte is zero.
  private static func zeros(in bytes: [UInt8]) -> Encoding? {
    let start = bytes.prefix(512)
    guard start.count >= 16, bytes.count.isMultiple(of: 2) else { return nil }
    let zeros = start.indices.filter { start[$0] == 0 }
    let high = zeros.count { $0.isMultiple(of: 2) }
    let low = zeros.count - high
    if low * 4 > start.count, high * 16 < start.count { return .utf16LittleEndian }
    if high * 4 > start.count, low * 16 < start.count { return .utf16BigEndian }
    return nil
  }

  private static func utf16(_ bytes: ArraySlice<UInt8>, _ encoding: Encoding) -> Result {
    let isLittle = encoding == .utf16LittleEndian
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var former: UInt8?
    for byte in bytes {
      guard let first = former else {
        former = byte
        continue
      }
      former = nil
      let (high, low) = isLittle ? (byte, first) : (first, byte)
      units.append(UInt16(truncatingIfNeeded: high) << 8 | UInt16(truncatingIfNeeded: low))
    }
    var result = Result(utf8: [], encoding: encoding, faults: former == nil ? 0 : 1)
    result.utf8.reserveCapacity(bytes.count)
    var iterator = units.makeIterator()
    var decoder = Unicode.UTF16.ForwardParser()
    loop: while true {
      switch decoder.parseScalar(from: &iterator) {
      case .valid(let scalar): append(Unicode.UTF16.decode(scalar), to: &result.utf8)
      case .error:
        result.faults += 1
        append("\u{FFFD}", to: &result.utf8)
      case .emptyInput: break loop
      }
    }
    return result
  }

  // MARK: Windows-1252

  private static func windows1252(_ bytes: [UInt8]) -> Result {
    var result = Result(utf8: [], encoding: .windows1252)
    result.utf8.reserveCapacity(bytes.count + bytes.count / 8)
    for byte in bytes {
      if byte < 0x80 {
        result.utf8.append(byte)
      } else if byte < 0xA0 {
        append(specials[Int(byte) - 0x80], to: &result.utf8)
      } else {
        append(Unicode.Scalar(byte), to: &result.utf8)
      }
    }
    return result
  }

  /// The characters 0x80 to 0x9F (https://encoding.spec.whatwg.org/#windows-1252).
  private static let specials: [Unicode.Scalar] = [
    "\u{20AC}", "\u{81}", "\u{201A}", "\u{192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}",
    "\u{2C6}", "\u{2030}", "\u{160}", "\u{2039}", "\u{152}", "\u{8D}", "\u{17D}", "\u{8F}",
    "\u{90}", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}", "\u{2014}",
    "\u{2DC}", "\u{2122}", "\u{161}", "\u{203A}", "\u{153}", "\u{9D}", "\u{17E}", "\u{178}",
  ]

  private static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.EncodedScalar())
  }
}
