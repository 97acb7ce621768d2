import ArgumentParser
import Foundation
import Notebook

/// Makes opens, writes, syncs, truncations, renames, links and unlinks of one save-and-publish
/// fail. For each error, each tested call fails once alone, and once with all calls after it.
struct SystemCalls: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "syscalls",
    discussion: "COUNT is the number of calls to test, chosen evenly; 0 tests every call.")
  @OptionGroup var options: FaultOptions
  @Option(help: "The path of the library that makes calls fail.") var library: String

  /// The errors, and the words that a message may use for them.
  private static let errors: [(name: String, code: Int32, reasons: [String])] = [
    ("EIO", EIO, ["Input/output error"]), ("ENOSPC", ENOSPC, ["No space left on device"]),
    ("EACCES", EACCES, ["Permission denied"]),
    ("short write", 0, ["No space left on device"]),
  ]

  /// What the program's messages may say when SQLite reports an error: its codes seldom tell the
  /// system's reason.
  private static let doings = [
    "a file cannot be opened", "it cannot be opened", "the disk could not be written",
    "the disk did not confirm the write", "a file could not be shortened",
    "a file could not be removed", "the “-shm” file of the working copy cannot be created",
  ]

  func run() throws {
    let tally = Tally("syscalls", options)
    let root = try Scene.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: root) }
    for isFirst in [true, false] {
      let template = try Scene(root + "/\(isFirst)")
      if !isFirst { try template.open().saveAndClose("old", of: "N") }
      let calls = try trial(template, tally, at: 0, Self.errors[0], isLasting: false)
      tally.count(isFirst ? "calls of a first save" : "calls of a later one", calls)
      let step = options.count == 0 ? 1 : max(1, calls / options.count)
      for call in stride(from: 1, through: calls, by: step) {
        for error in Self.errors {
          for isLasting in [false, true] {
            try trial(template, tally, at: call, error, isLasting: isLasting)
          }
        }
      }
    }
    try tally.finish()
  }

  /// Runs one save-and-publish in which call number `at` fails, or no call if it is 0. Returns the
  /// number of calls.
  @discardableResult
  private func trial(
    _ template: Scene, _ tally: Tally, at call: Int,
    _ error: (name: String, code: Int32, reasons: [String]), isLasting: Bool
  ) throws -> Int {
    // Uses the same path for each trial, because the state belongs to the path.
    let kept = template.root + ".kept"
    if !FileManager.default.fileExists(atPath: kept) {
      try FileManager.default.copyItem(atPath: template.root, toPath: kept)
    }
    try FileManager.default.removeItem(atPath: template.root)
    try FileManager.default.copyItem(atPath: kept, toPath: template.root)

    let old = try WholeFile.texts(template.path)
    let worker = try RunningWorker(
      template, ["faulty-worker", template.root],
      environment: [
        "LD_PRELOAD": library, "FAULT_AT": "\(call)", "FAULT_ERROR": "\(error.code)",
        "FAULT_ALWAYS": isLasting ? "1" : "0",
      ])
    let (lines, status) = try worker.finish()
    var said: [String: String] = [:]
    for line in lines where line.count > 1 { said[line[0]] = line[1] }
    let step =
      "\(error.name) at call \(call) (\(said["call"] ?? "?"))"
      + (isLasting ? " and all later calls" : "")
    tally.count("trials")
    guard status == 0, let calls = Int(said["calls"] ?? "") else {
      tally.fail("\(step): the worker exited with \(status) and reported \(said)")
      return 0
    }
    guard call > 0 else {
      tally.expect(
        said["save"] == "ok" && said["publish"] == "ok", "the run without faults failed: \(said)")
      return calls
    }
    tally.count("calls that failed", Int(said["failed"] ?? "") ?? 0)
    let isSaved = said["save"] == "ok"
    for key in ["save", "publish"] {
      guard let answer = said[key], answer != "ok" else { continue }
      let isNamed = (error.reasons + Self.doings).contains { answer.contains($0) }
      tally.expect(isNamed, "\(step): \(key) says \(answer)")
      tally.count("errors")
    }
    tally.attempt(step) {
      let during = try WholeFile.texts(template.root + "/during.libnotes")
      let isOld = during == old
      let isNew = during == old.merging(["N": ["new"]]) { $1 }
      tally.expect(isOld || isNew, "\(step): the file has neither the old nor the new notes")
      tally.expect(said["publish"] != "ok" || !isSaved || isNew, "\(step): not published")
      tally.expect(
        said["during"]?.contains("-") != true, "\(step): beside it \(said["during"] ?? "")")
      // The worker must be able to save again without a restart.
      tally.expect(said["again"] == "ok", "\(step): afterwards \(said["again"] ?? "nothing")")
      tally.expect(said["read"] == (isSaved ? "new" : said["read"]), "\(step): read \(said)")
      let after = try WholeFile.texts(template.path)
      tally.expect(after.has("again", of: "M"), "\(step): the next save is not published")
      tally.expect(
        !isSaved || after.has("new", of: "N"),
        "\(step): an acknowledged save is missing")
      let answer = said["save"] ?? ""
      tally.expect(
        !answer.contains("Nothing was written") || !after.has("new", of: "N"),
        "\(step): saved, though the answer was \(answer)")
      tally.expect(
        !answer.contains("saved on this machine") || after.has("new", of: "N"),
        "\(step): not saved, though the answer was \(answer)")
      tally.expect(
        said["publish"]?.contains("saved on this machine") != true || isSaved
          || answer.contains("not known") || answer.contains("saved on this machine"),
        "\(step): publishing says that something is saved")
      try tally.expect(
        template.names() == ["book.libnotes"],
        "\(step): other files remain: \(try template.names())")
      for path in template.stateDatabases() { _ = try WholeFile.check(path) }
    }
    return calls
  }
}

/// Saves and publishes once while calls fail, and once more afterwards.
struct FaultyWorker: ParsableCommand {
  static let configuration = CommandConfiguration(shouldDisplay: false)
  @Argument var root: String

  func run() throws {
    guard let arm = dlsym(nil, "fault_arm"), let disarm = dlsym(nil, "fault_disarm"),
      let name = dlsym(nil, "fault_name")
    else {
      throw ValidationError("the library that makes calls fail is missing")
    }
    let scene = Scene(existing: root)
    let notebook = try scene.open()
    unsafeBitCast(arm, to: (@convention(c) () -> Void).self)()
    let save = answer { try notebook.texts.savePlain("new", of: "N") }
    let publish = answer { try notebook.publish() }
    let calls = unsafeBitCast(disarm, to: (@convention(c) () -> Int32).self)()
    try FileManager.default.copyItem(atPath: scene.path, toPath: root + "/during.libnotes")
    let names = try scene.names().filter { !$0.hasPrefix(".") }.sorted().joined(separator: " ")
    let again = answer {
      try notebook.texts.savePlain("again", of: "M")
      try notebook.publish()
    }
    let failed = unsafeBitCast(
      name, to: (@convention(c) () -> UnsafePointer<CChar>).self)()
    print("call\t\(String(cString: failed))")
    print("calls\t\(calls & 0xFFFF)\nfailed\t\(calls >> 16)\nsave\t\(save)\npublish\t\(publish)")
    let text = try notebook.texts.plain()["N"]?.sorted().joined(separator: "|")
    print("during\t\(names)\nagain\t\(again)\nread\t\(text ?? "none")")
    try notebook.close()
  }

  private func answer(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "ok"
    } catch {
      return "\(error)"
    }
  }
}
