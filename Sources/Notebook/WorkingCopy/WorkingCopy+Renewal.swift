import Base
package import Foundation
import GRDB
import KeyValueStore
package import NotebookFile

/// Renews a damaged working copy from the published file and the readable parts of the damaged one.
extension WorkingCopy {
  /// The working copy of the notebook at `place`, renewed if it turns out to be damaged. Returns
  /// nil if there is none.
  static func usable(_ place: NotebookPlace) throws -> WorkingCopy? {
    do {
      return try current(place)
    } catch  where isDamage(error) || error is DisplacedCopy {
      return try usable(place, holding: try FileLock(path: place.lock, patience: .seconds(10)))
    }
  }

  /// The same for those who have the lock.
  static func usable(
    _ place: NotebookPlace, holding lock: borrowing FileLock
  ) throws -> WorkingCopy? {
    do {
      return try current(place)
    } catch  where isDamage(error) {
      let kept = try renew(place, holding: lock)
      let copy = try current(place)
      if let kept { copy?.notice(.copyRenewed(kept: kept)) }
      return copy
    }
  }

  /// Renews this copy, which is damaged, unless another process did, or retired it. Returns nil if
  /// there is no copy any more.
  func renewed() throws -> WorkingCopy? {
    let lock = try FileLock(path: place.lock, patience: .seconds(10))
    guard isInPlace, Self.latest(place) == generation,
      (try? database.readUnlessClosed(Self.isRetired)) != true
    else { return try Self.usable(place, holding: lock) }
    let kept = try Self.renew(place, holding: lock)
    let copy = try Self.current(place)
    if let kept { copy?.notice(.copyRenewed(kept: kept)) }
    return copy
  }

  /// Whether `error`, met while using a working copy, says that it is not as it was written.
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

  /// Whether SQLite reports damage without a specific code: a number in the header is unknown to
  /// it, or something that was declared is.
  private static func saysDamage(_ message: String) -> Bool {
    ["unsupported file format", "no such table", "no such column"].contains(
      where: message.hasPrefix)
  }

  /// Makes a new working copy from the readable parts of the published file and of the present
  /// copy, which is damaged and gets another name. Returns that name; the file is kept for 30 days.
  /// Returns nil if there is no copy.
  ///
  /// Throws if neither can be read; then everything is as it was. Cost: linear in both.
  package static func renew(
    _ place: NotebookPlace, holding lock: borrowing FileLock, now: Date = Date()
  ) throws -> String? {
    let generation = latest(place)
    guard generation > 0 else { return nil }
    let damaged = path(place, generation)
    let new = try nextPath(place)
    let history = HistoryFile(path: place.history)
    defer { try? history.close() }
    try retiring(damaged) {
      let state = try rebuild(damaged, place, to: new + ".new", history, now)
      try mendSearchIndex(new + ".new")
      try history.setPublished(state)
      // Values from conflict copies may be lost with the damaged one: they are merged once more.
      try history.forgetConflictCopies()
      try SystemCall.synchronize(new + ".new")
      try SystemCall.rename(new + ".new", to: new)
      try SystemCall.synchronizeFolder(place.state)
    }
    return try setAside(damaged, at: now)
  }

  /// Gives a damaged copy a name that no working copy has. A process that has it open sees that.
  static func setAside(_ path: String, at now: Date) throws -> String {
    let kept = freePath("\(path).damaged-\(Timestamps.compact(now))")
    for suffix in ["-wal", "-shm", ""] where try SystemCall.status(path + suffix) != nil {
      try SystemCall.rename(path + suffix, to: kept + suffix)
    }
    return kept
  }

  /// Runs `body` while no process writes in the copy at `path`, and then retires it, as far as the
  /// damage permits a write.
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
      // A damaged header may forbid to write.
      if !isDone { try body() }
    }
  }

  /// Writes the new copy to `new`; the state of the published file that it holds, nil if none.
  private static func rebuild(
    _ damaged: String, _ place: NotebookPlace, to new: String, _ history: HistoryFile, _ now: Date
  ) throws -> PublishedState? {
    // Names that are swept when this is interrupted.
    let (flat, salvaged) = (damaged + ".damaged.new", damaged + ".salvaged.new")
    func clear() throws { for path in [flat, salvaged] { try SystemCall.unlink(path) } }
    try clear()
    defer { try? clear() }
    let published = Result { try copyPublished(place, to: new, history) }
    // A process that replaces the file in this moment has to be waited for.
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

  /// Copies the pages of a copy, those in its log included, into one file. Where not even that can
  /// be done the log is left out.
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

  /// Brings the salvaged versions into the new copy at `path`, which has the published ones; none
  /// if that is another notebook. `isSound`: nothing showed that the old copy was damaged.
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
        guard try NotebookIdentity.mayTakePlace(source, db) else { return }
        let keep: ([SupersededText]) throws -> Void = {
          try history.keep(HistoryTexts(superseded: $0), in: db)
        }
        var versions = try SalvagedVersions(source, unknownTo: db)
        // Where nothing shows which of two is damaged, both stay.
        if isSound { try versions.addDiffering(from: source, knownTo: db) }
        try versions.store(in: db, keep: keep)
        // Values that were saved here, though the file may have seen them and lost them since.
        try SupersededText.forEach(of: source, missingIn: db, keep)
        try MissingMetadata.restore(in: db, now: now)
      }
    }
  }

  /// Rebuilds the full-text index of the copy at `path` if it is not that of the texts.
  private static func mendSearchIndex(_ path: String) throws {
    let database = try DatabaseQueue(path: path, configuration: configuration)
    defer { try? database.close() }
    try database.writeWithoutTransaction { db in
      guard try !db.isSearchIndexWhole() else { return }
      // Of some damage an index does not recover; then searches fail, and nothing else.
      try? db.execute(sql: "INSERT INTO entryFullText(entryFullText) VALUES ('rebuild')")
    }
  }
}
