import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import NotebookFile

/// The disk of the state folder has little space left. Commands, and a server that was started
/// before, read and write. Every read must be answered, and each write must report truthfully what
/// happened.
struct RoomTrial {
  let kind: Mount.Kind
  /// The free space in kilobytes.
  let kilobytes: Int
  /// Whether nothing was saved on this machine before.
  let isFirst: Bool
  let scene: Scene
  let program: URL
  let tally: Tally

  /// Runs the trials in folders of `root`: every 4 KB up to 256 KB, or a few sizes.
  static func run(in root: String, all: Bool, program: String, _ tally: Tally) throws {
    let kinds = Mount.possible(in: root)
    for kind in Mount.Kind.allCases where !kinds.contains(kind) {
      print("skipped: a full \(kind.rawValue): only root can mount it, with mke2fs installed")
    }
    let sizes = all ? Array(stride(from: 0, through: 256, by: 4)) : [0, 48, 160]
    for (index, kind) in kinds.enumerated() {
      for (sizeIndex, size) in sizes.enumerated() {
        // If only a few sizes are tried, each is tried either as a first save or after another
        // save.
        for isFirst in all ? [true, false] : [(index + sizeIndex).isMultiple(of: 2)] {
          let scene = try Scene(root + "/room")
          let trial = RoomTrial(
            kind: kind, kilobytes: size, isFirst: isFirst, scene: scene,
            program: URL(fileURLWithPath: program), tally: tally)
          tally.attempt(trial.name, trial.run)
          tally.count("sizes of \(kind.rawValue)")
          try FileManager.default.removeItem(atPath: scene.root)
        }
      }
    }
  }

  private var name: String {
    "\(kilobytes) KB left on \(kind.rawValue)\(isFirst ? ", first save" : "")"
  }

  private var environment: [String: String] {
    ["HOME": scene.root, "XDG_STATE_HOME": scene.state.path, "PATH": "/usr/bin:/bin"]
  }

  func run() throws {
    let disk = scene.state.path
    try Mount.make(kind, disk, kilobytes: 8 << 10, image: scene.root + "/image")
    defer { Mount.remove(disk) }
    var titles: [String: Said] = ["Welcome": .saved]
    if !isFirst {
      titles["Kept"] = said(command(["new", "--title", "Kept"]))
      // Commands that build indexes.
      for arguments in [["show", "Walden"], ["review", "stats"]] { _ = command(arguments) }
    }
    let server = try LanguageClient(
      executable: program, arguments: ["lsp", "--notebook", scene.path], environment: environment,
      directory: URL(fileURLWithPath: scene.folder))
    server.patience = 60
    defer { server.kill() }
    try server.initialize(capabilities: ["workspace": ["configuration": false]])
    let uri = try note(server)
    try fill(disk)

    read(server, uri, by: Self.reads)
    titles["Of a command"] = said(command(["new", "--title", "Of a command"]))
    let text: JSONValue = "# Of the server\n"
    titles["Of the server"] = said(ask(server, "commonplace/createNote", ["text": text]))
    let stored = try server.request("commonplace/readNote", ["uri": .string(uri)])
    titles["Changed"] = said(
      ask(
        server, "commonplace/writeNote",
        [
          "uri": .string(uri), "text": "# Changed\n",
          "baseVersion": stored["version"] ?? .null,
        ]))
    titles["Of another command"] = said(command(["new", "--title", "Of another command"]))
    read(server, uri, by: [["status"], ["search", "pond"], ["show", "Walden"]])
    look(titles, "while the disk is full")

    unlink(disk + "/filler")
    look(titles, "afterwards")
    tally.expect(
      said(ask(server, "commonplace/createNote", ["text": "# Later\n"])) == .saved,
      "\(name): the server does not save a new note after the disk has room again")
    titles["Later"] = .saved
    tally.expect(try server.shutDown() == 0, "\(name): the server did not exit with status 0")
    look(titles, "at the end")
    let check = command(["check"])
    tally.expect(
      check.status == 0, "\(name): check says \(check.text.split(separator: "\n").first ?? "")")
    _ = try WholeFile.texts(scene.path)
  }

  private static let reads = [
    ["notes"], ["status"], ["search", "pond"], ["show", "Walden"], ["quotes"], ["tags"], ["stats"],
    ["review", "stats"], ["books"], ["history", "Walden"], ["conflicts"], ["lint"],
  ]

  private func read(_ server: LanguageClient, _ uri: String, by commands: [[String]]) {
    for arguments in commands {
      let answer = command(arguments)
      tally.count("reads")
      // Status 1 is an empty result, which is an answer.
      tally.expect(
        [0, 1].contains(answer.status) && !answer.isSignal,
        "\(name): \(arguments.joined(separator: " ")) ends with \(answer.status): \(answer.text)")
    }
    for (method, params) in [
      ("commonplace/listNotes", ["limit": 20]), ("commonplace/search", ["query": "pond"]),
      ("commonplace/readNote", ["uri": .string(uri)]), ("commonplace/review/counts", [:]),
      ("commonplace/listTags", [:]),
    ] as [(String, JSONValue)] {
      tally.count("reads")
      tally.attempt("\(name): \(method)") { _ = try server.request(method, params) }
    }
  }

  /// Compares the reported results with the notes that exist.
  private func look(_ titles: [String: Said], _ moment: String) {
    let notes = command(["notes"])
    tally.expect(notes.status == 0, "\(name): \(moment) notes ends with \(notes.status)")
    let found = Set(
      notes.text.split(separator: "\n").compactMap { line in
        titles.keys.first {
          line.contains($0) && !($0 == "Of a command" && line.contains("another"))
        }
      })
    for (title, said) in titles.sorted(by: { $0.key < $1.key }) where said != .nothingIsKnown {
      tally.expect(
        found.contains(title) == (said == .saved),
        "\(name): \(moment) “\(title)” is \(said == .saved ? "not " : "")there: \(notes.text)")
    }
  }

  // MARK: Answers

  private struct Answer {
    var status: Int32
    var isSignal = false
    var text: String
  }

  private enum Said { case saved, notSaved, nothingIsKnown }

  private func said(_ answer: Answer) -> Said {
    tally.expect(!answer.isSignal, "\(name): a signal ended a write")
    tally.count("writes")
    if answer.status == 0 { return .saved }
    tally.count("refusals")
    if answer.text.contains("othing was written") { return .notSaved }
    if answer.text.contains("saved on this machine") { return .saved }
    tally.expect(
      answer.text.contains("not known whether"),
      "\(name): the answer does not tell what was saved: \(answer.text)")
    return .nothingIsKnown
  }

  private func command(_ arguments: [String]) -> Answer {
    let process = Process()
    let output = Pipe()
    process.executableURL = program
    process.arguments = arguments + ["--notebook", scene.path]
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    do {
      try process.run()
      let text = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return Answer(
        status: process.terminationStatus,
        isSignal: process.terminationReason == .uncaughtSignal,
        text: String(decoding: text, as: UTF8.self))
    } catch {
      return Answer(status: -1, text: "\(error)")
    }
  }

  private func ask(_ server: LanguageClient, _ method: String, _ params: JSONValue) -> Answer {
    do {
      return Answer(status: 0, text: "\(try server.request(method, params))")
    } catch let error as ResponseError {
      return Answer(status: 1, text: "\(error)")
    } catch {
      return Answer(status: -1, isSignal: true, text: "\(error)")
    }
  }

  /// Returns the URI of the note that the server changes.
  private func note(_ server: LanguageClient) throws -> String {
    let notes = try server.request("commonplace/listNotes", ["limit": 20])["notes"]?.array ?? []
    let darwin = notes.first { $0["title"]?.string?.contains("Darwin") == true }
    guard let uri = darwin?["uri"]?.string else { throw CocoaError(.fileNoSuchFile) }
    return uri
  }

  private func fill(_ disk: String) throws {
    let file = open(disk + "/filler", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw CocoaError(.fileWriteUnknown) }
    defer { close(file) }
    var (size, step) = (0, Int.max)
    while true {
      step = min(step, try room(disk) - kilobytes << 10)
      guard step >= 1024 else { return }
      if posix_fallocate(file, off_t(size), off_t(step)) == 0 { size += step } else { step /= 2 }
    }
  }

  private func room(_ disk: String) throws -> Int {
    var status = statvfs()
    guard statvfs(disk, &status) == 0 else { throw CocoaError(.fileReadUnknown) }
    return Int(clamping: UInt64(status.f_bavail) &* UInt64(status.f_frsize))
  }
}
