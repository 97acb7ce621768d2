import Base
import Foundation

/// All connections of a server, each on its own thread.
final class Connections: Sendable {
  enum Mark {
    case waits, works
    /// The client sent the cookie, or a valid pass.
    case isKnown
  }

  private struct Entry {
    let socket: Socket
    var isKnown = false
    /// When the connection began to wait for its client; nil while it works.
    var waitingSince: ContinuousClock.Instant?
    /// Whether the connection is closing: it made room for another one, or was refused.
    var isDropped = false
  }

  private struct State {
    var entries: [Int: Entry] = [:]
    var next = 0
    var isStopped = false
  }

  private enum Decision {
    case served(Int)
    /// There are too many connections, and none is waiting.
    case refused(Int)
    case none
  }

  private let state = Mutex(State())
  private let threads = DispatchGroup()
  private let most: Int

  init(most: Int) { self.most = most }

  /// Runs `body` on a new thread, then closes the socket. `isServed` is false if the connection is
  /// to be refused; `mark` records changes of the connection.
  ///
  /// If there are too many connections, the one that has waited longest for a request is closed, so
  /// that slow clients do not keep others out. Connections that sent no cookie or pass are closed
  /// first. If none is waiting, the new one is refused. After `stop`, or if twice the maximum are
  /// open, closes the socket without running `body`.
  func begin(
    _ socket: Socket,
    _ body: @escaping @Sendable (_ isServed: Bool, _ mark: @escaping (Mark) -> Void) -> Void
  ) {
    let decision = decide(on: socket)
    let (id, isServed): (Int, Bool)
    switch decision {
    case .served(let number): (id, isServed) = (number, true)
    case .refused(let number): (id, isServed) = (number, false)
    case .none:
      close(socket.descriptor)
      return
    }
    threads.enter()
    let thread = Thread { [self] in
      body(isServed) { self.note($0, of: id) }
      // Removed before closing: the system may give another socket this descriptor, which no other
      // thread may shut down.
      state.withLock { $0.entries[id] = nil }
      close(socket.descriptor)
      threads.leave()
    }
    // As large as the main thread's stack: pages parse deeply nested texts.
    thread.stackSize = 8 << 20
    thread.start()
  }

  /// Shuts down all connections, and waits for their threads.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      for entry in state.entries.values { entry.socket.end() }
    }
    threads.wait()
  }

  private func decide(on socket: Socket) -> Decision {
    state.withLock { state in
      // Includes closing connections, which end soon.
      guard !state.isStopped, state.entries.count < 2 * most else { return .none }
      state.next &+= 1
      let id = state.next
      let counted = state.entries.filter { !$0.value.isDropped }
      var isServed = counted.count < most
      if !isServed { isServed = Self.dropOne(&state) }
      state.entries[id] = Entry(
        socket: socket, waitingSince: isServed ? .now : nil, isDropped: !isServed)
      return isServed ? .served(id) : .refused(id)
    }
  }

  /// Closes one waiting connection, if there is one, so that another file can be opened.
  func makeRoom() { state.withLock { _ = Self.dropOne(&$0) } }

  /// Closes one waiting connection. Returns false if none is waiting.
  private static func dropOne(_ state: inout State) -> Bool {
    let waiting = state.entries.compactMap { id, entry in
      entry.isDropped ? nil : entry.waitingSince.map { (id: id, isKnown: entry.isKnown, since: $0) }
    }
    let first = waiting.min { one, other in
      one.isKnown == other.isKnown ? one.since < other.since : other.isKnown
    }
    guard let first else { return false }
    state.entries[first.id]?.isDropped = true
    state.entries[first.id]?.socket.end()
    return true
  }

  private func note(_ mark: Mark, of id: Int) {
    state.withLock { state in
      switch mark {
      case .waits: state.entries[id]?.waitingSince = .now
      case .works: state.entries[id]?.waitingSince = nil
      case .isKnown: state.entries[id]?.isKnown = true
      }
    }
  }
}
