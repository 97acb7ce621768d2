/// Texts in one block of memory. Each may be missing.
///
/// Each text is stored as its length in bytes plus one, in groups of seven bits, followed by its
/// bytes. A missing text is 0. Missing texts at the end take no space.
struct PackedTexts {
  private(set) var bytes: [UInt8]
  private var missing = 0

  /// Starts without texts, after the other data in `bytes`.
  init(after bytes: [UInt8] = []) { self.bytes = bytes }

  mutating func append(_ text: String?) {
    if let text { append(of: text.utf8) } else { missing += 1 }
  }

  mutating func append(_ number: Int?) { append(number.map(String.init)) }

  /// Appends other texts as one.
  mutating func append(_ texts: PackedTexts) { append(of: texts.bytes) }

  /// Appends texts as one; an empty list as a missing text.
  mutating func append(_ texts: [String]) {
    if texts.isEmpty { return missing += 1 }
    var all = PackedTexts()
    for text in texts { all.append(text) }
    append(all)
  }

  private mutating func append(of part: some Collection<UInt8>) {
    bytes += repeatElement(0, count: missing)
    missing = 0
    var length = part.count + 1
    while length > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: length) | 0x80)
      length >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: length))
    bytes += part
  }
}

/// Reads packed texts in the order in which they were appended. All after the last one are missing.
struct PackedTextReader {
  private let bytes: [UInt8]
  private var offset: Int
  private let end: Int

  init(_ bytes: [UInt8], from offset: Int = 0) {
    self.init(bytes, min(offset, bytes.count)..<bytes.count)
  }

  private init(_ bytes: [UInt8], _ range: Range<Int>) {
    (self.bytes, offset, end) = (bytes, range.lowerBound, range.upperBound)
  }

  mutating func text() -> String? { next().map { String(decoding: bytes[$0], as: UTF8.self) } }

  mutating func number() -> Int? { text().flatMap { Int($0) } }

  /// Returns a reader of the next texts that were appended as one, and moves past them; nil if they
  /// are missing.
  mutating func part() -> PackedTextReader? { next().map { PackedTextReader(bytes, $0) } }

  mutating func texts() -> [String] {
    guard var part = part() else { return [] }
    var texts: [String] = []
    while let text = part.text() { texts.append(text) }
    return texts
  }

  mutating func skip(_ count: Int) {
    for _ in 0..<count { _ = next() }
  }

  private mutating func next() -> Range<Int>? {
    var (length, shift) = (0, 0)
    while offset < end {
      let byte = bytes[offset]
      offset += 1
      length |= Int(byte & 0x7F) << shift
      shift += 7
      if byte <= 0x7F { break }
    }
    guard length > 0 else { return nil }
    let start = offset
    offset = min(end, start + length - 1)
    return start..<offset
  }
}
