import Base
import Foundation
package import JSON

/// The code of the Library Notes app, as a program that is asked what the app does with a text or a
/// file: `script/oracle` builds it from what lies beside the checkout, and runs the tests that ask it.
///
/// It takes a line of JSON and answers with one. Where the app would crash, it does.
package final class AppOracle: Sendable {
  private static let path = ProcessInfo.processInfo.environment["COMMONPLACE_ORACLE"] ?? ""

  /// Whether there is one.
  package static let isThere = FileManager.default.isExecutableFile(atPath: path)

  /// The comment of a skipped test that needs it.
  package static let absence =
    "the app's own code is not here: script/oracle builds it and runs this"

  /// The number of rounds in which the app writes in between.
  package static let rounds = number("COMMONPLACE_ORACLE_ROUNDS", usually: 20)

  /// The number of random texts that are compared.
  package static let texts = number("COMMONPLACE_ORACLE_TEXTS", usually: 200)

  private static func number(_ name: String, usually usual: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? usual
  }

  private struct Running {
    var process = Process()
    var input = Pipe()
    var output = Pipe()
  }

  private let running = Mutex(Running())

  /// Starts it.
  package init() throws { try running.withLock { try Self.start(&$0) } }

  deinit { running.withLock { try? $0.input.fileHandleForWriting.close() } }

  private static func start(_ running: inout Running) throws {
    signal(SIGPIPE, SIG_IGN)
    running = Running()
    running.process.executableURL = URL(filePath: path)
    running.process.standardInput = running.input
    running.process.standardOutput = running.output
    running.process.standardError = FileHandle.nullDevice
    running.process.environment = ["HOME": NSTemporaryDirectory(), "SWIFT_BACKTRACE": "enable=no"]
    try running.process.run()
  }

  /// The answer to a command; nil if that ended it.
  package func ask(_ command: JSONValue) throws -> JSONValue? {
    try running.withLock { running in
      try running.input.fileHandleForWriting.write(
        contentsOf: Data(command.serialized() + [UInt8(ascii: "\n")]))
      var line = Data()
      while line.last != UInt8(ascii: "\n") {
        let more = running.output.fileHandleForReading.availableData
        if more.isEmpty {
          running.process.waitUntilExit()
          try Self.start(&running)
          return nil
        }
        line += more
      }
      return try JSONValue(parsing: Array(line))
    }
  }

  /// The faults of the notebook at `path` for the app, a line each. `isDerived`: and what of it is
  /// not what the app derives from the texts. A copy of it is looked at.
  package func faults(of path: String, isDerived: Bool = true) throws -> [String] {
    // Not with a notebook's name: other tests look for one in the folder above.
    let copy = NSTemporaryDirectory() + "commonplace-oracle-\(UUID().uuidString).copy"
    defer { try? FileManager.default.removeItem(atPath: copy) }
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    let command: JSONValue = ["cmd": "dump", "file": .string(copy), "derive": .bool(isDerived)]
    guard let dump = try ask(command) else { return ["the app crashes"] }
    if let error = dump["error"]?.string { return ["the app cannot open it: \(error)"] }
    return ["bad", "unreadable", "differs"].flatMap { name in
      (dump[name]?.array ?? []).compactMap(\.string).filter { !Self.isOfTheSystem($0) }
        .map { "\(name): \($0)" }
    }
  }

  /// Whether it is that a name's words have another order: which comes first only Apple's systems know.
  private static func isOfTheSystem(_ difference: String) -> Bool {
    guard
      let names = difference.wholeMatch(
        of: #/\S+ authorLastFirst: stored (.+) \| app derives (.+)/#)
    else { return false }
    return names.1.split(separator: " ").sorted() == names.2.split(separator: " ").sorted()
  }
}
