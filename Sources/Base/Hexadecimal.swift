package import Foundation

extension Sequence<UInt8> {
  /// The bytes as text, with two lowercase hexadecimal digits each.
  package var hexadecimal: String {
    var digits: [UInt8] = []
    digits.reserveCapacity(2 * underestimatedCount)
    for byte in self {
      for half in [byte >> 4, byte & 15] {
        digits.append(half < 10 ? UInt8(ascii: "0") + half : UInt8(ascii: "a") + half - 10)
      }
    }
    return String(decoding: digits, as: UTF8.self)
  }
}

extension ArraySlice<UInt8> {
  /// Sixteen bytes as an uppercase UUID (RFC 9562, section 4); another number of bytes as uppercase
  /// digits. Not generic, because lists have many UUIDs.
  package var uuidText: String {
    guard count == 16 else { return hexadecimal.uppercased() }
    var text: [UInt8] = []
    text.reserveCapacity(36)
    func append(_ digit: UInt8) {
      text.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
    }
    for index in indices {
      if [4, 6, 8, 10].contains(index - startIndex) { text.append(UInt8(ascii: "-")) }
      append(self[index] >> 4)
      append(self[index] & 0xF)
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Parses a UUID as `uuidText` writes it, in upper case; nil for any other text.
  package init?(uuidText text: String) {
    guard text.utf8.count == 36 else { return nil }
    self = []
    reserveCapacity(16)
    var half: UInt8?
    for (offset, byte) in text.utf8.enumerated() {
      let digit: UInt8
      switch (offset, byte) {
      case (8, _), (13, _), (18, _), (23, _):
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      case (_, UInt8(ascii: "0")...UInt8(ascii: "9")): digit = byte - UInt8(ascii: "0")
      case (_, UInt8(ascii: "A")...UInt8(ascii: "F")): digit = byte - UInt8(ascii: "A") + 10
      default: return nil
      }
      if let high = half { append(high << 4 | digit) }
      half = half == nil ? digit : nil
    }
  }
}

extension MutableCollection<UInt8> {
  /// Sets the version, 1 to 8, and the variant of a UUID (RFC 9562, sections 4.1 and 4.2). Leaves
  /// any other number of bytes than 16 unchanged.
  package mutating func makeUUID(version: UInt8) {
    guard count == 16 else { return }
    let versionIndex = index(startIndex, offsetBy: 6)
    let variantIndex = index(startIndex, offsetBy: 8)
    self[versionIndex] = self[versionIndex] & 0x0F | version << 4
    self[variantIndex] = self[variantIndex] & 0x3F | 0x80
  }
}

extension Data {
  /// Parses two hexadecimal digits for each byte, in upper or lower case; nil for any other text.
  package init?(hexadecimal text: String) {
    let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
    self.init(
      stride(from: 0, to: digits.count, by: 2).map {
        UInt8(truncatingIfNeeded: digits[$0] << 4 | digits[$0 + 1])
      })
  }
}
