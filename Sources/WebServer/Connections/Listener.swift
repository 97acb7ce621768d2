internal import Foundation

/// The reason why a port cannot be used.
package struct PortError: Error {
  /// The value of `errno`.
  package let code: Int32
}

/// A socket to which clients of this machine connect.
struct Listener: Sendable {
  let port: Int
  private let descriptor: Int32
  /// A pipe that wakes the thread that waits.
  private let waker: (reading: Int32, writing: Int32)

  /// Listens on 127.0.0.1. It is no name: `localhost` may lead elsewhere, and an empty one to all networks.
  init(port: Int) throws(PortError) {
    #if canImport(Darwin)
      let stream = SOCK_STREAM
    #else
      let stream = Int32(truncatingIfNeeded: SOCK_STREAM.rawValue)
    #endif
    let descriptor = socket(AF_INET, stream, 0)
    guard descriptor >= 0 else { throw PortError(code: errno) }
    do throws(PortError) {
      try Self.check(fcntl(descriptor, F_SETFD, FD_CLOEXEC))
      // A port whose last connections are just over can be used at once.
      var yes: Int32 = 1
      try Self.check(
        setsockopt(
          descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size)))
      self.port = try Self.bind(descriptor, port)
      try Self.check(listen(descriptor, 128))
      // A client may be gone before it is accepted.
      try Self.check(fcntl(descriptor, F_SETFL, O_NONBLOCK))
      var ends: [Int32] = [-1, -1]
      try Self.check(pipe(&ends))
      guard let reading = ends.first, let writing = ends.last else { throw PortError(code: EMFILE) }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      (self.descriptor, waker) = (descriptor, (reading, writing))
    } catch {
      Foundation.close(descriptor)
      throw error
    }
  }

  /// The next client. Returns nil after `wake`.
  func accept() -> Socket? {
    while true {
      let events = Int16(truncatingIfNeeded: POLLIN)
      var states = [
        pollfd(fd: waker.reading, events: events, revents: 0),
        pollfd(fd: descriptor, events: events, revents: 0),
      ]
      guard poll(&states, nfds_t(states.count), -1) > 0 else { continue }
      if states.first?.revents != 0 { return nil }
      let client = Foundation.accept(descriptor, nil, nil)
      if client >= 0 {
        _ = fcntl(client, F_SETFD, FD_CLOEXEC)
        #if canImport(Darwin)
          var yes: Int32 = 1
          setsockopt(client, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
        #endif
        return Socket(descriptor: client)
      }
      // Too many files are open: some are closed soon.
      if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) { usleep(50_000) }
    }
  }

  /// Has `accept` return nil.
  func wake() { _ = write(waker.writing, "x", 1) }

  /// To be called once, when no thread is in `accept`.
  func close() {
    for file in [descriptor, waker.reading, waker.writing] { Foundation.close(file) }
  }

  /// Returns the port, which the system chooses for 0.
  private static func bind(_ descriptor: Int32, _ port: Int) throws(PortError) -> Int {
    var address = sockaddr_in()
    #if canImport(Darwin)
      address.sin_len = UInt8(truncatingIfNeeded: MemoryLayout<sockaddr_in>.size)
    #endif
    address.sin_family = sa_family_t(truncatingIfNeeded: AF_INET)
    address.sin_port = UInt16(clamping: port).bigEndian
    address.sin_addr.s_addr = UInt32(bigEndian: 0x7F00_0001)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        Foundation.bind(descriptor, address, size) == 0
          ? getsockname(descriptor, address, &size) : -1
      }
    }
    try check(status)
    return Int(UInt16(bigEndian: address.sin_port))
  }

  private static func check(_ status: Int32) throws(PortError) {
    guard status >= 0 else { throw PortError(code: errno) }
  }
}
