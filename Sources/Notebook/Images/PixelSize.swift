/// The width and height of an image, in pixels; both are at least 1.
package struct PixelSize: Sendable, Equatable {
  package var width: Int
  package var height: Int

  init?(_ width: Int, _ height: Int) {
    guard width > 0, height > 0 else { return nil }
    self.width = width
    self.height = height
  }

  /// Reads the size from an image's header. Returns nil if it is not PNG, JPEG, GIF or WebP, or is
  /// malformed.
  ///
  /// `read` returns the given number of bytes from an offset; nil if there are fewer. Each call
  /// reads at most 32 bytes; a JPEG may need about two thousand calls.
  package init?(header read: (_ offset: Int, _ count: Int) -> [UInt8]?) {
    guard let start = read(0, 10).map(ByteReader.init) else { return nil }
    let size: PixelSize? =
      if start.has("\u{89}PNG\r\n\u{1A}\n") {
        Self.png(read)
      } else if start.has("GIF87a") || start.has("GIF89a") {
        PixelSize(start.little(2, at: 6), start.little(2, at: 8))
      } else if start.has("RIFF") {
        Self.webP(read)
      } else if start.has("\u{FF}\u{D8}") {
        Self.jpeg(read)
      } else {
        nil
      }
    guard let size else { return nil }
    self = size
  }
}

extension PixelSize {
  private typealias Read = (_ offset: Int, _ count: Int) -> [UInt8]?

  /// Reads the chunk `IHDR`; see PNG Specification (Third Edition), 11.2.1.
  private static func png(_ read: Read) -> PixelSize? {
    guard let header = read(8, 16).map(ByteReader.init), header.big(4, at: 0) == 13,
      header.has("IHDR", at: 4)
    else { return nil }
    let (width, height) = (header.big(4, at: 8), header.big(4, at: 12))
    return max(width, height) < 1 << 31 ? PixelSize(width, height) : nil
  }

  /// Reads the first chunk; see RFC 9649, “WebP Image Format”, 2.4 to 2.7, and for lossy images RFC
  /// 6386, 9.1.
  private static func webP(_ read: Read) -> PixelSize? {
    guard let header = read(0, 30).map(ByteReader.init), header.has("WEBP", at: 8) else {
      return nil
    }
    if header.has("VP8X", at: 12) {
      return PixelSize(header.little(3, at: 24) + 1, header.little(3, at: 27) + 1)
    }
    if header.has("VP8L", at: 12), header.has("\u{2F}", at: 20) {
      let bits = header.little(4, at: 21)
      return PixelSize(bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
    }
    if header.has("VP8 ", at: 12), header.has("\u{9D}\u{01}\u{2A}", at: 23) {
      return PixelSize(header.little(2, at: 26) & 0x3FFF, header.little(2, at: 28) & 0x3FFF)
    }
    return nil
  }

  /// Reads the first frame header; see ITU-T T.81, B.1.1 and B.2.2. Skips the marker segments
  /// before it by their lengths.
  private static func jpeg(_ read: Read) -> PixelSize? {
    var offset = 2
    for _ in 0..<1000 {
      guard let marker = read(offset, 2).map(ByteReader.init), marker.big(1, at: 0) == 0xFF else {
        return nil
      }
      switch marker.big(1, at: 1) {
      case 0xFF: offset += 1  // a fill byte
      case 0x01, 0xD0...0xD7: offset += 2  // markers without a segment
      case 0xD8...0xDA: return nil  // the picture begins, or ends
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        guard let frame = read(offset + 4, 5).map(ByteReader.init) else { return nil }
        return PixelSize(frame.big(2, at: 3), frame.big(2, at: 1))
      default:
        guard let length = read(offset + 2, 2).map({ ByteReader($0).big(2, at: 0) }), length >= 2
        else { return nil }
        offset += 2 + length
      }
    }
    return nil
  }
}

/// Reads numbers and names in a header. In numbers, bytes out of range are 0.
private struct ByteReader {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether the Latin-1 text `literal` is at `offset`.
  func has(_ literal: String, at offset: Int = 0) -> Bool {
    let scalars = literal.unicodeScalars
    return bytes.count >= offset + scalars.count
      && zip(scalars, bytes[offset...]).allSatisfy { $0.value == UInt32(truncatingIfNeeded: $1) }
  }

  /// Returns the big-endian number of `count` bytes, at most 4, at `offset`.
  func big(_ count: Int, at offset: Int) -> Int { number(offset..<offset + count) }

  /// Returns the little-endian number of `count` bytes, at most 4, at `offset`.
  func little(_ count: Int, at offset: Int) -> Int { number((offset..<offset + count).reversed()) }

  private func number(_ offsets: some Sequence<Int>) -> Int {
    offsets.reduce(0) { $0 << 8 | (bytes.indices.contains($1) ? Int(bytes[$1]) : 0) }
  }
}
