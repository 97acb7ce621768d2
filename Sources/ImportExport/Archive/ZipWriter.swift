import Foundation
import NotebookFile

/// Writes a ZIP archive (APPNOTE 6.3) without compression: images are compressed already, and texts
/// are small. Equal files give equal archives at any time.
///
/// Names are UTF-8, at most 65,535 bytes. An archive has at most 65,535 files and slightly less
/// than 4 GiB. Beyond these limits, `add` and `finish` throw `SystemError` `EFBIG`.
struct ZipWriter {
  private let file: Int32
  private var offset: UInt64 = 0
  private var directory: [UInt8] = []
  private var count = 0

  /// Writes to an open file, which the caller closes.
  init(to file: Int32) { self.file = file }

  /// The date of every entry: 1 January 1980, the first date that ZIP can store.
  private static let date: [UInt8] = [0, 0, 0x21, 0]
  /// The general-purpose flags: bit 11, for UTF-8 names.
  private static let flags: [UInt8] = [0, 8]

  mutating func add(_ name: String, _ bytes: [UInt8]) throws {
    let path = Array(name.utf8)
    guard count < 65_535, path.count < 65_536,
      UInt64(truncatingIfNeeded: bytes.count) + offset < 0xFFFF_0000
    else {
      throw SystemError(code: EFBIG)
    }
    let size = Self.little(UInt32(truncatingIfNeeded: bytes.count))
    let facts =
      Self.flags + [0, 0] + Self.date + Self.little(CRC32.sum(bytes)) + size + size
      + Self.little(UInt16(truncatingIfNeeded: path.count)) + [0, 0]
    directory +=
      [0x50, 0x4B, 1, 2, 20, 3, 20, 0] + facts + [UInt8](repeating: 0, count: 6)
      // A regular Unix file, mode 0644.
      + Self.little(0x81A4_0000 as UInt32)
      + Self.little(UInt32(truncatingIfNeeded: offset)) + path
    try write([0x50, 0x4B, 3, 4, 20, 0] + facts + path)
    try write(bytes)
    count += 1
  }

  mutating func finish() throws {
    let start = Self.little(UInt32(truncatingIfNeeded: offset))
    let size = Self.little(UInt32(truncatingIfNeeded: directory.count))
    guard offset + UInt64(truncatingIfNeeded: directory.count) < 0xFFFF_FFFF else {
      throw SystemError(code: EFBIG)
    }
    let number = Self.little(UInt16(truncatingIfNeeded: count))
    try write(directory)
    try write([0x50, 0x4B, 5, 6, 0, 0, 0, 0] + number + number + size + start + [0, 0])
  }

  private mutating func write(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
      if written > 0 {
        rest = rest.dropFirst(written)
      } else if errno != EINTR {
        throw SystemError(code: errno)
      }
    }
    offset += UInt64(truncatingIfNeeded: bytes.count)
  }

  private static func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }
}

/// The CRC-32 checksum of ZIP (ISO 3309).
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(truncatingIfNeeded: byte)) { sum, _ in
      sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1
    }
  }

  static func sum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { sum, byte in
      table[Int(truncatingIfNeeded: (sum ^ UInt32(truncatingIfNeeded: byte)) & 0xFF)] ^ (sum >> 8)
    }
  }
}
