import Base
import Foundation

package struct PortError: Error {
  /// The value of `errno`.
  package let code: Int32
}

/// The sockets that listen on 127.0.0.1 and, if available, `::1`, with the same port. Browsers use
/// either for `localhost`, so another user must not get one of them.
struct Listener: Sendable {
  let port: Int
  private let descriptors: [Int32]
  /// A pipe that wakes the waiting thread.
  private let waker: PipeEnds

  /// Maximum number of free ports to try: another user may have taken a port on one of the
  /// addresses.
  private static let mostTries = 100

  /// Listens on addresses, not on a name: `localhost` may resolve to another address, and an empty
  /// name to all networks. For 0, chooses a port that is free on both addresses. Throws `PortError`
  /// if the port is taken on either address, or if a system call fails.
  init(port: Int) throws(PortError) {
    guard let ends = PipeEnds() else { throw PortError(code: errno) }
    do throws(PortError) {
      (descriptors, self.port) = try Self.opened(port)
      waker = ends
    } catch {
      ends.close()
      throw error
    }
  }

  private static func opened(_ port: Int) throws(PortError) -> ([Int32], Int) {
    var tries = 0
    while true {
      do throws(PortError) {
        let (four, port) = try opened(AF_INET, port)
        do throws(PortError) {
          return ([four, try opened(AF_INET6, port).descriptor], port)
        } catch {
          // The system has no IPv6, or no IPv6 loopback.
          if [EAFNOSUPPORT, EADDRNOTAVAIL].contains(error.code) { return ([four], port) }
          Foundation.close(four)
          throw error
        }
      } catch {
        tries += 1
        guard port == 0, error.code == EADDRINUSE, tries < mostTries else { throw error }
      }
    }
  }

  private static func opened(
    _ family: Int32, _ port: Int
  ) throws(PortError) -> (descriptor: Int32, port: Int) {
    #if canImport(Darwin)
      let stream = SOCK_STREAM
    #else
      let stream = Int32(truncatingIfNeeded: SOCK_STREAM.rawValue)
    #endif
    let descriptor = socket(family, stream, 0)
    guard descriptor >= 0 else { throw PortError(code: errno) }
    do throws(PortError) {
      try check(fcntl(descriptor, F_SETFD, FD_CLOEXEC))
      // Allows a port whose last connections have just ended.
      try set(SOL_SOCKET, SO_REUSEADDR, of: descriptor)
      if family == AF_INET6 {
        try set(Int32(truncatingIfNeeded: IPPROTO_IPV6), IPV6_V6ONLY, of: descriptor)
      }
      let bound =
        family == AF_INET6 ? try bindSix(descriptor, port) : try bindFour(descriptor, port)
      try check(listen(descriptor, 128))
      // A client may disconnect before it is accepted.
      try check(fcntl(descriptor, F_SETFL, O_NONBLOCK))
      return (descriptor, bound)
    } catch {
      Foundation.close(descriptor)
      throw error
    }
  }

  /// Returns the next client; nil after `wake`. If the system has no descriptor or memory left,
  /// calls `makeRoom`, which should close a connection, and tries again.
  func accept(makeRoom: () -> Void) -> Socket? {
    let events = Int16(truncatingIfNeeded: POLLIN)
    while true {
      var states = ([waker.reading] + descriptors).map {
        pollfd(fd: $0, events: events, revents: 0)
      }
      guard poll(&states, nfds_t(states.count), -1) > 0 else { continue }
      if states.first?.revents != 0 { return nil }
      for state in states.dropFirst() where state.revents != 0 {
        let client = Foundation.accept(state.fd, nil, nil)
        if client >= 0 { return prepared(client) }
        if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) {
          makeRoom()
          usleep(10_000)
        }
      }
    }
  }

  private func prepared(_ client: Int32) -> Socket {
    _ = fcntl(client, F_SETFD, FD_CLOEXEC)
    #if canImport(Darwin)
      try? Self.set(SOL_SOCKET, SO_NOSIGPIPE, of: client)
    #endif
    return Socket(descriptor: client)
  }

  /// Makes `accept` return nil.
  func wake() { _ = write(waker.writing, "x", 1) }

  /// Closes the sockets. Call once, when no thread is in `accept`.
  func close() {
    for file in descriptors + [waker.reading, waker.writing] { Foundation.close(file) }
  }

  // MARK: Addresses

  /// Binds to 127.0.0.1. Returns the port, which the system chooses for 0.
  private static func bindFour(_ descriptor: Int32, _ port: Int) throws(PortError) -> Int {
    var address = sockaddr_in()
    #if canImport(Darwin)
      address.sin_len = UInt8(truncatingIfNeeded: MemoryLayout<sockaddr_in>.size)
    #endif
    address.sin_family = sa_family_t(truncatingIfNeeded: AF_INET)
    address.sin_port = UInt16(clamping: port).bigEndian
    address.sin_addr.s_addr = UInt32(bigEndian: 0x7F00_0001)
    try bind(descriptor, to: &address)
    return Int(UInt16(bigEndian: address.sin_port))
  }

  private static func bindSix(_ descriptor: Int32, _ port: Int) throws(PortError) -> Int {
    var address = sockaddr_in6()
    #if canImport(Darwin)
      address.sin6_len = UInt8(truncatingIfNeeded: MemoryLayout<sockaddr_in6>.size)
    #endif
    address.sin6_family = sa_family_t(truncatingIfNeeded: AF_INET6)
    address.sin6_port = UInt16(clamping: port).bigEndian
    inet_pton(AF_INET6, "::1", &address.sin6_addr)
    try bind(descriptor, to: &address)
    return Int(UInt16(bigEndian: address.sin6_port))
  }

  /// Binds the socket, and stores the resulting address in `address`.
  private static func bind<Address>(
    _ descriptor: Int32, to address: inout Address
  ) throws(PortError) {
    var size = socklen_t(MemoryLayout<Address>.size)
    let status = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        Foundation.bind(descriptor, address, size) == 0
          ? getsockname(descriptor, address, &size) : -1
      }
    }
    try check(status)
  }

  private static func set(
    _ level: Int32, _ option: Int32, of descriptor: Int32
  ) throws(PortError) {
    var yes: Int32 = 1
    try check(
      setsockopt(descriptor, level, option, &yes, socklen_t(MemoryLayout<Int32>.size)))
  }

  private static func check(_ status: Int32) throws(PortError) {
    guard status >= 0 else { throw PortError(code: errno) }
  }
}
