internal import Foundation
internal import Notebook

/// Pictures from the network.
enum FoundPicture {
  /// The cover, if the bytes are a picture that the app shows: by its first bytes, whatever its sender says.
  /// Very small ones stand for “none”.
  static func cover(_ bytes: [UInt8]) -> NoteCover? {
    guard bytes.count >= 500, let type = type(of: bytes),
      let size = PixelSize(header: { offset, count in
        guard offset >= 0, count >= 0, bytes.count - count >= offset else { return nil }
        return Array(bytes[offset..<(offset + count)])
      }),
      sides.contains(size.width), sides.contains(size.height)
    else { return nil }
    return NoteCover(mimeType: type, data: Data(bytes))
  }

  private static let sides = 50...4000

  private static func type(of bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
    if bytes.starts(with: Array("GIF8".utf8)) { return "image/gif" }
    if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) {
      return "image/webp"
    }
    return nil
  }
}
