import Foundation

/// The file descriptors of a pipe. Programs that this one starts do not inherit them: an inherited
/// writing end would hide the end of the data from the reader.
package struct PipeEnds: Sendable {
  package let reading: Int32
  package let writing: Int32

  /// Returns nil if pipe(2) fails, for example because too many files are open.
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
