import ArgumentParser
import Base
import Foundation
import NoteGenerator
import Notebook
import NotebookFile

/// Damages the state folder, or the working copy in it, while a server and a command save.
struct StateFolderFaults: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "state")
  @OptionGroup var options: FaultOptions
  @Option(help: "The path of commonplace; without it, nearly full disks are not tested.")
  var program: String?

  enum Harm: String, CaseIterable {
    /// The notebook's folder, all state, or only the working copy is removed.
    case folderDeleted, stateDeleted, copyDeleted
    /// The notebook's folder is replaced by a backup from before the last saves.
    case replaced
    /// For a while, the folder cannot be entered, or cannot be written.
    case foreign, readOnly
    /// For a while, there is no space left. Requires root, which can mount a file system.
    case full
    /// A page of the copy is overwritten; its log is truncated, or overwritten at one position.
    case page, logCut, logDamaged
  }

  func run() throws {
    let tally = Tally("state", options)
    let root = try Scene.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: root) }
    try Owner.worker?.give(root)
    var random = SeededGenerator(seed: options.seed)
    let harms = Harm.allCases.filter { $0 != .full || geteuid() == 0 }
    for number in 0..<options.count {
      let harm = harms[number % harms.count]
      let index = number / harms.count
      let scene = try Scene(root + "/\(number)")
      tally.attempt("trial \(number), \(harm)") {
        try trial(harm, index, scene, "trial \(number), \(harm)", tally, &random)
      }
      tally.count("\(harm.rawValue)")
      try FileManager.default.removeItem(atPath: scene.root)
    }
    if let program {
      let isLong = options.count == 0 || options.count >= 1000
      try RoomTrial.run(in: root, all: isLong, program: program, tally)
    }
    try tally.finish()
  }

  private func trial(
    _ harm: Harm, _ index: Int, _ scene: Scene, _ name: String, _ tally: Tally,
    _ random: inout SeededGenerator
  ) throws {
    if harm == .full { try Mount.make(.tmpfs, scene.state.path, kilobytes: 2048) }
    defer { if harm == .full { Mount.remove(scene.state.path) } }
    try Owner.worker?.give(scene.root)
    var saved = Acknowledged()
    func add(_ worker: RunningWorker) throws {
      let (lines, status) = try worker.finish()
      for line in saved.add(lines) { tally.count(line.hasPrefix("failed") ? "refused" : "told") }
      tally.expect(
        ![SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE].contains(status),
        "\(name): a worker crashed")
    }
    var published = WholeFile.Numbers()
    func look() throws {
      let now = WholeFile.Numbers(try WholeFile.texts(scene.path))
      tally.expect(now.mayFollow(published), "\(name): an older file was published")
      published = now
    }
    func worker(_ name: String, saves: Int, pause: Int = 0) throws -> RunningWorker {
      let arguments = [
        "--name", name, "--seed", "\(random.next())", "--saves", "\(saves)", "--pause", "\(pause)",
      ]
      return try RunningWorker(scene, arguments, owner: Owner.worker)
    }

    try add(worker("w", saves: 3))
    let state = try StateOfNotebook(scene)
    if harm == .replaced { try state.backUp() }
    let server = try worker("s", saves: 12, pause: 6)
    usleep(UInt32.random(in: 10_000...90_000, using: &random))
    try look()
    try state.suffer(harm, index)
    try add(worker("c", saves: 1))
    try state.recover(harm)
    try add(server)
    try look()

    let notebook = try scene.open()
    let texts = try notebook.texts.plain()
    let lost = saved.lost(in: texts).filter { note in
      !((try? notebook.history.of(note).texts) ?? []).contains { $0.text == saved.texts[note] }
    }
    tally.expect(lost.isEmpty, "\(name): lost saves: \(lost)")
    try notebook.texts.savePlain("1 at the end", of: "end")
    try notebook.publish()
    try notebook.close()
    try look()
    tally.count("acknowledged saves", saved.count)
  }
}

/// The folder of one notebook in the state folder.
private struct StateOfNotebook {
  let path: String
  private let all: String
  private var backup: String { all + ".backup" }
  private var filler: String { path + "/filler" }

  init(_ scene: Scene) throws {
    all = scene.state.path
    let notebooks = all + "/notebooks"
    guard let name = try FileManager.default.contentsOfDirectory(atPath: notebooks).first else {
      throw CocoaError(.fileNoSuchFile)
    }
    path = notebooks + "/" + name
  }

  func backUp() throws {
    try FileManager.default.copyItem(atPath: path, toPath: backup)
    try Owner.worker?.give(backup)
  }

  func suffer(_ harm: StateFolderFaults.Harm, _ index: Int) throws {
    let files = FileManager.default
    let copy = path + "/notebook.sqlite"
    switch harm {
    case .folderDeleted: try? files.removeItem(atPath: path)
    case .stateDeleted: try? files.removeItem(atPath: all)
    case .copyDeleted: unlink(copy)
    case .replaced:
      try files.moveItem(atPath: path, toPath: backup + "-away")
      // The server may have created a new folder between the two steps. Then the backup is not
      // restored.
      _ = rename(backup, path)
    case .foreign: chmod(path, 0)
    case .readOnly: chmod(path, 0o555)
    case .full:
      let file = open(filler, O_WRONLY | O_CREAT, 0o600)
      defer { close(file) }
      let zeros = [UInt8](repeating: 0, count: 4096)
      while write(file, zeros, zeros.count) > 0 {}
    case .page: try overwrite(copy, index, of: max(1, size(copy) / 4096), length: 4096)
    case .logCut:
      let length = size(copy + "-wal")
      truncate(copy + "-wal", off_t(length * (index % 200) / 200))
    case .logDamaged: try overwrite(copy + "-wal", index, of: 200, length: 500)
    }
  }

  func recover(_ harm: StateFolderFaults.Harm) throws {
    switch harm {
    case .foreign, .readOnly: chmod(path, 0o700)
    case .full: unlink(filler)
    default: break
    }
  }

  /// Overwrites one of `count` ranges of the file at `path`.
  private func overwrite(_ path: String, _ index: Int, of count: Int, length: Int) throws {
    let file = open(path, O_WRONLY)
    guard file >= 0 else { return }
    defer { close(file) }
    let size = size(path)
    let offset = size * (index % count) / count
    let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: index / count * 37), count: length)
    pwrite(file, bytes, max(0, min(length, size - offset)), off_t(offset))
  }

  private func size(_ path: String) -> Int { Int(FileIdentity(path: path)?.size ?? 0) }
}

/// The user that runs the workers if this program runs as root, because root ignores permissions.
struct Owner {
  let user: uid_t

  static let worker: Owner? =
    geteuid() == 0 && access("/usr/bin/setpriv", X_OK) == 0 ? Owner(user: 65534) : nil

  func give(_ path: String) throws {
    chown(path, user, user)
    let inside = FileManager.default.enumerator(atPath: path)
    while let name = inside?.nextObject() as? String { chown(path + "/" + name, user, user) }
  }

  var command: [String] {
    ["/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"]
  }
}

extension WholeFile {
  /// The greatest text number of each note that a worker wrote.
  struct Numbers {
    private var numbers: [String: Int] = [:]

    init(_ texts: [String: Set<String>] = [:]) {
      numbers = texts.mapValues { $0.map { Int($0.prefix { $0 != " " }) ?? 0 }.max() ?? 0 }
    }

    /// Whether each note of `other` is present, with at least the same number.
    func mayFollow(_ other: Numbers) -> Bool {
      other.numbers.allSatisfy { note, number in numbers[note] ?? -1 >= number }
    }
  }
}
