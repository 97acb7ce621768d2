internal import Foundation
internal import GRDB

extension WorkingCopy {
  /// Makes a new working copy out of the published file, as far as that can be read, and of what can
  /// still be read of the present one, which is damaged and is retired. The path of the damaged one,
  /// which is kept for 30 days; nil when there is none.
  ///
  /// Throws when neither can be read; then everything is as it was. Cost: linear in both.
  static func salvage(
    _ place: NotebookPlace, holding lock: borrowing FileLock, now: Date = Date()
  ) throws -> String? {
    let generation = latest(place)
    guard generation > 0 else { return nil }
    let damaged = path(place, generation)
    let new = path(place, generation + 1)
    let history = HistoryFile(path: place.history)
    defer { try? history.close() }
    try retiring(damaged) {
      let state = try rebuild(damaged, place, to: new + ".new", history, now)
      try history.setPublished(state)
      try SystemCall.synchronize(new + ".new")
      try SystemCall.rename(new + ".new", to: new)
      try SystemCall.synchronizeFolder(place.state)
    }
    return damaged
  }

  /// Runs `body` while nobody writes in the copy at `path`, and then retires it, as far as the damage
  /// lets anybody write in it.
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
    } catch let error as DatabaseError
      where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
    {
      if !isDone { try body() }
    }
  }

  /// Writes the new copy to `new`; what of it is published.
  private static func rebuild(
    _ damaged: String, _ place: NotebookPlace, to new: String, _ history: HistoryFile, _ now: Date
  ) throws -> PublishedState? {
    // Names that are swept when this is interrupted.
    let (flat, salvaged) = (damaged + ".damaged.new", damaged + ".salvaged.new")
    func clear() throws { for path in [flat, salvaged] { try SystemCall.unlink(path) } }
    try clear()
    defer { try? clear() }
    let published = Result { try copyPublished(place, to: new) }
    let file: ForeignFile
    do {
      try flatten(damaged, to: flat)
      _ = try Salvage.run(from: flat, to: salvaged, now: now)
      file = try ForeignFile.open(salvaged)
    } catch is NotebookError {
      return try published.get()
    }
    defer { file.close() }
    if case .success(let state) = published, try merge(file, into: new, history) { return state }
    _ = try write(file, to: new)
    return nil
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

  /// Merges `file` into the copy at `path`; false when that is another notebook.
  private static func merge(
    _ file: ForeignFile, into path: String, _ history: HistoryFile
  ) throws -> Bool {
    let database = try DatabaseQueue(path: path, configuration: configuration)
    defer { try? database.close() }
    return try file.read { source in
      try database.write { db in
        guard try areRelated(source, db) else { return false }
        try Merge.merge(from: source, into: db) { try history.remember(deleted: $0) }
        return true
      }
    }
  }
}
