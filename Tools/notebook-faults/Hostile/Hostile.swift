import ArgumentParser
import Base
import Foundation
import GRDB
import JSON
import LanguageClient
import LanguageServerProtocol
import NoteGenerator
import Notebook

/// Notebooks with extreme content. Every request must be answered within the limits of time and
/// memory.
struct Hostile: ParsableCommand {
  static let configuration = CommandConfiguration(
    discussion: """
      COUNT is the number of notebooks, which the seed chooses; 0 tests every kind in every size.
      """)
  @OptionGroup var options: FaultOptions
  @Option(help: "The path of commonplace.") var program: String
  @Option(help: "Maximum time of a request or command, in seconds.") var seconds = 5.0
  @Option(help: "Maximum memory of a process, in megabytes.") var megabytes = 300
  @Option(help: "Test only the kinds whose names contain this text.") var only: String?
  @Flag(help: "Test only the smallest size of each kind.") var small = false
  @Flag(help: "Print each step that takes over a tenth of --seconds or half of --megabytes.")
  var verbose = false

  func run() throws {
    let tally = Tally("hostile", options)
    let root = try Scene.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: root) }
    var random = SeededGenerator(seed: options.seed)
    var trials = HostileKind.all.filter { only.map($0.name.contains) ?? true }.flatMap { kind in
      (small ? [kind.sizes[0]] : kind.sizes).map { (kind, $0) }
    }
    if options.count > 0 {
      trials = Array(trials.shuffled(using: &random).prefix(options.count))
    }
    var worst = HostileFigures()
    for (number, (kind, size)) in trials.enumerated() {
      let scene = try Scene(root + "/\(number)")
      let name = "\(size) \(kind.name)"
      tally.attempt("making \(name)") { try make(kind, size, at: scene.path) }
      let trial = HostileTrial(
        name: name, scene: scene, program: URL(fileURLWithPath: program), seconds: seconds,
        megabytes: megabytes, isVerbose: verbose, tally: tally)
      trial.ask()
      trial.command()
      worst.merge(trial.figures)
      tally.count("notebooks")
      // A run takes long, so each result is shown at once.
      fflush(nil)
      try FileManager.default.removeItem(atPath: scene.root)
    }
    print("slowest: \(worst.slowest)\nlargest: \(worst.largest)")
    try tally.finish()
  }

  private func make(_ kind: HostileKind, _ size: Int, at path: String) throws {
    let database = try DatabaseQueue(path: path)
    try database.write { db in
      var writer = try HostileWriter(db, seed: options.seed)
      try kind.fill(&writer, size)
    }
    try database.close()
  }
}

struct HostileFigures {
  var slowest = (seconds: 0.0, name: "nothing")
  var largest = (megabytes: 0, name: "nothing")

  mutating func note(seconds: Double, _ name: String) {
    if seconds > slowest.seconds { slowest = (seconds, name) }
  }

  mutating func note(megabytes: Int, _ name: String) {
    if megabytes > largest.megabytes { largest = (megabytes, name) }
  }

  mutating func merge(_ other: HostileFigures) {
    note(seconds: other.slowest.seconds, other.slowest.name)
    note(megabytes: other.largest.megabytes, other.largest.name)
  }
}

/// A hostile notebook, with requests to a server and commands that use it.
final class HostileTrial {
  private let name: String
  private let scene: Scene
  private let program: URL
  private let seconds: Double
  private let megabytes: Int
  private let isVerbose: Bool
  private let tally: Tally
  private(set) var figures = HostileFigures()

  init(
    name: String, scene: Scene, program: URL, seconds: Double, megabytes: Int, isVerbose: Bool,
    tally: Tally
  ) {
    (self.name, self.scene, self.program) = (name, scene, program)
    (self.seconds, self.megabytes, self.isVerbose) = (seconds, megabytes, isVerbose)
    self.tally = tally
  }

  private var environment: [String: String] {
    ["HOME": scene.root, "XDG_STATE_HOME": scene.root + "/state", "PATH": "/usr/bin:/bin"]
  }

  private func check(_ step: String, seconds taken: Double) {
    figures.note(seconds: taken, "\(name): \(step)")
    tally.expect(taken <= seconds, "\(name): \(step) took \(taken) s")
    if isVerbose, taken > seconds / 10 { print("  \(name): \(step): \(taken) s") }
  }

  private func check(_ step: String, megabytes used: Int) {
    figures.note(megabytes: used, "\(name): \(step)")
    tally.expect(used <= megabytes, "\(name): \(step) used \(used) MB")
    if isVerbose, used > megabytes / 2 { print("  \(name): \(step): \(used) MB") }
  }

  /// Sends requests to a server: about the notebook, about documents, and some that write.
  func ask() {
    var asked = "starting"
    do {
      let client = try LanguageClient(
        executable: program, arguments: ["lsp", "--notebook", scene.path],
        environment: environment, directory: URL(fileURLWithPath: scene.folder))
      client.patience = 4 * seconds
      defer { client.kill() }
      try client.initialize(capabilities: ["workspace": ["configuration": false]])
      var peak = 0
      func ask(_ request: HostileRequest) throws -> JSONValue {
        let (start, used) = (ContinuousClock.now, Self.processorSeconds(client.processIdentifier))
        tally.count("requests")
        var answer = JSONValue.null
        asked = request.name
        do {
          answer = try client.request(request.method, request.params)
        } catch let error as ResponseError {
          // An error response is also an answer.
          _ = error
        }
        let worked = Self.processorSeconds(client.processIdentifier) - used
        check(request.name, seconds: min((ContinuousClock.now - start) / .seconds(1), worked))
        let now = Self.peak(client.processIdentifier)
        if now > peak + 20 { check(request.name, megabytes: now) }
        peak = max(peak, now)
        client.forgetUnasked()
        return answer
      }
      for request in HostileRequest.ofNotebook { _ = try ask(request) }
      let list = try ask(
        HostileRequest(method: "commonplace/listNotes", params: ["limit": 3]))
      let uris = (list["notes"]?.array ?? []).compactMap { $0["uri"]?.string }
      for uri in uris.prefix(2) {
        let note = try ask(
          HostileRequest(method: "commonplace/readNote", params: ["uri": .string(uri)]))
        client.open(uri, note["text"]?.string ?? "")
        for character in [1, 1_000_000] {
          let position: JSONValue = ["line": 0, "character": .integer(Int64(character))]
          for request in HostileRequest.ofDocument(uri, position) { _ = try ask(request) }
        }
      }
      for request in HostileRequest.writing(uris.first ?? "commonplace://n/none/a.md") {
        _ = try ask(request)
      }
      // Repeats the requests, now with a working copy.
      for request in HostileRequest.ofNotebook { _ = try ask(request) }
    } catch {
      tally.fail("\(name): \(asked): \(error)")
    }
  }

  func command() {
    for arguments in [
      ["notes"], ["tags"], ["stats"], ["search", "reading"], ["search", "a ".times(3_000)],
      ["show", "A note"], ["history", "A note"], ["conflicts"], ["review", "stats"],
      ["tags", "rename", "--dry-run", "a", "b"], ["new", "--title", "A title"],
    ] {
      let process = Process()
      process.executableURL = program
      process.arguments = arguments + ["--notebook", scene.path]
      process.environment = environment
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      let name = "commonplace " + arguments.joined(separator: " ").prefix(40)
      tally.count("commands")
      let start = ContinuousClock.now
      guard (try? process.run()) != nil else { return tally.fail("\(name) does not start") }
      var (peak, worked) = (0, 0.0)
      while process.isRunning {
        peak = max(peak, Self.peak(process.processIdentifier))
        let now = Self.processorSeconds(process.processIdentifier)
        if now.isFinite { worked = max(worked, now) }
        usleep(2_000)
        if ContinuousClock.now - start > .seconds(30) { process.terminate() }
      }
      check(name, seconds: min((ContinuousClock.now - start) / .seconds(1), worked))
      check(name, megabytes: peak)
      tally.expect(process.terminationReason == .exit, "\(self.name): a signal ended \(name)")
      // Commands that do not exist any more would be fast.
      tally.expect(process.terminationStatus != 2, "\(self.name): \(name) is not a command")
    }
  }

  /// Returns the processor time of a process so far, in seconds; infinity if the system does not
  /// report it. Since the machine may be busy, the limit applies to processor time if it is shorter
  /// than the elapsed time. A request fails in any case after four times the limit. (proc(5))
  private static func processorSeconds(_ process: Int32) -> Double {
    let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    let fields = status?.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
      return .infinity
    }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// Returns the peak memory of a process in megabytes; 0 if the system does not report it.
  /// (proc(5))
  private static func peak(_ process: Int32) -> Int {
    let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    let kilobytes = line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }
    return (kilobytes ?? 0) >> 10
  }
}
