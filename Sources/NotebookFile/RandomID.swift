import Base
package import Foundation

extension UUID {
  /// The random bits of ids instead of the system's, for tests whose seed has to repeat a failure.
  @TaskLocal package static var randomBits: (@Sendable () -> UInt64)?

  /// A new random id (UUID version 4).
  ///
  /// Foundation's own takes whatever is in memory for random when the system refuses to open its
  /// source, as it does when a process has too many files open.
  package static func random() -> UUID {
    var generator = SystemRandomNumberGenerator()
    let words = (0..<2).map { _ in randomBits?() ?? generator.next() }
    var id: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    var bytes = words.flatMap { word in withUnsafeBytes(of: word) { Array($0) } }
    bytes.makeUUID(version: 4)
    withUnsafeMutableBytes(of: &id) { $0.copyBytes(from: bytes) }
    return UUID(uuid: id)
  }
}
