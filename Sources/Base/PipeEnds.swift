import Foundation

/// The ends of a pipe. Children do not inherit them: a child with the writing end open would keep a reader from
/// seeing the end of the data.
package struct PipeEnds: Sendable {
  package let reading: Int32
  package let writing: Int32

  /// Returns nil if the system has no pipe left.
  package init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0, let reading = ends.first, let writing = ends.last else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (self.reading, self.writing) = (reading, writing)
  }

  package func close() {
    _ = Foundation.close(reading)
    _ = Foundation.close(writing)
  }
}
