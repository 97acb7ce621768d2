import Foundation
import JSON

/// A server that was started, at the other ends of two pipes. It is talked to in whole frames, and
/// nothing of an answer is read but its id, so that the client costs as little as a client can.
final class PipeServer {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let home: URL
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var unread: [UInt8] = []
  /// Above the numbers that servers give to their own requests.
  private var lastID = 1_000_000

  enum Failure: Error { case ended }

  /// The program of the tests and the README, built beside this one.
  static func commonplace() throws -> PipeServer {
    let beside = URL(filePath: CommandLine.arguments.first ?? "").deletingLastPathComponent()
      .appending(path: "commonplace")
    return try PipeServer(beside.path(percentEncoded: false), ["lsp"])
  }

  /// What sends back what it gets; see `EchoCommand`.
  static func echo() throws -> PipeServer {
    try PipeServer(CommandLine.arguments.first ?? "", ["echo"])
  }

  /// Starts a program, which lives in a folder of its own.
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

  /// A process's most memory so far, in bytes; nil where the system does not say.
  var peakMemory: Int? {
    let status = try? String(
      contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
      .map { $0 << 10 }
  }

  // MARK: Frames

  /// The frame of a notification.
  static func notification(_ method: String, _ params: JSONValue) -> [UInt8] {
    frame(["jsonrpc": "2.0", "method": .string(method), "params": params])
  }

  /// The frame of a request, with the id that its answer will have.
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

  /// Waits for so many bytes, whatever they are.
  func receive(_ count: Int) throws {
    while unread.count < count { try read() }
    unread.removeFirst(count)
  }

  /// Waits for the answer to `id`, and returns it unread. Requests of the server's have null for an
  /// answer; what else comes is dropped.
  func answer(to id: Int) throws -> [UInt8] {
    // Some write it first, some last.
    let (first, last) = (Array("\"id\":\(id),".utf8), Array("\"id\":\(id)}".utf8))
    while true {
      let body = try body()
      if body.prefix(60).firstRange(of: first) != nil || body.suffix(last.count).elementsEqual(last)
      {
        return body
      }
      let message = body.count < 1 << 14 ? try? JSONValue(parsing: body) : nil
      if let id = message?["id"], message?["method"] != nil {
        send(Self.frame(["jsonrpc": "2.0", "id": id, "result": .null]))
      }
    }
  }

  /// Asks, and reads the answer.
  func ask(_ method: String, _ params: JSONValue) throws -> JSONValue {
    let (frame, id) = request(method, params)
    send(frame)
    return try JSONValue(parsing: answer(to: id))["result"] ?? .null
  }

  private func body() throws -> [UInt8] {
    let end = Array("\r\n\r\n".utf8)
    while true {
      if let header = unread.prefix(200).firstRange(of: end) {
        let digits = unread[..<header.lowerBound].split(separator: UInt8(ascii: ":")).last ?? []
        let text = String(decoding: digits, as: UTF8.self)
          .trimmingCharacters(in: .whitespacesAndNewlines)
        let count = text.prefix { $0.isNumber }
        guard let length = Int(count) else { throw Failure.ended }
        while unread.count < header.upperBound + length { try read() }
        let body = Array(unread[header.upperBound..<header.upperBound + length])
        unread.removeFirst(header.upperBound + length)
        return body
      }
      try read()
    }
  }

  private func read() throws {
    let count = Foundation.read(
      output.fileHandleForReading.fileDescriptor, &buffer, buffer.count)
    guard count > 0 else { throw Failure.ended }
    unread += buffer[..<count]
  }
}
