import Base
import Foundation

/// Shows a site to the browsers of this machine, over HTTP/1.1 on 127.0.0.1 and `::1`.
///
/// Each connection has a thread, of which a few make pages at the same time. It knows nothing of notes.
package final class WebServer: Sendable {
  private let listener: Listener
  private let connections: Connections
  private let visits: Visits
  private let accepting = DispatchGroup()
  private let isStopped = Mutex(false)

  /// The port on which it listens.
  package var port: Int { listener.port }

  /// Begins to listen on `port`, or on any that is free for 0. `redeem` says whether a pass, which it then
  /// uses up, lets a browser in; it may block. Throws `PortError`.
  package init(
    site: any WebSite, port: Int = 0, isReadOnly: Bool = false, limits: Limits = Limits(),
    visits: Visits = Visits(), redeem: @escaping @Sendable (_ pass: String) -> Bool
  ) throws {
    listener = try Listener(port: port)
    connections = Connections(most: limits.connections(withFiles: Self.mostFiles))
    self.visits = visits
    let reception = Reception(
      requestGuard: RequestGuard(
        port: listener.port, root: Secret(text: site.root), cookie: Secret(),
        isReadOnly: isReadOnly, limits: limits),
      site: site, redeem: redeem)
    let places = Places(limits)
    accepting.enter()
    Thread.detachNewThread { [listener, connections, accepting] in
      while let socket = listener.accept(makeRoom: connections.makeRoom) {
        connections.begin(socket) { isServed, mark in
          let connection = Connection(socket, reception, visits, places, mark: mark)
          if isServed { connection.run() } else { connection.refuse(.tooManyConnections) }
        }
      }
      accepting.leave()
    }
  }

  /// The files that the process may have open.
  private static var mostFiles: Int {
    let most = sysconf(Int32(truncatingIfNeeded: _SC_OPEN_MAX))
    return most > 0 ? most : .max
  }

  /// The time without a request of a browser that was let in.
  package var idle: Duration { visits.idle }

  /// Closes all connections and waits for the pages that are being made. The second time it does nothing.
  package func stop() {
    let isFirst = isStopped.withLock { stopped in
      defer { stopped = true }
      return !stopped
    }
    guard isFirst else { return }
    listener.wake()
    accepting.wait()
    listener.close()
    connections.stop()
  }
}
