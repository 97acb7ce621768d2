import Base
package import Foundation

extension UUID {
  /// A new random id (UUID version 4).
  ///
  /// Foundation's own takes whatever is in memory for random when the system refuses to open its
  /// source, as it does when a process has too many files open.
  package static func random() -> UUID {
    var generator = SystemRandomNumberGenerator()
    var id: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    var bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    bytes.makeUUID(version: 4)
    withUnsafeMutableBytes(of: &id) { $0.copyBytes(from: bytes) }
    return UUID(uuid: id)
  }
}
