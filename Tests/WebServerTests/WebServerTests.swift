import Base
import Foundation
import Testing

@testable import WebServer

/// A real server on this machine, and a client that sends any bytes.
@Suite struct WebServerTests {
  private func status(_ answer: String?) -> Int? {
    answer?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
  }

  /// The answer to bytes after which the server closes.
  private func status(_ room: Room, sending text: String) throws -> Int? {
    let client = try Client(room.port)
    client.send(text)
    return status(client.rest())
  }

  @Test func oneConnectionTakesManyRequests() throws {
    let room = try Room()
    let client = try Client(room.port)
    for number in 0..<20 {
      client.send(room.request("GET /book/\(number) HTTP/1.1"))
      #expect(client.answer()?.hasSuffix("get [\"book\", \"\(number)\"] []") == true)
      client.send(room.form("a=b+%C3%BC&n=\(number)"))
      #expect(
        client.answer()?.hasSuffix("post [\"list\"] [\"a=b \u{fc}\", \"n=\(number)\"]") == true)
    }
    // Several at once are answered in their order.
    client.send(
      room.request("GET /1 HTTP/1.1") + room.form("a=2") + room.request("GET /3 HTTP/1.1"))
    #expect(client.answer()?.hasSuffix("get [\"1\"] []") == true)
    #expect(client.answer()?.hasSuffix("post [\"list\"] [\"a=2\"]") == true)
    #expect(client.answer()?.hasSuffix("get [\"3\"] []") == true)
    client.send(room.request("GET /4 HTTP/1.1", more: ["Connection: close"]))
    #expect(client.rest()?.contains("\r\nConnection: close\r\n") == true)
  }

  @Test func headIsAnsweredFromGet() throws {
    let room = try Room()
    let client = try Client(room.port)
    client.send(room.request("HEAD /a HTTP/1.1", more: ["Connection: close"]))
    let answer = try #require(client.rest())
    #expect(answer.contains("\r\nContent-Length: \("get [\"a\"] []".utf8.count)\r\n"))
    #expect(answer.hasSuffix("\r\n\r\n"))
  }

  @Test func aPassLetsIn() throws {
    let room = try Room()
    let host = "Host: 127.0.0.1:\(room.port)\r\n"
    let connection = "Connection: close\r\n\r\n"
    #expect(try status(room, sending: "GET /room/ HTTP/1.1\r\n\(host)\r\n") == 403)
    #expect(try status(room, sending: "GET /room/enter?t=other HTTP/1.1\r\n\(host)\r\n") == 403)
    #expect(
      try status(room, sending: "GET /room/enter?t=pass HTTP/1.1\r\n\(host)\(connection)") == 200)
    let again = "GET /room/enter HTTP/1.1\r\n\(host)Cookie: \(room.cookie)\r\n\(connection)"
    #expect(try status(room, sending: again) == 200)
  }

  @Test func readOnlyRefusesForms() throws {
    let room = try Room(isReadOnly: true)
    #expect(try status(room, sending: room.form("a=b")) == 403)
    #expect(try room.answers())
  }

  /// Other machines, and other addresses of this one, find no server.
  @Test func listensOnLoopbackOnly() throws {
    let room = try Room()
    let text = (try? String(contentsOfFile: "/proc/net/tcp", encoding: .utf8)) ?? ""
    guard !text.isEmpty else { return }
    let six = (try? String(contentsOfFile: "/proc/net/tcp6", encoding: .utf8)) ?? ""
    let port = String(room.port, radix: 16, uppercase: true)
    let padded = String(repeating: "0", count: 4 - port.count) + port
    let listening = (text + six).matches(of: #/(?m)^ *\d+: (\w+):(\w{4}) \w+:\w+ 0A /#)
      .filter { $0.output.2 == padded }.map { String($0.output.1) }
    // In the order of bytes of a small-endian machine.
    let loopbacks = ["0100007F", "00000000000000000000000001000000"]
    #expect(listening == Array(loopbacks.prefix(Loopback.hasSix ? 2 : 1)))
  }

  /// A browser that looks for `localhost` comes to us on both addresses.
  @Test func bothLoopbacksAnswer() throws {
    let room = try Room()
    guard Loopback.hasSix else { return }
    for (isSix, host) in [(false, "localhost"), (true, "localhost"), (true, "[::1]")] {
      let client = try Client(room.port, overSix: isSix)
      client.send(
        room.request("GET /a HTTP/1.1").replacing(
          "Host: 127.0.0.1", with: "Host: \(host)"))
      #expect(client.answer()?.hasSuffix("get [\"a\"] []") == true, "\(host)")
    }
    #expect(Loopback.held(room.port, overSix: true) == nil)
  }

  @Test func aTakenPortIsAnError() throws {
    let room = try Room()
    #expect(throws: PortError.self) {
      _ = try WebServer(site: EchoSite(), port: room.port, redeem: { _ in false })
    }
  }

  /// Another user may not have the other half of the port: what asks for `localhost` would come there.
  @Test func aPortThatIsTakenOnOneAddressIsNotUsed() throws {
    guard Loopback.hasSix else { return }
    // A free port, of which a stranger has the second address.
    let room = try Room()
    let port = room.port
    room.server.stop()
    let stranger = try #require(Loopback.held(port, overSix: true))
    defer { close(stranger) }
    #expect(throws: PortError.self) {
      _ = try WebServer(site: EchoSite(), port: port, redeem: { _ in false })
    }
    // The first address of it is free again.
    let other = try #require(Loopback.held(port, overSix: false))
    close(other)
  }

  // MARK: Cookies of others

  /// Another server of this machine may have set as many cookies as a browser keeps.
  @Test func cookiesOfOthersKeepNobodyOut() throws {
    let room = try Room()
    let others = (0..<180).map { "c\($0)=" + String(repeating: "x", count: 4000) }
      .joined(separator: "; ")
    let client = try Client(room.port)
    for cookies in ["\(others); \(room.cookie)", "\(room.cookie); \(others)"] {
      client.send(
        room.request("GET /a HTTP/1.1").replacing(
          "Cookie: \(room.cookie)", with: "Cookie: \(cookies)"))
      #expect(client.answer()?.hasSuffix("get [\"a\"] []") == true)
    }
    // Nor a fresh browser with a pass.
    client.send(
      "GET /room/enter?t=pass HTTP/1.1\r\nHost: 127.0.0.1:\(room.port)\r\nCookie: \(others)\r\n\r\n"
    )
    #expect(client.answer()?.contains("Set-Cookie: commonplace-") == true)
    let tooMany = String(repeating: others + "; ", count: 2)
    #expect(
      try status(
        room,
        sending: room.request("GET /a HTTP/1.1", more: ["Cookie: \(tooMany)"])) == 431)
    #expect(try room.answers())
  }

  /// Those who were let in stay when strangers fill all connections.
  @Test func strangersMakeRoomFirst() throws {
    var limits = Limits()
    limits.connections = 4
    let room = try Room(limits: limits)
    let owner = try Client(room.port)
    owner.send(room.request("GET /a HTTP/1.1"))
    #expect(owner.answer() != nil)
    var strangers: [Client] = []
    for _ in 0..<40 {
      let stranger = try Client(room.port)
      stranger.send("GET /room/ HT")
      strangers.append(stranger)
      owner.send(room.request("GET /a HTTP/1.1"))
      #expect(owner.answer()?.hasSuffix("get [\"a\"] []") == true)
    }
  }

  // MARK: Limits

  @Test func badRequestsGetASentence() throws {
    let room = try Room()
    let both = ["Content-Length: 1", "Transfer-Encoding: chunked"]
    let rows: [(String, Int)] = [
      ("\r\n\r\n", 400), ("nonsense\r\n\r\n", 400), ("GET /\r\n\r\n", 400),
      ("\u{16}\u{3}\u{1}\u{2}\r\n\r\n", 400),
      (room.request("GET / HTTP/1.1", more: both, body: "a"), 400),
      (room.request("POST / HTTP/1.1", more: both, body: "a"), 400),
      (room.request("GET /%zz HTTP/1.1"), 400),
      (room.request("GET / HTTP/1.1", more: ["Content-Length: 1"], body: "a"), 400),
      (room.form("a=%zz"), 400),
      (room.form(String(repeating: "a&", count: 101)), 400),
      (room.request("DELETE / HTTP/1.1"), 405),
      (room.request("POST / HTTP/1.1"), 415),
      (
        room.request("GET / HTTP/1.1", more: ["X: " + String(repeating: "a", count: 16 << 10)]), 431
      ),
      (room.request("GET /\(String(repeating: "a", count: 16 << 10)) HTTP/1.1"), 431),
      (room.request("GET / HTTP/1.1", more: (0..<100).map { "A\($0): b" }), 431),
      (String(repeating: "a", count: 17 << 10), 431),
      ("GET / HTTP/1.1\r\nHost: example.org\r\n\r\n", 421),
      ("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(room.port)\r\n\r\n", 404),
    ]
    for (text, expected) in rows {
      let client = try Client(room.port)
      client.send(text)
      let answer = try #require(client.rest())
      #expect(status(answer) == expected, "\(text.prefix(60))")
      #expect(answer.contains("Connection: close"))
      #expect(answer.contains("<p>") || expected == 421)
      #expect(try room.answers())
    }
  }

  @Test func slowClientsAreRefused() throws {
    var limits = Limits()
    limits.headTime = .milliseconds(50)
    limits.bodyTime = .milliseconds(50)
    limits.idleTime = .milliseconds(50)
    let room = try Room(limits: limits)
    // Nothing, a part of a head, a head without its form, and nothing after an answer.
    #expect(try Client(room.port).rest() == "")
    #expect(try status(room, sending: "GET / HT") == 408)
    #expect(try status(room, sending: String(room.form("a=bc").dropLast())) == 408)
    let client = try Client(room.port)
    client.send(room.request("GET / HTTP/1.1"))
    #expect(client.answer() != nil)
    #expect(client.rest() == "")
  }

  /// It is refused by its head. The client may send for a while, and still gets the answer.
  @Test func aHugeFormIsRefused() throws {
    let room = try Room()
    let client = try Client(room.port)
    let type = "Content-Type: application/x-www-form-urlencoded"
    client.send(
      room.request("POST /list HTTP/1.1", more: [type, "Content-Length: \(1 << 30)"]))
    let part = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20)
    var sent = 0
    while sent < 1 << 30, client.send(part) { sent += part.count }
    // The bytes that are dropped, and those that the buffers of the system hold.
    #expect(sent < 64 << 20)
    #expect(status(client.rest()) == 413)
    #expect(try room.answers())
  }

  @Test func slowConnectionsDoNotKeepOthersOut() throws {
    let room = try Room()
    var slow: [Client] = []
    for number in 0..<64 {
      let client = try Client(room.port)
      client.send(
        ["", "GET", room.request("GET /\(number) HTTP/1.1").dropLast(2).description][number % 3])
      slow.append(client)
    }
    for _ in 0..<10 { #expect(try room.answers()) }
    #expect(slow.count == 64)
  }

  /// If all connections are at work, one more gets an answer that says so.
  @Test func tooManyAtWorkIsSaid() throws {
    var limits = Limits()
    limits.connections = 1
    let gate = DispatchSemaphore(value: 0)
    let arrived = DispatchSemaphore(value: 0)
    let site = EchoSite { request in
      guard request.path == ["slow"] else { return "get [\"fine\"] []" }
      arrived.signal()
      gate.wait()
      return "slow"
    }
    let room = try Room(site, limits: limits)
    var first = try Client(room.port)
    first.send(room.request("GET /slow HTTP/1.1"))
    // The connection that entered the room may be at work for a moment yet; then this one is refused.
    while arrived.wait(timeout: .now() + .milliseconds(20)) == .timedOut {
      guard first.hasAnswer else { continue }
      first = try Client(room.port)
      first.send(room.request("GET /slow HTTP/1.1"))
    }
    // A refused connection that has not quite ended may leave no room for even a refusal.
    #expect((0..<1000).firstNonNil { _ in try? status(room, sending: "") } == 503)
    gate.signal()
    #expect(first.answer()?.hasSuffix("slow") == true)
    // Soon after that, the first connection waits, and makes room.
    #expect(try (0..<1000).contains { _ in try room.answers() })
  }

  /// Slow forms take no memory without end.
  @Test func tooManyFormsAreRefused() throws {
    var limits = Limits()
    limits.forms = 1
    let room = try Room(limits: limits)
    // Mostly the first time, unless the head of the slow one is read late.
    let isRefused = try (0..<1000).contains { _ in
      let slow = try Client(room.port)
      slow.send(room.form("a=b").dropLast().description)
      let client = try Client(room.port)
      client.send(room.form("c=d"))
      return status(client.answer()) == 503
    }
    #expect(isRefused)
    #expect(try room.answers())
  }

  @Test func stoppingEndsAllConnections() throws {
    let room = try Room()
    let client = try Client(room.port)
    client.send(room.request("GET /a HTTP/1.1"))
    #expect(client.answer() != nil)
    room.server.stop()
    room.server.stop()
    #expect(client.rest() == "")
    #expect(throws: (any Error).self) { _ = try Client(room.port) }
  }
}
