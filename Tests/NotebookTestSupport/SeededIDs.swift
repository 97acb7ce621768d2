import Base
import Foundation
import NotebookFile
import Synchronization

/// Runs `body` with ids that follow from `seed`, so that a failure comes again: of two writes at one time the one with
/// the greater id counts.
package func withSeededIDs<Value>(_ seed: UInt64, _ body: () throws -> Value) rethrows -> Value {
  let generator = Mutex(SeededGenerator(seed: ~seed))
  return try UUID.$randomBits.withValue({ generator.withLock { $0.next() } }, operation: body)
}
