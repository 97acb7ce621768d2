import Foundation
import JSON

/// A server that is connected by two pipes. While it is timed, the client only sends whole frames
/// and searches answers for their IDs, so that it costs little.
final class PipeServer {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let home: URL
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var unread: [UInt8] = []
  /// Starts high, to differ from the IDs of servers' own requests.
  private var lastID = 1_000_000

  enum Failure: Error { case ended }

  /// Starts the server that is built next to this program.
  static func commonplace() throws -> PipeServer {
    let beside = URL(filePath: CommandLine.arguments.first ?? "").deletingLastPathComponent()
      .appending(path: "commonplace")
    return try PipeServer(beside.path(percentEncoded: false), ["lsp"])
  }

  /// Starts a server that sends back its input; see `EchoCommand`.
  static func echo() throws -> PipeServer {
    try PipeServer(CommandLine.arguments.first ?? "", ["echo"])
  }

  /// Starts a program with a separate home folder.
  init(_ path: String, _ arguments: [String]) throws {
    signal(SIGPIPE, SIG_IGN)
    home = FileManager.default.temporaryDirectory.appending(path: "bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.environment = ["HOME": home.path(percentEncoded: false), "PATH": "/usr/bin:/bin"]
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: home)
  }

  /// The peak memory of the server in bytes; nil if the system does not report it.
  var peakMemory: Int? {
    let status = try? String(
      contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
      .map { $0 << 10 }
  }

  // MARK: Frames

  static func notification(_ method: String, _ params: JSONValue) -> [UInt8] {
    frame(["jsonrpc": "2.0", "method": .string(method), "params": params])
  }

  func request(_ method: String, _ params: JSONValue) -> (frame: [UInt8], id: Int) {
    lastID += 1
    let message: JSONValue = [
      "jsonrpc": "2.0", "id": .integer(Int64(lastID)), "method": .string(method), "params": params,
    ]
    return (Self.frame(message), lastID)
  }

  private static func frame(_ message: JSONValue) -> [UInt8] {
    let body = message.serialized()
    return Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
  }

  func send(_ bytes: [UInt8]) {
    let descriptor = input.fileHandleForWriting.fileDescriptor
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = write(
          descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }
  }

  func waitForBytes(_ count: Int) throws {
    while unread.count < count { try read() }
  }

  func dropUnread() { unread.removeAll(keepingCapacity: true) }

  func waitForBody() throws { _ = try nextBody() }

  /// Whether the next body has arrived, and is the answer to `id`.
  func isNextBody(answerTo id: Int) -> Bool {
    guard let body = unread.withUnsafeBufferPointer(Self.body), body.upperBound <= unread.count
    else { return false }
    return Array(unread[body]).answers(id)
  }

  /// Waits for the answer to `id`, and returns it unparsed. Answers requests of the server with
  /// null, if they have less than 16 KiB. Drops other messages.
  func answer(to id: Int) throws -> [UInt8] {
    while true {
      let range = try nextBody()
      let body = Array(unread[range])
      unread.removeFirst(range.upperBound)
      if body.answers(id) { return body }
      let message = body.count < 1 << 14 ? try? JSONValue(parsing: body) : nil
      if let id = message?["id"], message?["method"] != nil {
        send(Self.frame(["jsonrpc": "2.0", "id": id, "result": .null]))
      }
    }
  }

  func ask(_ method: String, _ params: JSONValue) throws -> JSONValue {
    let (frame, id) = request(method, params)
    send(frame)
    return try JSONValue(parsing: answer(to: id))["result"] ?? .null
  }

  /// Waits for the next body. Returns its range in `unread`.
  private func nextBody() throws -> Range<Int> {
    while true {
      if let body = unread.withUnsafeBufferPointer(Self.body) {
        while unread.count < body.upperBound { try read() }
        return body
      }
      try read()
    }
  }

  /// Returns the range of the first body, which may be incomplete; nil until its header has
  /// arrived. Parses the header in one pass: the last colon must precede the length.
  private static func body(_ unread: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
    var length = 0
    for (index, byte) in unread.enumerated() {
      if (0x30...0x39).contains(byte) {
        length = length * 10 + Int(byte - 0x30)
      } else if byte == UInt8(ascii: ":") {
        length = 0
      } else if byte == 0x0A, index >= 3, unread[index - 2] == 0x0A {
        return index + 1..<index + 1 + length
      }
    }
    return nil
  }

  private func read() throws {
    let count = Foundation.read(
      output.fileHandleForReading.fileDescriptor, &buffer, buffer.count)
    guard count > 0 else { throw Failure.ended }
    unread += buffer[..<count]
  }
}

extension [UInt8] {
  /// Whether the body is the answer to `id`. The ID must be near the start, or the last member.
  fileprivate func answers(_ id: Int) -> Bool {
    let member = Array("\"id\":\(id)".utf8)
    return holds(member, before: 60) || dropLast().suffix(member.count) == member[...]
  }

  /// Whether `part` occurs, up to byte `end`, without a digit after it.
  fileprivate func holds(_ part: [UInt8], before end: Int) -> Bool {
    (0..<Swift.max(1, Swift.min(end, count) - part.count)).contains { start in
      self[start] == part[0] && self[start...].starts(with: part)
        && !(0x30...0x39).contains(self[start + part.count])
    }
  }
}
