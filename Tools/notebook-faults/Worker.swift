import ArgumentParser
import Base
import Foundation
import NoteGenerator
import Notebook

/// A process that saves, like a server or a command. It prints each acknowledged save: `saved`,
/// note and text, tab-separated. After an error, it prints `failed` or `problem`, and the reason.
struct Worker: ParsableCommand {
  static let configuration = CommandConfiguration(shouldDisplay: false)

  @Argument var root: String
  @Option var name: String
  @Option var seed: UInt64
  /// The number of saves; 0 to save until killed.
  @Option var saves: Int = 0
  /// Maximum pause between saves in milliseconds.
  @Option var pause: Int = 0
  /// The number of notes that are saved repeatedly. About every third save creates another note
  /// instead.
  @Option var notes: Int = 4

  func run() throws {
    var random = SeededGenerator(seed: seed)
    let scene = Scene(existing: root)
    let notebook = try scene.open()
    var number = 0
    while saves == 0 || number < saves {
      number += 1
      let isNew = Int.random(in: 0...2, using: &random) == 0
      let note =
        isNew ? "\(name)-\(number)" : "\(name)-\(Int.random(in: 1...notes, using: &random))"
      let text = "\(number) by \(name): words of a note that is saved, merged and published"
      do {
        try notebook.texts.savePlain(text, of: isNew ? "new \(note)" : note)
        Self.say("saved\t\(isNew ? "new \(note)" : note)\t\(text)")
      } catch {
        Self.say("failed\t\(error)")
      }
      do {
        if Int.random(in: 0...9, using: &random) == 0 { _ = try notebook.refresh() }
        if Int.random(in: 0...1, using: &random) == 0 { try notebook.publishIfDue() }
      } catch {
        Self.say("problem\t\(error)")
      }
      if pause > 0 { usleep(UInt32(Int.random(in: 0...(pause * 1000), using: &random))) }
    }
    try notebook.close()
  }

  /// Writes a line without a buffer, which a kill would lose.
  static func say(_ text: String) {
    let bytes = Array((text + "\n").utf8)
    _ = write(1, bytes, bytes.count)
  }
}

/// A running worker, as seen by its parent.
final class RunningWorker {
  private let process = Process()
  private let output = Pipe()

  init(
    _ scene: Scene, _ arguments: [String], environment: [String: String] = [:],
    owner: Owner? = nil
  ) throws {
    let own =
      arguments.first?.hasSuffix("worker") == true
      ? arguments : ["worker", scene.root] + arguments
    let command = (owner?.command ?? []) + [Self.executable] + own
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = output
    try process.run()
  }

  private static let executable =
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    ?? CommandLine.arguments[0]

  func kill() { _ = Foundation.kill(process.processIdentifier, SIGKILL) }

  /// Waits for the worker to exit. Returns its complete output lines, split into fields.
  func finish() throws -> (lines: [[String]], status: Int32) {
    let text = String(
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    return (
      lines.map { $0.split(separator: "\t").map(String.init) }, process.terminationStatus
    )
  }
}

/// The acknowledged saves: the last text of each note, and their number.
struct Acknowledged {
  private(set) var texts: [String: String] = [:]
  private(set) var count = 0

  /// Adds the output of a worker. Returns all lines that are not acknowledged saves.
  mutating func add(_ lines: [[String]]) -> [String] {
    var failures: [String] = []
    for line in lines {
      if line.count == 3, line[0] == "saved" {
        texts[line[1]] = line[2]
        count += 1
      } else {
        failures.append(line.joined(separator: " "))
      }
    }
    return failures
  }

  /// Returns the notes whose text, or one with a greater number, is not in `found`.
  func lost(in found: [String: Set<String>]) -> [String] {
    func number(_ text: String) -> Int { Int(text.prefix { $0 != " " }) ?? 0 }
    return texts.filter { note, text in
      !(found[note] ?? []).contains { $0 == text || number($0) > number(text) }
    }.keys.sorted()
  }

  mutating func remove() { texts = [:] }
}
