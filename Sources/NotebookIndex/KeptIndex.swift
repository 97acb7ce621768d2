package import Base
import Foundation
package import GRDB
package import KeyValueStore
package import Notebook
package import NotebookFile

import struct Synchronization.Atomic

/// An index of a notebook, so that not all of it has to be read: a small database beside the working
/// copy, shared by all processes, that can be deleted at any time.
///
/// It records the state of the notebook that it reflects. Writes of this process are entered at
/// once. Changes by others are in the feed of the working copy; if the feed lacks them, they are
/// found by author and number, in one pass over the notebook's rows. For a state that does not
/// follow (another notebook, an older file) it is rebuilt. Without a working copy, or if the file
/// cannot be used, the same is kept in memory, if its tables may be.
package final class KeptIndex<Tables: IndexTables>: NotebookFollower {
  private let opened = Mutex<Opened?>(nil)
  /// Makes the index beside what users wait for, one at a time.
  package let once = BackgroundOnce()

  package init() {}

  private struct Opened: Sendable {
    /// The notebook that it reflects.
    var source: String
    var queue: DatabaseQueue
    /// A state of the working copy that is fully indexed; nil if unknown.
    var state: ConnectionState?
  }

  private let isClosing = Atomic(false)

  /// Lets go of the file. An index that is being made is given up.
  package func close() {
    isClosing.store(true, ordering: .relaxed)
    opened.withLock { opened in
      try? opened?.queue.close()
      opened = nil
      isClosing.store(false, ordering: .relaxed)
    }
  }

  /// The connection, if the index is open.
  package var queue: DatabaseQueue? { opened.withLock { $0?.queue } }

  /// Runs `body` in a transaction of the index, which is up to date.
  ///
  /// Throws the errors of reading the notebook, and `indexUnusable` for errors of the index, and of `body`.
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
            // A query that SQLite does not understand says nothing of the tables.
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

  /// Runs `body` on the index as it is, which may lack the newest changes. Returns nil if there is none of
  /// this notebook, or it is busy for longer than a moment.
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

  /// The storage of an index; the first that works is taken.
  private enum Storage {
    case file
    /// The file, after it was removed because it is damaged.
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
    // Before the notebook is read, which may show more.
    let state = try notebook.sourceState.withLock { $0.source }.copy?.state()
    let value = try index.queue.writeImmediately(setting: "busy_timeout = 10000") { db in
      let tables = Tables(db: db)
      let isNew = try !tables.isOf(name)
      if isNew {
        // Rows come in another order than that of the tables: with few pages, most would be read and written
        // again and again.
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

  /// Runs `body` in one read transaction of the notebook. An error of the index is not taken for
  /// damage of the notebook. If the whole index `isNew`, the notebook is read over a separate
  /// connection: it takes long, and no other reader waits for it.
  private static func update(
    _ tables: Tables, isNew: Bool, _ notebook: Notebook,
    _ body: (IndexUpdate<Tables>) throws -> Void
  ) throws {
    func update(_ place: NotebookSource, _ source: Database) -> Result<Void, any Error> {
      Result { try body(IndexUpdate(tables: tables, source: source, feed: place.copy?.history)) }
    }
    let place = notebook.sourceState.withLock { $0.source }
    switch place {
    case .copy(let copy, _) where isNew:
      let reader = try copy.reader()
      defer { try? reader.close() }
      try reader.read { update(place, $0) }.get()
    case .copy: try notebook.read(update).get()
    case .file(let file, _, _):
      // All of a stranger's file may have to be read: that takes longer than a search.
      let milliseconds = UInt32(clamping: 20_000 + file.identity.size >> 10)
      let reader = isNew ? try file.secondOpening() ?? file : file
      try reader.read(milliseconds: milliseconds) { update(place, $0) }.get()
    }
  }

  /// The index of the notebook `name`, which is opened if it is not, and its file is there. Returns nil if
  /// there is no file.
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
      // After a loss of power an older state may be there, which is brought up to date.
      try db.useWriteAheadLog()
      try db.execute(sql: "PRAGMA synchronous = NORMAL")
    }
    return try DatabaseQueue(path: path, configuration: configuration)
  }
}

extension KeptIndex {
  /// Enters the rows written to the working copy just now, if they were the only change between two
  /// states of it, there is an index and it is idle; otherwise the next reader finds them. No save
  /// fails for it.
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

  /// Brings the index up to date; makes it if there is none. Ends soon after the notebook is closed: for work
  /// that takes long and that no user waits for.
  package func make(of notebook: Notebook) throws(NotebookError) {
    try Result {
      try Cancellable.with({ [self] in isClosing.load(ordering: .relaxed) }) {
        try with(notebook) { _ in () }
      }
    }.mapError { NotebookError(reading: notebook.path, $0) }.get()
  }

  /// Enters the newest changes into the index, if there is one, it is idle and the feed says that no more than
  /// `most` values have changed. Returns whether it is up to date.
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
      // The next who makes it makes all of it.
      if let error = error as? DatabaseError, error.isOfDamage { remove(path) }
      return false
    }
  }

  /// Runs `body` on the index if it is of the state of the notebook that is read over `notebookDB`;
  /// otherwise returns nil.
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
  /// Whether the file is not what it should be.
  fileprivate var isOfDamage: Bool {
    !isOfQuery && [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR].contains(resultCode)
  }

  /// Whether FTS5 does not understand the query. (SQLite, ext/fts5: `fts5_expr.c`, `fts5_main.c`.)
  fileprivate var isOfQuery: Bool {
    resultCode == .SQLITE_ERROR
      && ["fts5: ", "unterminated string", "unknown special query", "fts5 expression"].contains {
        message?.hasPrefix($0) == true
      }
  }

  /// Whether it comes from the index, which is written, and not from the notebook, which is read.
  fileprivate var isOfIndex: Bool {
    isOfQuery
      || [.SQLITE_FULL, .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_CONSTRAINT, .SQLITE_ERROR]
        .contains(resultCode)
  }
}

extension NotebookSource {
  /// The name of the source of an index: one working copy, or one state of a file. `db` is the
  /// connection, if the caller is reading over it: waiting for it then would never end.
  fileprivate func indexName(_ db: Database? = nil) throws -> String {
    switch self {
    case .copy(let copy, _):
      let file = FileIdentity(path: copy.path)
      // Files that are gone leave their numbers to others.
      let name = URL(filePath: copy.path).lastPathComponent
      return "\(name) \(file?.device ?? 0) \(file?.inode ?? 0)"
    case .file(let file, _, _):
      let version = try db.map { try Int64.fetchOne($0, sql: "PRAGMA data_version") } ?? version()
      return "\(file.queue.configuration.label ?? "") \(version ?? 0)"
    }
  }

  /// The path of a working copy's index.
  fileprivate func indexPath(_ file: String) -> String? {
    copy.map { $0.place.state + "/" + file }
  }
}
