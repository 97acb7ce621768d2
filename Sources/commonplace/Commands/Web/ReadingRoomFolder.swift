import Base
import Foundation
import NotebookFile
import WebServer

/// Files on this machine for the reading room of one notebook. Only their user can read them.
///
/// A pass is a file, too. Only a process that can write here can let a browser in, so a second
/// `commonplace web` does not need the running server to issue its pass.
struct ReadingRoomFolder: Sendable {
  /// In seconds.
  static let passLife = 600
  /// Maximum number of passes; the newest are kept.
  static let mostPasses = 64
  /// Number of 64-bit words in the root: 22 characters.
  private static let rootWords = 2

  let path: String

  /// Creates the folder for the notebook at the path `notebook` if it is missing. Throws if the
  /// folder cannot be created, or if other users could read it.
  init(notebook: String, state: StateFolder = .user) throws {
    let paths = NotebookPaths(path: notebook, state: state)
    let name = URL(filePath: paths.state).lastPathComponent
    path = state.path + "/web/" + name
    do {
      try SystemCall.makeFolder(passes)
      for folder in [state.path + "/web", path, passes] { try Self.check(folder) }
    } catch let error as SystemError {
      throw CommandFailure(
        .inputOutput, "cannot use the folder \(path): \(error.reason)",
        "check its owner and its free space")
    }
  }

  private var passes: String { path + "/passes" }
  private var portFile: String { path + "/port" }
  private var rootFile: String { path + "/root" }

  private static func check(_ folder: String) throws {
    guard let status = try SystemCall.status(folder), status.st_mode & S_IFMT == S_IFDIR,
      status.st_uid == geteuid(), status.st_mode & 0o077 == 0
    else {
      throw CommandFailure(
        .inputOutput, "\(folder) is not a folder that only you can access",
        "delete it; the next “commonplace web” creates it again")
    }
  }

  /// Returns the lock for serving the notebook; nil if another process holds it.
  func lock() throws -> FileLock? {
    do {
      return try FileLock(path: path + "/lock", patience: .zero)
    } catch let error as SystemError where error.code == EWOULDBLOCK {
      return nil
    }
  }

  /// Removes the port, the passes and the door of a server that ended. Call while holding the lock.
  func clear() throws {
    try SystemCall.unlink(door)
    try SystemCall.unlink(portFile)
    for name in try SystemCall.names(in: passes) { try SystemCall.unlink("\(passes)/\(name)") }
  }

  /// The server's port; nil if it is not stored or not valid.
  var port: Int? {
    let text = (try? SystemCall.read(portFile, most: 16, followsLinks: false))
      .map { String(decoding: $0, as: UTF8.self) }
    return text.flatMap(Int.init).flatMap { (1...65_535).contains($0) ? $0 : nil }
  }

  /// Stores the port, so that a second start can find the server.
  func note(port: Int) throws {
    let new = portFile + ".new"
    try SystemCall.unlink(new)
    try Self.write("\(port)", to: new)
    try SystemCall.rename(new, to: portFile)
  }

  // MARK: The root

  /// The first part of the path of every page: a random name that other servers on this machine
  /// cannot guess. It is kept between starts, so that bookmarks stay valid. Nil if it is missing or
  /// damaged, or if other users can access it.
  var root: String? {
    guard let status = try? SystemCall.status(rootFile), status.st_uid == geteuid(),
      status.st_mode & 0o077 == 0,
      let data = try? SystemCall.read(rootFile, most: 64, followsLinks: false)
    else { return nil }
    let secret = Secret(text: String(decoding: data, as: UTF8.self))
    return secret.isWhole(words: Self.rootWords) ? secret.text : nil
  }

  /// Returns the root; creates it if none is usable. Call while holding the lock.
  func keptRoot() throws -> String {
    if let root { return root }
    let new = rootFile + ".new"
    let secret = Secret(words: Self.rootWords)
    try SystemCall.unlink(new)
    try Self.write(secret.text, to: new)
    try SystemCall.rename(new, to: rootFile)
    return secret.text
  }

  // MARK: Passes

  /// Creates a pass, which lets one browser in within `passLife` seconds.
  func issuePass(now: Date = Date()) throws -> String {
    let names = try passNames()
    var kept = 1
    for name in names {
      if kept < Self.mostPasses, try pass(name, at: now) != nil {
        kept += 1
      } else {
        try SystemCall.unlink("\(passes)/\(name)")
      }
    }
    let secret = Secret()
    // File names sort by time, even if the clock was set back.
    let last = names.first?.split(separator: "-").first.flatMap { Int($0) } ?? 0
    let microseconds = Int(exactly: (now.timeIntervalSince1970 * 1e6).rounded(.down)) ?? 0
    let number = "\(max(microseconds, last &+ 1))"
    let padded = String(repeating: "0", count: max(0, 20 - number.count)) + number
    try Self.write(
      "\(secret.text) \(Self.seconds(now))",
      to: "\(passes)/\(padded)-\(UInt64.random(in: 0 ... .max))")
    return secret.text
  }

  private func passNames() throws -> [String] { try SystemCall.names(in: passes).sorted(by: >) }

  /// Uses up a pass. Returns false if it is unknown, used or too old, or if its file cannot be
  /// renamed and deleted. Cost: reads every pass, up to `mostPasses`.
  func redeem(_ pass: String, now: Date = Date()) -> Bool {
    var found: String?
    for name in ((try? passNames()) ?? []).prefix(Self.mostPasses) {
      guard let known = try? self.pass(name, at: now) else { continue }
      if known.matches(pass) { found = name }
    }
    guard let found else { return false }
    let file = "\(passes)/\(found)"
    do {
      // If two requests use the pass at once, only one can rename it.
      try SystemCall.rename(file, to: file + ".used")
      try SystemCall.unlink(file + ".used")
      return true
    } catch {
      return false
    }
  }

  /// Returns the pass in a file; nil if it is used, too old, unreadable, or not a pass.
  private func pass(_ name: String, at now: Date) throws -> Secret? {
    guard !name.hasSuffix(".used"),
      let data = try? SystemCall.read("\(passes)/\(name)", most: 100, followsLinks: false)
    else { return nil }
    let words = String(decoding: data, as: UTF8.self).split(separator: " ")
    guard words.count == 2, let text = words.first, let issued = words.last.flatMap({ Int($0) }),
      issued >= 0
    else { return nil }
    let age = Self.seconds(now).subtractingReportingOverflow(issued)
    guard !age.overflow, (0...Self.passLife).contains(age.partialValue) else { return nil }
    return Secret(text: String(text))
  }

  private static func seconds(_ date: Date) -> Int {
    Int(exactly: date.timeIntervalSince1970.rounded(.down)) ?? 0
  }

  /// Writes a new file that only its user can access. Throws if it exists.
  private static func write(_ text: String, to path: String) throws {
    try SystemCall.makeFile(path)
    try SystemCall.withFile(path, O_WRONLY | O_NOFOLLOW) { file in
      try SystemCall.write(Array(text.utf8), at: 0, to: file)
    }
  }

  // MARK: The door

  /// The path of a page that sends a browser to the first address. The browser gets this path as
  /// its argument, because other users can read the arguments of processes.
  private var door: String {
    let runtime = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"]
    guard let runtime, runtime.hasPrefix("/"), (try? Self.check(runtime)) != nil else {
      return "\(path)/door.html"
    }
    return "\(runtime)/commonplace-\(URL(filePath: path).lastPathComponent).html"
  }

  /// Writes the page at `door`, which contains `address` with its pass. Returns its path.
  func writeDoor(to address: String) throws -> String {
    try SystemCall.unlink(door)
    try Self.write(
      """
      <!DOCTYPE html><html lang="en"><meta charset="utf-8">
      <meta name="referrer" content="no-referrer">
      <meta http-equiv="refresh" content="0;url=\(address)">
      <title>commonplace</title><p><a href="\(address)">Open the reading room</a></p></html>

      """, to: door)
    return door
  }
}
