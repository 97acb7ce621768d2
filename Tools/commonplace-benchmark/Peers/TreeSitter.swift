import Foundation

/// tree-sitter's Markdown parser in a separate Python process, which keeps running and measures its
/// own times. So figures do not include starting Python or communicating with it.
final class TreeSitter {
  private static let python = ".tools/peers/bin/python3"
  private static let script = "script/peers.py"

  private(set) var name = "tree-sitter"
  private let process = Process()
  private let commands = Pipe()
  private let answers = Pipe()
  private var unread: [UInt8] = []
  /// Whether every request so far was answered.
  private(set) var isAnswering = true

  /// Starts the process on `text`; nil if tree-sitter is not installed in the working directory, or
  /// does not start.
  init?(text: String, keyAt offset: Int) {
    guard FileManager.default.isExecutableFile(atPath: Self.python) else { return nil }
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).md")
    defer { try? FileManager.default.removeItem(at: file) }
    // If the process exits too soon, writing to it must fail instead of ending this program.
    signal(SIGPIPE, SIG_IGN)
    process.executableURL = URL(filePath: Self.python)
    process.environment = ProcessInfo.processInfo.environment
      .merging(Heap.keepingEnvironment) { $1 }
    process.arguments = [Self.script, file.path, String(offset)]
    process.standardInput = commands
    process.standardOutput = answers
    guard (try? Data(text.utf8).write(to: file)) != nil, (try? process.run()) != nil,
      let name = readLine()
    else { return nil }
    self.name = name
  }

  deinit {
    try? commands.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// Returns the time of one full parse, in nanoseconds; 0 if the process does not answer.
  func timeParsing() -> UInt64 { ask("parse") }

  /// Returns the time of one key, in nanoseconds; 0 if the process does not answer. The key is
  /// undone.
  func timeKey() -> UInt64 { ask("key") }

  private func ask(_ command: String) -> UInt64 {
    try? commands.fileHandleForWriting.write(contentsOf: Data("\(command)\n".utf8))
    guard let time = readLine().flatMap(UInt64.init) else {
      isAnswering = false
      return 0
    }
    return time
  }

  private func readLine() -> String? {
    while true {
      if let end = unread.firstIndex(of: 0x0A) {
        defer { unread.removeSubrange(...end) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      let data = answers.fileHandleForReading.availableData
      if data.isEmpty { return nil }
      unread += data
    }
  }
}
