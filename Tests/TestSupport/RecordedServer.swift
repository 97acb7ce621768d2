import Base
package import Foundation

/// A small HTTP server on this machine's loopback, which answers as a test says: with recorded answers, or as
/// a bad server does. It serves until it is released, each connection on a thread and for a minute at most.
package final class RecordedServer: Sendable {
  /// The way to answer.
  package enum Reply: Sendable {
    case answer(status: Int, headers: [String: String] = [:], body: [UInt8] = [])
    /// Headers, then zeros until the client leaves or a gigabyte was sent. With `declared`, they say so.
    case gigabyte(declared: Bool)
    /// Headers, then a byte ten times a second.
    case drip
    /// Not a byte, until the client leaves.
    case nothing
    /// The connection ends in the middle of the answer.
    case brokenOff

    /// JSON with status 200.
    package static func json(_ text: String) -> Reply {
      .answer(
        status: 200, headers: ["Content-Type": "application/json; charset=utf-8"],
        body: Array(text.utf8))
    }
  }

  private let socket: Int32
  private let asked = Mutex<[String]>([])
  /// The address, such as `http://127.0.0.1:41234`.
  package let address: String

  /// The paths that were asked for, in their order.
  package var paths: [String] { asked.withLock { $0 } }

  /// Serves `reply`, which gets a path with its query: `/HOST/PATH`.
  package init(_ reply: @escaping @Sendable (String) -> Reply) throws {
    #if canImport(Darwin)
      let kind = SOCK_STREAM
    #else
      let kind = Int32(SOCK_STREAM.rawValue)
    #endif
    socket = Foundation.socket(AF_INET, kind, 0)
    var local = sockaddr_in()
    local.sin_family = sa_family_t(AF_INET)
    local.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = socket
    let isListening = withUnsafeMutablePointer(to: &local) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        bind(descriptor, generic, size) == 0 && listen(descriptor, 8) == 0
          && getsockname(descriptor, generic, &size) == 0
      }
    }
    guard isListening else { throw POSIXError(.EADDRNOTAVAIL) }
    address = "http://127.0.0.1:\(UInt16(bigEndian: local.sin_port))"
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    Thread.detachNewThread { [weak self] in
      while true {
        let client = accept(descriptor, nil, nil)
        guard client >= 0 else {
          // Here, and not before: the number could be another server's by now.
          close(descriptor)
          return
        }
        _ = fcntl(client, F_SETFD, FD_CLOEXEC)
        Thread.detachNewThread { [weak self] in
          defer { close(client) }
          guard let path = Self.path(asked: client) else { return }
          self?.asked.withLock { $0.append(path) }
          Self.send(reply(path), to: client)
        }
      }
    }
  }

  deinit { shutdown(socket, Int32(SHUT_RDWR)) }

  /// The path of the request.
  private static func path(asked client: Int32) -> String? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while bytes.count < 64 << 10 {
      let count = recv(client, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      bytes += buffer.prefix(count)
      let text = String(decoding: bytes, as: UTF8.self)
      if text.contains("\r\n\r\n") {
        return text.split(separator: " ").dropFirst().first.map(String.init)
      }
    }
    return nil
  }

  private static func send(_ reply: Reply, to client: Int32) {
    switch reply {
    case .answer(let status, let headers, let body):
      var headers = headers
      headers["Content-Length"] = "\(body.count)"
      if write(head(status, headers) + body, to: client) { drain(client) }
    case .gigabyte(let declared):
      let most = 1 << 30
      var headers = ["Content-Type": "application/json"]
      if declared { headers["Content-Length"] = "\(most)" }
      guard write(head(200, headers), to: client) else { return }
      let part = [UInt8](repeating: 0x20, count: 1 << 20)
      for _ in 0..<(most / part.count) where !write(part, to: client) { return }
    case .drip:
      guard write(head(200, ["Content-Type": "application/json"]), to: client) else { return }
      for _ in 0..<600 {
        guard write([0x20], to: client) else { return }
        usleep(100_000)
      }
    case .nothing: drain(client)
    case .brokenOff:
      _ = write(
        head(200, ["Content-Type": "application/json", "Content-Length": "100"]), to: client)
    }
  }

  private static func head(_ status: Int, _ headers: [String: String]) -> [UInt8] {
    let lines = headers.sorted { $0.key < $1.key }.map { "\($0): \($1)\r\n" }.joined()
    return Array("HTTP/1.1 \(status) Status\r\n\(lines)Connection: close\r\n\r\n".utf8)
  }

  /// Waits for the client to leave, at most a minute.
  private static func drain(_ client: Int32) {
    var entry = pollfd(fd: client, events: Int16(POLLIN), revents: 0)
    _ = poll(&entry, 1, 60_000)
  }

  /// Whether all of it was sent.
  private static func write(_ bytes: [UInt8], to client: Int32) -> Bool {
    #if canImport(Darwin)
      let flags: Int32 = 0
      var yes: Int32 = 1
      setsockopt(client, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.send(client, $0.baseAddress, $0.count, flags) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

extension RecordedServer {
  /// The folder of the recorded answers.
  package static let answers = Repository.root.appending(path: "Tests/BookLookupTests/Answers")

  /// Serves the recorded answers: `index.txt` there has lines of a part of a path and of a file's name, of
  /// which the first that fits counts. All else is not found.
  package static func recorded() throws -> RecordedServer {
    let index = try String(contentsOf: answers.appending(path: "index.txt"), encoding: .utf8)
    let rules = index.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: " ").map(String.init) }
    return try RecordedServer { path in
      let rule = rules.first { $0.count == 2 && path.contains($0[0]) }
      guard let name = rule?[1], let body = try? Data(contentsOf: answers.appending(path: name))
      else {
        return .answer(
          status: 404, headers: ["Content-Type": "application/json"], body: Array("{}".utf8))
      }
      let type = name.hasSuffix(".json") ? "application/json" : "image/png"
      return .answer(status: 200, headers: ["Content-Type": type], body: Array(body))
    }
  }
}
