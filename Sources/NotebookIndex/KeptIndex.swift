package import Base
import Foundation
package import GRDB
package import KeyValueStore
package import Notebook
package import NotebookFile

import struct Synchronization.Atomic

/// An index of a notebook, so that the whole notebook need not be read: a small database next to
/// the working copy, shared by all processes, that can be deleted at any time.
///
/// The index records the state of the notebook that it reflects. Writes of this process are indexed
/// at once if `Tables.entersWrites`. Changes by others are read from the feed of the working copy;
/// if the feed lacks them, they are found by author and number, in one pass over the notebook's
/// rows. If the notebook's state does not follow from the recorded one (another notebook, an older
/// file), the index is rebuilt. Without a working copy, or if the file cannot be used, the index is
/// kept in memory if `Tables.mayBeInMemory`.
package final class KeptIndex<Tables: IndexTables>: NotebookFollower {
  private let opened = Mutex<Opened?>(nil)
  /// Builds the index in the background, one build at a time.
  package let once = BackgroundOnce()

  package init() {}

  private struct Opened: Sendable {
    var source: String
    var queue: DatabaseQueue
    /// A state of the working copy that is fully indexed; nil if unknown.
    var state: ConnectionState?
  }

  private let isClosing = Atomic(false)

  /// Closes the file. Cancels an index build that is running.
  package func close() {
    isClosing.store(true, ordering: .relaxed)
    opened.withLock { opened in
      try? opened?.queue.close()
      opened = nil
      isClosing.store(false, ordering: .relaxed)
    }
  }

  package var queue: DatabaseQueue? { opened.withLock { $0?.queue } }

  /// Runs `body` in a transaction of the index, which is brought up to date first.
  ///
  /// Throws `indexUnusable` for SQLite errors that `isOfIndex` recognizes, also from `body`. Throws
  /// other errors as errors of reading the notebook.
  package func with<Value>(
    _ notebook: Notebook, _ body: (Tables) throws -> Value
  ) throws(NotebookError) -> Value {
    let source = notebook.sourceState.withLock { $0.source }
    var result: Result<Value, any Error>?
    opened.withLock { opened in
      result = Result {
        var failure = DatabaseError(resultCode: .SQLITE_CANTOPEN)
        for storage in [Storage.file, .newFile] where Tables.mayBeInMemory || source.copy != nil {
          do {
            return try Self.run(&opened, in: storage, source, notebook, body)
          } catch let error as DatabaseError {
            // An error in an FTS5 query does not mean that the index is damaged.
            if error.isOfQuery { throw error }
            try? opened?.queue.close()
            opened = nil
            failure = error
            // A busy file is not damaged.
            if error.resultCode == .SQLITE_BUSY { break }
          }
        }
        guard Tables.mayBeInMemory else { throw failure }
        return try Self.run(&opened, in: .memory, source, notebook, body)
      }
    }
    do {
      guard let result else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
      return try result.get()
    } catch let error as DatabaseError where error.isOfIndex {
      throw .indexUnusable(path: source.indexPath(Tables.file) ?? notebook.path)
    } catch {
      throw NotebookError(reading: notebook.path, error)
    }
  }

  /// Runs `body` on the index as it is, which may lack the newest changes. Returns nil if this
  /// notebook has no index, if reading fails, or if the index is busy for more than 20 ms.
  package func withKnown<Value>(_ notebook: Notebook, _ body: (Tables) throws -> Value) -> Value? {
    let source = notebook.sourceState.withLock { $0.source }
    guard let name = try? source.indexName() else { return nil }
    for _ in 0..<10 {
      var value: Value?
      let isRead: Void? = opened.withLockIfAvailable { opened in
        let path = source.indexPath(Tables.file)
        guard let index = try? Self.known(&opened, at: path, of: name) else { return }
        value = try? index.queue.inDatabase { db in
          let tables = Tables(db: db)
          return try tables.isOf(name) ? body(tables) : nil
        }
      }
      if isRead != nil { return value }
      usleep(2000)
    }
    return nil
  }

  private enum Storage {
    case file
    /// A new file, after the damaged one was deleted.
    case newFile
    case memory
  }

  private static func run<Value>(
    _ opened: inout Opened?, in storage: Storage, _ source: NotebookSource, _ notebook: Notebook,
    _ body: (Tables) throws -> Value
  ) throws -> Value {
    let name = try source.indexName()
    if opened?.source != name {
      try? opened?.queue.close()
      opened = nil
    }
    let path = storage == .memory ? nil : source.indexPath(Tables.file)
    if storage == .newFile, let path {
      remove(path)
    }
    let index = try opened ?? Opened(source: name, queue: open(path))
    opened = index
    // Read the state before the notebook, which may contain newer changes.
    let state = try notebook.sourceState.withLock { $0.source }.copy?.state()
    let value = try index.queue.writeImmediately(setting: "busy_timeout = 10000") { db in
      let tables = Tables(db: db)
      let isNew = try !tables.isOf(name)
      if isNew {
        // Rows arrive in a different order than in the tables: with few cached pages, most pages
        // would be read and written repeatedly.
        try db.withManyPages {
          try update(tables, isNew: true, notebook) { try $0.bringUpToDate(name) }
        }
      } else if state == nil || state != index.state {
        try update(tables, isNew: false, notebook) { try $0.bringUpToDate(name) }
      }
      return try body(tables)
    }
    opened?.state = state
    return value
  }

  /// Runs `body` in one read transaction of the notebook. Rethrows the errors of `body`, so that
  /// they are not mistaken for damage of the notebook. For a new index (`isNew`), reads the
  /// notebook over a separate connection, so that other readers do not wait.
  private static func update(
    _ tables: Tables, isNew: Bool, _ notebook: Notebook,
    _ body: (IndexUpdate<Tables>) throws -> Void
  ) throws {
    func update(_ origin: NotebookSource, _ source: Database) -> Result<Void, any Error> {
      Result { try body(IndexUpdate(tables: tables, source: source, feed: origin.copy?.history)) }
    }
    let origin = notebook.sourceState.withLock { $0.source }
    switch origin {
    case .copy(let copy, _) where isNew:
      let reader = try copy.reader()
      defer { try? reader.close() }
      try reader.read { update(origin, $0) }.get()
    case .copy: try notebook.read(update).get()
    case .file(let file, _, _):
      // A file without a working copy may have to be read completely, which takes longer than a
      // search.
      let milliseconds = UInt32(clamping: 20_000 + file.identity.size >> 10)
      let reader = isNew ? try file.secondOpening() ?? file : file
      try reader.read(milliseconds: milliseconds) { update(origin, $0) }.get()
    }
  }

  /// Returns the index of the notebook `name`, opening it if its file exists. Returns nil if there
  /// is no file.
  private static func known(
    _ opened: inout Opened?, at path: String?, of name: String
  ) throws -> Opened? {
    if let opened, opened.source == name { return opened }
    guard let path, try SystemCall.status(path) != nil else { return nil }
    try? opened?.queue.close()
    opened = nil
    let index = Opened(source: name, queue: try open(path))
    opened = index
    return index
  }

  private static func remove(_ path: String) {
    for suffix in ["", "-wal", "-shm"] { try? SystemCall.unlink(path + suffix) }
  }

  private static func open(_ path: String?) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    guard let path else { return try DatabaseQueue(configuration: configuration) }
    try SystemCall.unlinkLinks(path)
    if try SystemCall.status(path) == nil { _ = try? SystemCall.makeFile(path) }
    configuration.prepareDatabase { db in
      // After a power loss, an older state may remain; it is brought up to date later.
      try db.useWriteAheadLog()
      try db.execute(sql: "PRAGMA synchronous = NORMAL")
    }
    return try DatabaseQueue(path: path, configuration: configuration)
  }
}

extension KeptIndex {
  /// Indexes rows that were just written to the working copy, if the index exists and is idle.
  /// Otherwise the next reader indexes them. An index that was complete in the state `before` is
  /// complete in the state `after`. Never makes a save fail.
  package func enter(
    _ written: [Author.Written], _ change: Int64, of notebook: Notebook,
    from before: ConnectionState?, to after: ConnectionState?
  ) {
    let source = notebook.sourceState.withLock { $0.source }
    guard Tables.entersWrites, !written.isEmpty, let path = source.indexPath(Tables.file) else {
      return
    }
    _ = opened.withLockIfAvailable { opened in
      do {
        let name = try source.indexName()
        guard let index = try Self.known(&opened, at: path, of: name) else { return }
        let isEntered = try index.queue.writeImmediately(setting: "busy_timeout = 100") { db in
          let tables = Tables(db: db)
          guard try tables.isOf(name) else { return false }
          try Self.update(tables, isNew: false, notebook) { try $0.enter(written, change) }
          return true
        }
        if isEntered, opened?.state == before { opened?.state = after }
      } catch {
        try? opened?.queue.close()
        opened = nil
      }
    }
  }

  /// Brings the index up to date, or builds it. Stops soon after the notebook is closed. Call it in
  /// the background.
  package func make(of notebook: Notebook) throws(NotebookError) {
    try Result {
      try Cancellable.with({ [self] in isClosing.load(ordering: .relaxed) }) {
        try with(notebook) { _ in () }
      }
    }.mapError { NotebookError(reading: notebook.path, $0) }.get()
  }

  /// Indexes the newest changes if the index exists, is idle, and the feed reports at most `most`
  /// changed values. Returns whether the index is up to date.
  package func catchUp(with notebook: Notebook, most: Int) -> Bool {
    let source = notebook.sourceState.withLock { $0.source }
    guard let path = source.indexPath(Tables.file) else { return false }
    for _ in 0..<5 {
      var isUpToDate = false
      let isIdle: Void? = opened.withLockIfAvailable { opened in
        isUpToDate = Self.catchUp(&opened, at: path, source, notebook, most: most)
      }
      if isIdle != nil { return isUpToDate }
      usleep(2000)
    }
    return false
  }

  private static func catchUp(
    _ opened: inout Opened?, at path: String, _ source: NotebookSource, _ notebook: Notebook,
    most: Int
  ) -> Bool {
    do {
      let name = try source.indexName()
      guard let index = try known(&opened, at: path, of: name) else { return false }
      let state = try source.copy?.state()
      if state != nil, state == index.state { return true }
      let isUpToDate = try index.queue.writeImmediately(setting: "busy_timeout = 100") { db in
        let tables = Tables(db: db)
        guard try tables.isOf(name) else { return false }
        var isEntered = false
        try update(tables, isNew: false, notebook) { isEntered = try $0.catchUp(most: most) }
        return isEntered
      }
      if isUpToDate { opened?.state = state }
      return isUpToDate
    } catch {
      try? opened?.queue.close()
      opened = nil
      // The next build starts from scratch.
      if let error = error as? DatabaseError, error.isOfDamage { remove(path) }
      return false
    }
  }

  /// Runs `body` on the index if it reflects the state of the notebook that `notebookDB` reads.
  /// Otherwise, or if the index is busy, not open or fails, returns nil.
  package func ifCurrent<Value>(
    _ notebookDB: Database, of notebook: Notebook, _ body: (Tables) throws -> Value
  ) -> Value? {
    let source = notebook.sourceState.withLock { $0.source }
    var value: Value?
    _ = opened.withLockIfAvailable { opened in
      guard let index = opened, index.source == (try? source.indexName(notebookDB)) else { return }
      do {
        value = try index.queue.read { db -> Value? in
          let tables = Tables(db: db)
          let state = try ConnectionState(notebookDB)
          let isCurrent = try tables.change == ChangeFeed.number(notebookDB)
          guard
            try state != nil && state == index.state
              || isCurrent && tables.writeCount == WriteCount.fetch(notebookDB)
          else { return nil }
          return try body(tables)
        }
      } catch let error as DatabaseError where error.isOfDamage {
        try? opened?.queue.close()
        opened = nil
        if let path = source.indexPath(Tables.file) { Self.remove(path) }
      } catch {}
    }
    return value
  }
}

extension KeptIndex: CountedDatabase {}

extension DatabaseError {
  /// Whether the index file is damaged or lacks the expected tables.
  fileprivate var isOfDamage: Bool {
    !isOfQuery && [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR].contains(resultCode)
  }

  /// Whether FTS5 rejected the query. (SQLite, ext/fts5: `fts5_expr.c`, `fts5_main.c`.)
  fileprivate var isOfQuery: Bool {
    resultCode == .SQLITE_ERROR
      && ["fts5: ", "unterminated string", "unknown special query", "fts5 expression"].contains {
        message?.hasPrefix($0) == true
      }
  }

  /// Whether the error comes from the index, which is written, and not from the notebook, which is
  /// read.
  fileprivate var isOfIndex: Bool {
    isOfQuery
      || [.SQLITE_FULL, .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_CONSTRAINT, .SQLITE_ERROR]
        .contains(resultCode)
  }
}

extension NotebookSource {
  /// Returns the name of the source of an index: a working copy, or one state of a file. Pass `db`
  /// if the caller is reading over that connection, because waiting for it would deadlock.
  fileprivate func indexName(_ db: Database? = nil) throws -> String {
    switch self {
    case .copy(let copy, _):
      let file = FileIdentity(path: copy.path)
      // File systems reuse the inode numbers of deleted files.
      let name = URL(filePath: copy.path).lastPathComponent
      return "\(name) \(file?.device ?? 0) \(file?.inode ?? 0)"
    case .file(let file, _, _):
      let version = try db.map { try Int64.fetchOne($0, sql: "PRAGMA data_version") } ?? version()
      return "\(file.queue.configuration.label ?? "") \(version ?? 0)"
    }
  }

  fileprivate func indexPath(_ file: String) -> String? {
    copy.map { $0.paths.state + "/" + file }
  }
}
