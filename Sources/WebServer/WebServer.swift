import Base
import Foundation

/// Serves a site to the browsers of this machine, over HTTP/1.1 on 127.0.0.1 and `::1`.
///
/// Each connection has a thread; only a few create pages at the same time (`Limits.makers`).
package final class WebServer: Sendable {
  private let listener: Listener
  private let connections: Connections
  private let visits: Visits
  private let accepting = DispatchGroup()
  private let isStopped = Mutex(false)

  package var port: Int { listener.port }

  /// Starts listening on `port`, or on any free port for 0. `redeem` uses up a pass, and returns
  /// whether it lets a browser in; it may block. Throws `PortError` if the server cannot listen.
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
    let slots = WorkSlots(limits)
    accepting.enter()
    Thread.detachNewThread { [listener, connections, accepting] in
      while let socket = listener.accept(makeRoom: connections.makeRoom) {
        connections.begin(socket) { isServed, mark in
          let connection = Connection(socket, reception, visits, slots, mark: mark)
          if isServed { connection.run() } else { connection.refuse(.tooManyConnections) }
        }
      }
      accepting.leave()
    }
  }

  private static var mostFiles: Int {
    let most = sysconf(Int32(truncatingIfNeeded: _SC_OPEN_MAX))
    return most > 0 ? most : .max
  }

  /// Time since the last answer to a browser that was let in, or since the start; zero while a
  /// request is being answered.
  package var idle: Duration { visits.idle }

  /// Closes all connections, and waits for pages that are being created. Later calls have no
  /// effect.
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
