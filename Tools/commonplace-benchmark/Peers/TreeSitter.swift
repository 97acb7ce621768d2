import Foundation

/// tree-sitter's Markdown in a separate Python, which stays and runs commands; it times itself, so
/// neither starting Python nor talking to it is in a figure.
final class TreeSitter {
  private static let python = ".tools/peers/bin/python3"
  private static let script = "script/peers.py"

  private(set) var name = "tree-sitter"
  private let process = Process()
  private let commands = Pipe()
  private let answers = Pipe()
  private var unread: [UInt8] = []
  /// Whether every question had an answer.
  private(set) var isAnswering = true

  /// Starts it on `text`; nil when it is not installed in the folder that this runs in.
  init?(text: String, keyAt offset: Int) {
    guard FileManager.default.isExecutableFile(atPath: Self.python) else { return nil }
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).md")
    defer { try? FileManager.default.removeItem(at: file) }
    // Should it end too soon, a write to it is an error here and not the end of this program.
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

  /// The time of one parse from scratch.
  func timeParsing() -> UInt64 { ask("parse") }

  /// The time of one key. It is undone.
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
