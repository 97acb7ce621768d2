import Foundation
import Testing

@testable import WebServer

/// A client that sends any bytes. It waits at most 60 seconds for anything.
final class Client {
  private let descriptor: Int32

  /// To 127.0.0.1, or to `::1`.
  init(_ port: Int, overSix: Bool = false) throws {
    let family = overSix ? AF_INET6 : AF_INET
    #if canImport(Darwin)
      descriptor = socket(family, SOCK_STREAM, 0)
    #else
      descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var patience = timeval(tv_sec: 60, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
    guard Loopback.call(connect, descriptor, port, overSix: overSix) == 0 else {
      throw PortError(code: errno)
    }
  }

  deinit { close(descriptor) }

  /// Returns false if the server does not take them any more.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress, $0.count, flags)
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  func endSending() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  /// Whether the server has sent something, or has closed.
  var hasAnswer: Bool {
    var state = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: POLLIN), revents: 0)
    return poll(&state, 1, 0) > 0
  }

  /// All that comes until the server closes; nil if it does not close.
  func rest() -> String? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count == 0 || count < 0 && errno == ECONNRESET {
        return String(decoding: bytes, as: UTF8.self)
      }
      if count < 0 { return nil }
      bytes += buffer.prefix(count)
    }
  }

  /// One answer with its body, on a connection that goes on.
  func answer() -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    func take() -> Bool {
      guard recv(descriptor, &byte, 1, 0) == 1 else { return false }
      bytes.append(byte)
      return true
    }
    while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      guard take() else { return nil }
    }
    let head = String(decoding: bytes, as: UTF8.self)
    let length = head.firstMatch(of: /Content-Length: (\d+)/).flatMap { Int($0.output.1) } ?? 0
    for _ in 0..<length { guard take() else { return nil } }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The loopback addresses.
enum Loopback {
  /// Calls `connect` or `bind` with 127.0.0.1, or with `::1`.
  static func call(
    _ function: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32, _ descriptor: Int32,
    _ port: Int, overSix: Bool
  ) -> Int32 {
    if overSix {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = UInt16(port).bigEndian
      inet_pton(AF_INET6, "::1", &address.sin6_addr)
      return call(function, descriptor, &address)
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return call(function, descriptor, &address)
  }

  private static func call<Address>(
    _ function: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32, _ descriptor: Int32,
    _ address: inout Address
  ) -> Int32 {
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        function(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
      }
    }
  }

  /// Whether this machine has `::1`.
  static var hasSix: Bool {
    guard let descriptor = held(0, overSix: true) else { return false }
    close(descriptor)
    return true
  }

  /// A socket of another program that has the port; nil if it is taken.
  static func held(_ port: Int, overSix: Bool) -> Int32? {
    #if canImport(Darwin)
      let stream = SOCK_STREAM
    #else
      let stream = Int32(SOCK_STREAM.rawValue)
    #endif
    let descriptor = socket(overSix ? AF_INET6 : AF_INET, stream, 0)
    guard descriptor >= 0 else { return nil }
    guard call(bind, descriptor, port, overSix: overSix) == 0, listen(descriptor, 1) == 0 else {
      close(descriptor)
      return nil
    }
    return descriptor
  }
}

/// A site that says what it is asked.
struct EchoSite: WebSite {
  var root = "room"
  var body: @Sendable (WebRequest) -> String = { request in
    let fields = request.form.map { "\($0.name)=\($0.value)" }
    return "\(request.method) \(request.path) \(fields)"
  }

  func response(to request: WebRequest) -> WebResponse {
    WebResponse(body: Array(body(request).utf8))
  }
}

/// A running server, and what a browser that was let in sends.
final class Room {
  let server: WebServer
  let cookie: String
  var port: Int { server.port }

  init(
    _ site: any WebSite = EchoSite(), isReadOnly: Bool = false, limits: Limits = Limits()
  ) throws {
    server = try WebServer(
      site: site, isReadOnly: isReadOnly, limits: limits, redeem: { $0 == "pass" })
    let client = try Client(server.port)
    client.send("GET /room/enter?t=pass HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n")
    let answer = try #require(client.answer())
    cookie = String(try #require(answer.firstMatch(of: /Set-Cookie: ([^;]*);/)).output.1)
  }

  deinit { server.stop() }

  /// `GET / HTTP/1.1`, with the root before the path, the headers of a browser, and `more`.
  func request(_ line: String, more: [String] = [], body: String = "") -> String {
    let headers = ["Host: 127.0.0.1:\(port)", "Cookie: \(cookie)", "Sec-Fetch-Site: same-origin"]
    let words = line.split(separator: " ", maxSplits: 1)
    let below =
      words.count == 2 && words[1].hasPrefix("/") ? "\(words[0]) /room\(words[1])" : line
    return ([below] + headers + more).joined(separator: "\r\n") + "\r\n\r\n" + body
  }

  func form(_ body: String) -> String {
    request(
      "POST /list HTTP/1.1",
      more: [
        "Content-Type: application/x-www-form-urlencoded", "Content-Length: \(body.utf8.count)",
      ],
      body: body)
  }

  /// Whether a good request is answered on a new connection.
  func answers() throws -> Bool {
    let client = try Client(port)
    client.send(request("GET /fine HTTP/1.1"))
    return client.answer()?.hasSuffix("get [\"fine\"] []") == true
  }
}
