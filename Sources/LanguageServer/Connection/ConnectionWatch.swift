import Base
import Foundation

/// Detects that the client closed an end of the connection, even while the server neither reads nor
/// writes. The server does not read while too much work is unfinished, and cannot write while the
/// client does not read.
final class ConnectionWatch: Sendable {
  enum End: Sendable { case input, output }

  /// The writing end of the pipe that is closed to stop the watch; -1 if the system could not
  /// create a pipe.
  private let stopping: Int32

  /// Calls `closed`, on a separate thread, for each end that is closed. The input counts as closed
  /// once the client cannot write any more, even if unread bytes remain.
  init(input: Int32, output: Int32, _ closed: @escaping @Sendable (End) -> Void) {
    guard let ends = PipeEnds() else {
      stopping = -1
      return
    }
    stopping = ends.writing
    let thread = Thread {
      Self.watch([(input, .input), (output, .output)], until: ends.reading, closed)
      close(ends.reading)
    }
    thread.stackSize = 256 << 10
    thread.start()
  }

  func stop() { if stopping >= 0 { close(stopping) } }

  private static func watch(
    _ ends: [(descriptor: Int32, end: End)], until stopped: Int32, _ closed: (End) -> Void
  ) {
    #if canImport(Darwin)
      let hangUp: Int16 = 0
    #else
      // POLLRDHUP: the peer of a socket has stopped writing. Swift does not import the constant
      // without a feature macro.
      let hangUp: Int16 = 0x2000
    #endif
    var watched = ends
    while true {
      // `poll` reports errors and hang-ups even if they are not requested.
      var descriptors = watched.map {
        pollfd(fd: $0.descriptor, events: $0.end == .input ? hangUp : 0, revents: 0)
      }
      descriptors.append(pollfd(fd: stopped, events: 0, revents: 0))
      let ready = poll(&descriptors, nfds_t(descriptors.count), -1)
      if ready < 0, errno == EINTR { continue }
      guard ready > 0, descriptors.last?.revents == 0 else { return }
      let gone = zip(descriptors, watched).filter { $0.0.revents != 0 }.map(\.1)
      watched.removeAll { one in gone.contains { $0.end == one.end } }
      for one in gone { closed(one.end) }
    }
  }
}
