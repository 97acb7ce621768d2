import Base
import CSystem
import Foundation
package import GRDB
import GRDBSQLite
package import NotebookFile

import struct Synchronization.Atomic

/// The working copy was retired, because another notebook or a renewed copy replaced it. The caller
/// must open the current one.
struct RetiredCopy: Error {}

/// The private copy of a notebook. Every process of the user writes to it.
///
/// The copy is in write-ahead-log mode, and a commit is on disk when it returns. When another
/// notebook or a renewed copy replaces it, it is *retired*: one write of `user_version` stops all
/// writers at once. A retired copy is kept for 30 days, and the next copy has another name.
package final class WorkingCopy: Sendable {
  package let paths: NotebookPaths
  package let path: String
  /// The connection that writes. Reads of notes use other connections (`reader`).
  package let database: DatabaseQueue
  package let history: HistoryFile
  let files: CopyFiles
  private let changes = ChangeRecorder()
  private let notices = Mutex<[NotebookNotice]>([])
  private let merged = Mutex<(notes: Set<String>, conflicts: Set<String>)>(([], []))
  /// Whether a conflict copy could not be read the last time, for a temporary reason.
  let hasUnreadCopies = Atomic(false)
  /// The earliest time of the next publication of a large notebook: `bytesASecond` sets the delay,
  /// up to `longestRest`. Nil before the first publication, and if the last one wrote fewer than
  /// `big` bytes or cloned the copy.
  let restsUntil = Mutex<ContinuousClock.Instant?>(nil)

  /// Throws `DisplacedCopy` if the file is missing, or was removed or replaced while it was being
  /// opened.
  init(paths: NotebookPaths, path: String) throws {
    self.paths = paths
    self.path = path
    try SystemCall.requireFile(path)
    guard let identity = FileIdentity(path: path) else { throw DisplacedCopy() }
    database = try Self.connection(path)
    history = HistoryFile(path: paths.history)
    // SQLite opens the log with the first read.
    _ = try database.readUnlessClosed(Self.isRetired)
    files = CopyFiles(path: path)
    guard FileIdentity(path: path)?.isSameFile(as: identity) == true else {
      try? database.close()
      // SQLite may have created an empty file with this name.
      if FileIdentity(path: path)?.size == 0 { try SystemCall.unlink(path) }
      throw DisplacedCopy()
    }
  }

  /// Whether other processes still find this copy under its names. Cost: three system calls.
  var isInPlace: Bool { files.areInPlace }

  func notice(_ notice: NotebookNotice) { notices.withLock { $0.append(notice) } }

  func noteMerged(notes: Set<String>, conflicts: Set<String>) {
    merged.withLock {
      $0.notes.formUnion(notes)
      $0.conflicts.formUnion(conflicts)
    }
  }

  func takeNotices() -> [NotebookNotice] {
    let merged = merged.withLock { merged in
      defer { merged = ([], []) }
      return merged
    }
    if !merged.notes.isEmpty {
      notice(.merged(notes: merged.notes.count, conflicts: merged.conflicts.count))
    }
    let setAside = history.takeSetAside().map { [NotebookNotice.historySetAside(path: $0)] } ?? []
    return notices.withLock { notices in
      defer { notices = [] }
      return notices + setAside
    }
  }

  /// Returns nil if there is no working copy, or the newest is retired. Throws `damagedCopy` if its
  /// header or schema is damaged, `newerVersion` if a newer program wrote it, and `DisplacedCopy`.
  package static func current(_ paths: NotebookPaths) throws -> WorkingCopy? {
    guard let generation = try generations(paths).last else { return nil }
    let copy = try WorkingCopy(paths: paths, path: path(paths, generation))
    let isCurrent = try copy.database.readUnlessClosed { db in
      guard try !isRetired(db) else { return false }
      // The file could be written when it was opened, so its header is damaged.
      guard sqlite3_db_readonly(db.sqliteConnection, "main") == 0 else {
        throw NotebookError.damagedCopy(path: paths.path)
      }
      guard let isNewer = try? SchemaCheck(path: copy.path, db: db).run() else {
        throw NotebookError.damagedCopy(path: paths.path)
      }
      // Damage can look like a newer version.
      guard try !isNewer || !db.areIndexesWhole() else {
        throw NotebookError.newerVersion(path: copy.path)
      }
      guard !isNewer else { throw NotebookError.damagedCopy(path: paths.path) }
      return true
    }
    return isCurrent ? copy : nil
  }

  /// Returns the number of the newest working copy, retired or not; 0 if there is none.
  package static func latest(_ paths: NotebookPaths) -> Int {
    ((try? generations(paths)) ?? []).last ?? 0
  }

  /// Opens the working copy, or creates it from the published file. Waits up to two seconds for
  /// other processes that publish.
  static func make(_ paths: NotebookPaths) throws -> WorkingCopy {
    try SystemCall.makeFolder(paths.state)
    let lock = try FileLock(path: paths.lock, patience: .seconds(2))
    return try make(paths, holding: lock)
  }

  static func make(
    _ paths: NotebookPaths, holding lock: borrowing FileLock
  ) throws -> WorkingCopy {
    if let copy = try usable(paths, holding: lock) { return copy }
    try Room.require(in: paths.state, for: FileIdentity(path: paths.target)?.size ?? 0)
    let path = try nextPath(paths)
    do {
      let history = HistoryFile(path: paths.history)
      let state = try copyPublished(paths, to: path + ".new", history)
      try history.setPublished(state)
      try history.close()
      try SystemCall.synchronize(path + ".new")
      try SystemCall.rename(path + ".new", to: path)
    } catch {
      // An unfinished copy would fill the disk until the next publication.
      removeUnfinished(path + ".new")
      throw error
    }
    try SystemCall.synchronizeFolder(paths.state)
    return try WorkingCopy(paths: paths, path: path)
  }

  private static func removeUnfinished(_ path: String) {
    for suffix in ["", "-journal", "-wal", "-shm"] { try? SystemCall.unlink(path + suffix) }
  }

  /// Runs `body` in a transaction that is on disk when this returns. Throws `RetiredCopy` without
  /// writing if the copy was retired.
  func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try transaction(by: nil) { db in (try body(db), HistoryTexts()) }.value
  }

  /// Runs `body` in a transaction on behalf of `writer`, and returns the transaction's number in
  /// the feed of changes; nil if no row was changed. The texts that `body` returns are in history,
  /// on disk, before the transaction is committed; `willKeep` is called before both.
  ///
  /// If the disk became full after history was written, history would have texts that were not
  /// saved. So the write fails early when there is little room.
  func transaction<Value>(
    by writer: Int64?, willKeep: () -> Void = {},
    _ body: (Database) throws -> (Value, HistoryTexts)
  ) throws -> (value: Value, change: Int64?) {
    try database.writeWithoutTransaction { db in
      try db.checkIsOpen()
      do {
        var result: (value: Value, change: Int64?)?
        try changes.watch(db)
        try db.inTransaction(.immediate) {
          guard try !Self.isRetired(db) else { throw RetiredCopy() }
          _ = changes.take()
          let rows = db.totalChangesCount
          let (value, texts) = try body(db)
          let isChanged = db.totalChangesCount != rows
          let change = isChanged ? (changes.take(), writer) : nil
          if isChanged { try Room.require(in: paths.state, for: texts.room) }
          willKeep()
          result = (value, try ChangeFeed.append(change, with: texts, to: history, db))
          return .commit
        }
        guard let result else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
        return result
      } catch let error as DatabaseError {
        // The result code says only that the disk failed; the system error says how.
        let code = sqlite3_system_errno(db.sqliteConnection)
        guard [.SQLITE_IOERR, .SQLITE_CANTOPEN].contains(error.resultCode), code != 0 else {
          throw error
        }
        throw SystemError(code: code)
      }
    }
  }

  /// Opens another connection, for reading. Saves do not wait for it.
  package func reader() throws -> DatabaseQueue { try Self.connection(path) }

  /// Returns the state of the connection that writes. Waits for a write in progress.
  package func state() throws -> ConnectionState? {
    try database.inDatabase { db in
      try db.checkIsOpen()
      return try ConnectionState(db)
    }
  }

  private static func connection(_ path: String) throws -> DatabaseQueue {
    var configuration = configuration
    configuration.label = "\(UUID.random())"
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  /// Copies the logs of the copy and of its history into their files, as far as is possible without
  /// waiting, so that a save does not have to.
  func checkpoint() {
    try? database.writeWithoutTransaction { db in
      try db.checkIsOpen()
      _ = try db.checkpoint(.passive)
    }
    history.checkpoint()
  }

  package func close() {
    try? database.close()
    try? history.close()
  }

  static var configuration: Configuration {
    var configuration = Configuration.closable
    configuration.busyMode = .timeout(10)
    configuration.prepareDatabase { db in
      // SQLite falls back to opening a file read-only if opening it for writing failed, even once.
      guard sqlite3_db_readonly(db.sqliteConnection, "main") == 0 else {
        throw DatabaseError(resultCode: .SQLITE_READONLY)
      }
      if let connection = db.sqliteConnection { _ = sqlite_guard_speed_highlight(connection) }
      // A cache of 256 KiB is enough for a save and a search; SQLite's default of 2 MB would fill
      // up while a user types, once for each connection. Pages that are read again come from the
      // system's cache. With SQLite's default of 1,000 pages, more saves would wait for a
      // checkpoint; publishing makes one anyway, and 4,000 pages (16 MB) are the limit. The last
      // two settings apply only on Darwin, where a synchronized file may still be in the drive's
      // memory.
      try db.execute(
        sql: """
          PRAGMA synchronous = FULL; PRAGMA cell_size_check = ON; PRAGMA cache_size = -256;
          PRAGMA wal_autocheckpoint = 4000;
          PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON
          """)
    }
    return configuration
  }
}

extension WorkingCopy {
  static func isRetired(_ db: Database) throws -> Bool {
    try Int64.fetchOne(db, sql: "PRAGMA user_version") != 0
  }

  /// The number of this copy; each new copy of the notebook has a greater one.
  var generation: Int { Self.generation(URL(fileURLWithPath: path).lastPathComponent) ?? 0 }

  /// Removes unfinished copies, and retired copies and damaged files that were last changed over 30
  /// days ago. Also calls `sweepMerged`.
  func sweep(holding lock: borrowing FileLock, now: Date = Date()) throws {
    for name in try SystemCall.names(in: paths.state) {
      let file = paths.state + "/" + name
      if name.hasSuffix(".new") || name.contains(".new-") {
        try SystemCall.unlink(file)
      } else if name.contains(".sqlite.damaged-")
        || Self.generation(ofFile: name) ?? .max < generation,
        let status = try SystemCall.status(file),
        now.age(ofFileTime: FileIdentity(status).modified) > 30 * 86_400
      {
        for suffix in ["-wal", "-shm", ""] { try SystemCall.unlink(file + suffix) }
      }
    }
    try sweepMerged(now: now)
  }

  /// Returns the numbers of the existing copies, ascending. The last is the current one unless it
  /// is retired.
  private static func generations(_ paths: NotebookPaths) throws -> [Int] {
    try SystemCall.names(in: paths.state).compactMap { generation($0) }.sorted()
  }

  /// Returns the number in a copy's name: 1 for `notebook.sqlite`, 2 for `notebook-2.sqlite`.
  private static func generation(_ name: String) -> Int? {
    guard name.hasPrefix("notebook"), name.hasSuffix(".sqlite") else { return nil }
    let number = name.dropFirst(8).dropLast(7)
    if number.isEmpty { return 1 }
    return number.first == "-" ? Int(number.dropFirst()).flatMap { $0 > 1 ? $0 : nil } : nil
  }

  /// Returns the number in the name of a copy, its log or its shared memory, which may exist
  /// without the copy.
  private static func generation(ofFile name: String) -> Int? {
    let ending = ["-wal", "-shm"].first(where: name.hasSuffix) ?? ""
    return generation(String(name.dropLast(ending.count)))
  }

  /// Returns the path of the next copy. There is no log or shared memory with its name: SQLite
  /// would apply the log of a removed copy to the new one, and a process that has the removed copy
  /// open would lose the shared memory.
  static func nextPath(_ paths: NotebookPaths) throws -> String {
    let last = try SystemCall.names(in: paths.state).compactMap(generation(ofFile:)).max() ?? 0
    return path(paths, last + 1)
  }

  static func path(_ paths: NotebookPaths, _ generation: Int) -> String {
    paths.state + (generation == 1 ? "/notebook.sqlite" : "/notebook-\(generation).sqlite")
  }

  /// Writes the published file to `path` as a working copy, and returns the file's state. Tries up
  /// to eight times if the file is changed during the copy, then throws `locked`.
  static func copyPublished(
    _ paths: NotebookPaths, to path: String, _ history: HistoryFile
  ) throws -> PublishedState {
    for _ in 0..<8 {
      let file = try ForeignFile.open(paths.target)
      defer { file.close() }
      do {
        let writeCount = try write(file, to: path, history)
        if file.isUnchanged {
          return PublishedState(identity: file.identity, writeCount: writeCount)
        }
      } catch {
        throw file.meaning(of: error)
      }
    }
    throw NotebookError.locked(path: paths.path)
  }

  /// Writes `file` to `path` as a working copy in the current form, and resolves what other
  /// programs merged. Returns the file's write count.
  static func write(
    _ file: ForeignFile, to path: String, _ history: HistoryFile
  ) throws -> WriteCount {
    for suffix in ["", "-journal", "-wal", "-shm"] { try SystemCall.unlink(path + suffix) }
    try SystemCall.makeFile(path)
    let database = try DatabaseQueue(path: path, configuration: configuration)
    let writeCount = try database.writeWithoutTransaction { db in
      let writeCount = try file.read { source in
        try VersionLimits.check(source, file.path)
        try source.backup(to: db)
        return try WriteCount.fetch(source)
      }
      try db.execute(sql: "PRAGMA user_version = 0")
      try ChangeFeed.begin(db)
      try NotebookSchema.bringUpToDate(db)
      try db.inTransaction {
        try history.settlement(in: db).run(in: db)
        return .commit
      }
      try db.useWriteAheadLog()
      return writeCount
    }
    try database.close()
    return writeCount
  }
}
