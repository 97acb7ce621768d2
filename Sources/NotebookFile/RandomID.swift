import Base
package import Foundation

extension UUID {
  /// Replaces the system's random bits in tests that reproduce a failure by a seed.
  @TaskLocal package static var randomBits: (@Sendable () -> UInt64)?

  /// Returns a new random UUID (version 4).
  ///
  /// Foundation's initializer uses uninitialized memory if the system cannot open its source of
  /// randomness, as in a process with too many open files.
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
