import Base
package import Foundation
package import JSON
package import LanguageServerProtocol

/// A language client that starts a server as a child process and talks to it over pipes.
///
/// Used by the tests, the demonstration and the fault tests. Use a client from one thread only.
package final class LanguageClient {
  /// Why a call had no answer.
  package enum Failure: Error, Equatable {
    /// What did not arrive within `patience`.
    case timeout(String)
    case ended
  }

  /// The traffic between client and server, for an inspector.
  package enum Traffic: Sendable {
    case sent(Message)
    /// Bytes, framed or not.
    case sentBytes
    /// A received body, which may not be a message.
    case received([UInt8])
    /// A malformed frame, or one with an unsupported charset.
    case garbage(String)
  }

  /// Maximum time of each wait, in seconds. It is long, because it only ends calls that would fail
  /// anyway.
  package var patience: Double = 60
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let inbound: Inbound
  private let inspector: @Sendable (Traffic) -> Void
  private var nextID: Int64 = 0

  /// Starts `executable` with `arguments`. `inspector` is called for everything that is sent, and
  /// on a separate thread for everything that is received.
  package init(
    executable: URL, arguments: [String] = ["lsp"], environment: [String: String]? = nil,
    directory: URL? = nil, inspector: @escaping @Sendable (Traffic) -> Void = { _ in }
  ) throws {
    self.inspector = inspector
    inbound = Inbound(inspector: inspector)
    signal(SIGPIPE, SIG_IGN)
    process.executableURL = executable
    process.arguments = arguments
    if let environment { process.environment = environment }
    if let directory { process.currentDirectoryURL = directory }
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let (descriptor, inbound) = (output.fileHandleForReading.fileDescriptor, inbound)
    Thread { inbound.readAll(from: descriptor) }.start()
  }

  /// Kills the server: if it could finish its work, it might write to a folder that a test has
  /// removed.
  deinit { if process.isRunning { kill() } }

  // MARK: Sending

  /// Sends a request and waits for its answer. Throws an error answer as `ResponseError`.
  package func request(_ method: String, _ params: JSONValue = .null) throws -> JSONValue {
    let id = send(request: method, params)
    return try response(to: id)
  }

  /// Sends a request without waiting. Returns its ID.
  package func send(request method: String, _ params: JSONValue = .null) -> RequestID {
    nextID += 1
    let id = RequestID.integer(nextID)
    send(.request(id: id, method: method, params: params == .null ? nil : params))
    return id
  }

  package func notify(_ method: String, _ params: JSONValue = .null) {
    send(.notification(method: method, params: params == .null ? nil : params))
  }

  package func send(_ message: Message) {
    inspector(.sent(message))
    write(MessageFramer.frame(message.serialized()))
  }

  /// Sends bytes, framed or not. Does nothing if the server is gone.
  package func send(bytes: [UInt8]) {
    inspector(.sentBytes)
    write(bytes)
  }

  private func write(_ bytes: [UInt8]) {
    try? input.fileHandleForWriting.write(contentsOf: Data(bytes))
  }

  // MARK: Receiving

  package func response(to id: RequestID?) throws -> JSONValue {
    let message = try inbound.take(patience, "a response") {
      if case .response(id, _) = $0 { true } else { false }
    }
    guard case .response(_, let result) = message else { throw Failure.ended }
    return try result.get()
  }

  /// Waits for a notification that satisfies `condition`, and returns its parameters. Skipped
  /// notifications stay for later calls.
  package func notification(
    _ method: String, where condition: (JSONValue) -> Bool = { _ in true }
  ) throws -> JSONValue {
    let message = try inbound.take(patience, method) {
      if case .notification(method, let params) = $0 { condition(params ?? .null) } else { false }
    }
    guard case .notification(_, let params) = message else { throw Failure.ended }
    return params ?? .null
  }

  /// Waits for a request of the server, answers it, and returns its parameters. If `answer` is nil,
  /// does not answer.
  package func serverRequest(
    _ method: String, answer: JSONValue? = .null
  ) throws -> JSONValue {
    let message = try inbound.take(patience, method) {
      if case .request(_, method, _) = $0 { true } else { false }
    }
    guard case .request(let id, _, let params) = message else { throw Failure.ended }
    if let answer { send(.response(id: id, result: .success(answer))) }
    return params ?? .null
  }

  /// Returns the parameters of `method` notifications that were received and not consumed.
  package func notificationsSoFar(_ method: String) -> [JSONValue] {
    inbound.all.compactMap {
      if case .notification(method, let params) = $0 { params ?? .null } else { nil }
    }
  }

  /// The methods of the server's requests that were received and not consumed.
  package var serverRequestsSoFar: [String] {
    inbound.all.compactMap { if case .request(_, let method, _) = $0 { method } else { nil } }
  }

  package func requestsSoFar(_ method: String) -> Int {
    inbound.all.count { if case .request(_, method, _) = $0 { true } else { false } }
  }

  // MARK: The life of the server

  /// Sends `initialize` and `initialized`.
  @discardableResult
  package func initialize(
    capabilities: JSONValue = [:], options: JSONValue? = nil, root: URL? = nil
  ) throws -> JSONValue {
    let result = try request(
      "initialize",
      [
        "processId": .integer(Int64(ProcessInfo.processInfo.processIdentifier)),
        "rootUri": root.map { .string($0.absoluteString) } ?? .null,
        "capabilities": capabilities, "initializationOptions": options,
      ])
    notify("initialized", [:])
    return result
  }

  package func open(_ uri: String, _ text: String, version: Int = 1) {
    notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": .string(uri), "languageId": "markdown", "version": .integer(Int64(version)),
          "text": .string(text),
        ]
      ])
  }

  /// Replaces a range, or everything if `range` is nil.
  package func change(_ uri: String, version: Int, range: LSPRange? = nil, _ text: String) {
    notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": .string(uri), "version": .integer(Int64(version))],
        "contentChanges": [["range": range?.json, "text": .string(text)]],
      ])
  }

  /// Closes the server's input and waits for the server to exit. Returns the exit code, or -1 if
  /// the server does not exit in time.
  package func closeInput() -> Int32 {
    try? input.fileHandleForWriting.close()
    return waitForExit()
  }

  /// Sends `shutdown` and `exit`. Returns the exit code, like `waitForExit`.
  package func shutDown() throws -> Int32 {
    _ = try request("shutdown")
    notify("exit")
    return waitForExit()
  }

  /// Waits for the server to exit by itself. Returns the exit code, or -1 if it does not exit in
  /// time.
  package func waitForExit() -> Int32 {
    let deadline = ContinuousClock.now + .seconds(patience)
    while process.isRunning, ContinuousClock.now < deadline { usleep(2_000) }
    return process.isRunning ? -1 : process.terminationStatus
  }

  package var processIdentifier: Int32 { process.processIdentifier }

  /// Kills the server with SIGKILL, like a crash.
  package func kill() { Foundation.kill(process.processIdentifier, SIGKILL) }
}

extension LanguageClient {
  // MARK: Requests of the server

  package func serverRequest(
    _ method: String, answering result: Result<JSONValue, ResponseError>
  ) throws {
    let message = try inbound.take(patience, method) {
      if case .request(_, method, _) = $0 { true } else { false }
    }
    guard case .request(let id, _, _) = message else { throw Failure.ended }
    send(.response(id: id, result: result))
  }

  /// Discards the received notifications and requests of the server; answers stay.
  package func forgetUnasked() { inbound.forgetUnasked() }
}

/// The messages that were received and not taken yet.
private final class Inbound: Sendable {
  private let messages = Mutex<(waiting: [Message], hasEnded: Bool)>(([], false))
  private let arrived = DispatchSemaphore(value: 0)
  private let inspector: @Sendable (LanguageClient.Traffic) -> Void

  init(inspector: @escaping @Sendable (LanguageClient.Traffic) -> Void) {
    self.inspector = inspector
  }

  var all: [Message] { messages.withLock { $0.waiting } }

  func forgetUnasked() {
    messages.withLock { messages in
      messages.waiting.removeAll { if case .response = $0 { false } else { true } }
    }
  }

  func readAll(from descriptor: Int32) {
    var framer = MessageFramer()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      framer.append(buffer[..<count])
      while let frame = framer.next() {
        guard case .body(let body) = frame else {
          inspector(.garbage("\(frame)"))
          continue
        }
        inspector(.received(body))
        guard let message = try? Message(decoding: body) else { continue }
        messages.withLock { $0.waiting.append(message) }
        arrived.signal()
      }
    }
    messages.withLock { $0.hasEnded = true }
    arrived.signal()
  }

  func take(
    _ patience: Double, _ event: String, where condition: (Message) -> Bool
  ) throws -> Message {
    let deadline = DispatchTime.now() + patience
    while true {
      let (found, hasEnded) = messages.withLock { messages -> (Message?, Bool) in
        guard let index = messages.waiting.firstIndex(where: condition) else {
          return (nil, messages.hasEnded)
        }
        return (messages.waiting.remove(at: index), false)
      }
      if let found { return found }
      if hasEnded { throw LanguageClient.Failure.ended }
      guard arrived.wait(timeout: deadline) == .success else {
        throw LanguageClient.Failure.timeout(event)
      }
    }
  }
}
