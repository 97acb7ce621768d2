import Base
package import Foundation
import GRDB
import KeyValueStore
package import NotebookFile

/// Renews a damaged working copy from the published file and the readable parts of the damaged one.
extension WorkingCopy {
  /// Returns the working copy, renewed if it is damaged; nil if there is none, or it is retired.
  static func usable(_ paths: NotebookPaths) throws -> WorkingCopy? {
    do {
      return try current(paths)
    } catch  where isDamage(error) || error is DisplacedCopy {
      return try usable(paths, holding: try FileLock(path: paths.lock, patience: .seconds(10)))
    }
  }

  static func usable(
    _ paths: NotebookPaths, holding lock: borrowing FileLock
  ) throws -> WorkingCopy? {
    do {
      return try current(paths)
    } catch  where isDamage(error) {
      let kept = try renew(paths, holding: lock)
      let copy = try current(paths)
      if let kept { copy?.notice(.copyRenewed(kept: kept)) }
      return copy
    }
  }

  /// Renews this damaged copy, unless another process has renewed or retired it. Returns nil if
  /// there is no copy any more, or it is retired.
  func renewed() throws -> WorkingCopy? {
    let lock = try FileLock(path: paths.lock, patience: .seconds(10))
    guard isInPlace, Self.latest(paths) == generation,
      (try? database.readUnlessClosed(Self.isRetired)) != true
    else { return try Self.usable(paths, holding: lock) }
    let kept = try Self.renew(paths, holding: lock)
    let copy = try Self.current(paths)
    if let kept { copy?.notice(.copyRenewed(kept: kept)) }
    return copy
  }

  /// `error` must come from using a working copy.
  package static func isDamage(_ error: any Error) -> Bool {
    switch error {
    case let error as DatabaseError:
      [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
        || error.extendedResultCode == .SQLITE_IOERR_SHORT_READ
        || error.resultCode == .SQLITE_ERROR && saysDamage(error.message ?? "")
    case NotebookError.damagedCopy: true
    default: false
    }
  }

  /// Whether SQLite reports damage without a specific code: it does not recognize a number in the
  /// header, or misses a declared table or column.
  private static func saysDamage(_ message: String) -> Bool {
    ["unsupported file format", "no such table", "no such column"].contains(
      where: message.hasPrefix)
  }

  /// Creates a new working copy from the published file, if that can be read, and the readable
  /// parts of the damaged present copy. Renames the damaged copy, and returns its new path; it is
  /// kept for 30 days. Returns nil if there is no copy.
  ///
  /// Throws if neither can be read, or if the file is being replaced; then the copy stays. Cost:
  /// linear in both.
  package static func renew(
    _ paths: NotebookPaths, holding lock: borrowing FileLock, now: Date = Date()
  ) throws -> String? {
    let generation = latest(paths)
    guard generation > 0 else { return nil }
    let damaged = path(paths, generation)
    let new = try nextPath(paths)
    let history = HistoryFile(path: paths.history)
    defer { try? history.close() }
    try retiring(damaged) {
      let state = try rebuild(damaged, paths, to: new + ".new", history, now)
      try mendSearchIndex(new + ".new")
      try history.setPublished(state)
      // Values from conflict copies may be lost with the damaged copy, so they are merged again.
      try history.forgetConflictCopies()
      try SystemCall.synchronize(new + ".new")
      try SystemCall.rename(new + ".new", to: new)
      try SystemCall.synchronizeFolder(paths.state)
    }
    return try setAside(damaged, at: now)
  }

  /// Renames a copy to a name that working copies do not have. Returns the new path. A process that
  /// has the copy open notices the renaming (`isInPlace`).
  static func setAside(_ path: String, at now: Date) throws -> String {
    let kept = freePath("\(path).damaged-\(Timestamps.compact(now))")
    for suffix in ["-wal", "-shm", ""] where try SystemCall.status(path + suffix) != nil {
      try SystemCall.rename(path + suffix, to: kept + suffix)
    }
    return kept
  }

  /// Runs `body` while no process writes to the copy at `path`, and then retires the copy. If
  /// damage prevents a write transaction, only runs `body`.
  private static func retiring(_ path: String, _ body: () throws -> Void) throws {
    var isDone = false
    do {
      let database = try DatabaseQueue(path: path, configuration: configuration)
      defer { try? database.close() }
      try database.writeWithoutTransaction { db in
        try db.inTransaction(.immediate) {
          try body()
          isDone = true
          try db.execute(sql: "PRAGMA user_version = 1")
          return .commit
        }
      }
    } catch let error as DatabaseError where isDamage(error) || error.resultCode == .SQLITE_READONLY
    {
      // A damaged header may prevent writes.
      if !isDone { try body() }
    }
  }

  /// Returns the state of the published file that the new copy contains; nil if it does not contain
  /// one.
  private static func rebuild(
    _ damaged: String, _ paths: NotebookPaths, to new: String, _ history: HistoryFile, _ now: Date
  ) throws -> PublishedState? {
    // `sweep` removes files with these names if this function was interrupted.
    let (flat, salvaged) = (damaged + ".damaged.new", damaged + ".salvaged.new")
    func clear() throws { for path in [flat, salvaged] { try SystemCall.unlink(path) } }
    try clear()
    defer { try? clear() }
    let published = Result { try copyPublished(paths, to: new, history) }
    // If a process is replacing the file at this moment, the caller must retry.
    if case .failure(NotebookError.locked) = published { _ = try published.get() }
    do {
      try flatten(damaged, to: flat)
      guard case .success(let state) = published else {
        _ = try Salvage.run(from: flat, to: salvaged, now: now)
        let file = try ForeignFile.open(salvaged)
        defer { file.close() }
        _ = try write(file, to: new, history)
        return nil
      }
      try SystemCall.makeFile(salvaged)
      try Salvage.collect(from: flat, to: salvaged, now: now)
      try bring(salvaged, isSound: FileCheck.isWhole(flat), into: new, history, now)
      return state
    } catch is NotebookError {
      return try published.get()
    }
  }

  /// Copies the pages of a copy, including its log, into one file; without the log if that fails.
  private static func flatten(_ path: String, to flat: String) throws {
    try SystemCall.makeFile(flat)
    do {
      let source = try DatabaseQueue(path: path, configuration: configuration)
      defer { try? source.close() }
      let destination = try DatabaseQueue(path: flat)
      defer { try? destination.close() }
      try source.read { source in
        try destination.writeWithoutTransaction { db in
          try source.backup(to: db)
          try db.execute(sql: "PRAGMA journal_mode = DELETE")
        }
      }
    } catch is DatabaseError {
      for suffix in ["", "-wal", "-shm", "-journal"] { try SystemCall.unlink(flat + suffix) }
      try SystemCall.copy(path, to: flat)
    }
  }

  /// Adds the salvaged versions to the new copy at `path`, which has the published ones. Adds
  /// nothing if they are of another notebook. `isSound` tells whether the old copy shows no damage.
  private static func bring(
    _ salvaged: String, isSound: Bool, into path: String, _ history: HistoryFile, _ now: Date
  ) throws {
    let source = try DatabaseQueue(path: salvaged)
    let database = try DatabaseQueue(path: path, configuration: configuration)
    defer {
      try? source.close()
      try? database.close()
    }
    try source.read { source in
      try database.write { db in
        guard try NotebookIdentity.mayReplace(source, db) else { return }
        let keep: ([SupersededText]) throws -> Void = {
          try history.keep(HistoryTexts(superseded: $0), in: db)
        }
        var versions = try SalvagedVersions(source, unknownTo: db)
        // If nothing shows which of two versions is damaged, both stay.
        if isSound { try versions.addDiffering(from: source, knownTo: db) }
        try versions.store(in: db, keep: keep)
        // Values that were saved here stay in history, even if the file once had them and has lost
        // them.
        try SupersededText.forEach(of: source, missingIn: db, keep)
        try MissingMetadata.restore(in: db, now: now)
      }
    }
  }

  private static func mendSearchIndex(_ path: String) throws {
    let database = try DatabaseQueue(path: path, configuration: configuration)
    defer { try? database.close() }
    try database.writeWithoutTransaction { db in
      guard try !db.isSearchIndexWhole() else { return }
      // Some damage to an index cannot be repaired; then only searches fail.
      try? db.execute(sql: "INSERT INTO entryFullText(entryFullText) VALUES ('rebuild')")
    }
  }
}
