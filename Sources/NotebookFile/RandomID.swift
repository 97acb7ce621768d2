package import Foundation

extension UUID {
  /// A new random id (UUID version 4).
  ///
  /// Foundation's own takes whatever is in memory for random when the system refuses to open its
  /// source, as it does when a process has too many files open.
  package static func random() -> UUID {
    var generator = SystemRandomNumberGenerator()
    var id: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &id) { bytes in
      for index in bytes.indices {
        bytes[index] = UInt8.random(in: .min ... .max, using: &generator)
      }
      bytes[6] = bytes[6] & 0x0F | 0x40
      bytes[8] = bytes[8] & 0x3F | 0x80
    }
    return UUID(uuid: id)
  }
}
