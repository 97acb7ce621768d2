import Foundation
import GRDB
import KeyValueStore
import NotebookFile

/// A complete copy of the notebook that is about to be published, in the notebook's folder under a
/// hidden name.
///
/// The history file lists it until it is renamed or removed, so that leftovers of an interrupted
/// process are told apart from other programs' files.
struct OutgoingFile {
  let path: String
  let identity: FileIdentity
  let writeCount: WriteCount
  /// The last write number of each author whose writes the file contains.
  let authors: [Data: Int64]
  /// Whether the file shares its blocks with the working copy.
  let isClone: Bool

  var state: PublishedState { PublishedState(identity: identity, writeCount: writeCount) }
}

extension WorkingCopy {
  func hiddenPath() -> String {
    paths.sibling(HiddenName.new(for: paths.name))
  }

  /// Writes the working copy to a hidden file next to the published one, and flushes it to disk.
  /// With `replacing`, the file gets the permissions and attributes of the published file, if there
  /// is one. Otherwise only its owner can read it.
  ///
  /// The file is in rollback-journal mode, and never had a journal or log. Throws `damagedCopy` if
  /// the new file is not intact. On errors, removes the file.
  func makeOutgoingFile(
    replacing: Bool = true, holding lock: borrowing FileLock
  ) throws -> OutgoingFile {
    let path = hiddenPath()
    do {
      try announce(path)
      try announce(path, try SystemCall.makeFile(path))
      let (writeCount, authors, isClone) = try backUp(to: path)
      let identity = try Self.finish(path)
      guard try Self.isWhole(path, writeCount) else {
        throw NotebookError.damagedCopy(path: paths.path)
      }
      // Copies the permissions last, because writing the content takes long, and they may change
      // during that time.
      if replacing { try takeRights(path) }
      return OutgoingFile(
        path: path, identity: identity, writeCount: writeCount, authors: authors, isClone: isClone)
    } catch {
      discard(path)
      throw error
    }
  }

  /// Records that a hidden file of ours will be at `path`. Call again with its identity once that
  /// is known, and before the file can be exchanged with another.
  func announce(_ path: String, _ identity: FileIdentity? = nil) throws {
    let numbers = identity?.columns.prefix(2).map(\.databaseValue) ?? [.null, .null]
    try history.note { db in
      try db.execute(
        sql: "INSERT OR REPLACE INTO inFlight VALUES (?, ?, ?)",
        arguments: StatementArguments([path.databaseValue] + numbers))
    }
  }

  /// If the file cannot be removed, the next `incorporate` removes it.
  func discard(_ path: String) {
    guard (try? SystemCall.unlink(path)) != nil else { return }
    try? settle(path)
  }

  /// Records that no file of ours is at `path` any more.
  func settle(_ path: String) throws {
    try history.note { db in
      try db.execute(sql: "DELETE FROM inFlight WHERE path = ?", arguments: [path])
    }
  }

  /// Copies one state of the notebook, regardless of saves during the copy. Cost: linear in the log
  /// if the file system can share blocks; otherwise linear in the notebook.
  private func backUp(
    to path: String
  ) throws -> (WriteCount, authors: [Data: Int64], isClone: Bool) {
    let source = try reader()
    defer { try? source.close() }
    let known = try source.read(Self.dataVersion)
    let file = LastingDescriptor.forCloning(self.path)
    let isLogIn = try file != nil && bringLogIn()
    return try source.read { source in
      // The first read starts the read transaction, so that both reads see the same state,
      // regardless of saves by other processes.
      let writeCount = try WriteCount.fetch(source)
      guard let authors = try VersionVector.authors(source) else { throw TooManyAuthors() }
      // If nothing was written since the checkpoint, the file without its log is the state read
      // here; and this read prevents further checkpoints.
      if let file, isLogIn, try Self.dataVersion(source) == known,
        try SystemCall.clone(file, to: path)
      {
        return (writeCount, authors, true)
      }
      let destination = try DatabaseQueue(path: path, configuration: Self.outgoing)
      defer { try? destination.close() }
      try destination.writeWithoutTransaction { try source.backup(to: $0) }
      return (writeCount, authors, false)
    }
  }

  /// Copies the log into the copy's file, without waiting. Returns whether the whole log was
  /// copied.
  private func bringLogIn() throws -> Bool {
    try database.writeWithoutTransaction { db in
      let frames = try db.checkpoint(.passive)
      return frames.walFrameCount == frames.checkpointedFrameCount
    }
  }

  private static func dataVersion(_ db: Database) throws -> Int? {
    try Int.fetchOne(db, sql: "PRAGMA data_version")
  }

  /// Whether a finished file has these writes and is intact. Checks all pages. Checks the indexes,
  /// too, in a file of up to 256 pages. In a larger file that is slow, so it is done only if the
  /// number of writes is a multiple of 16.
  private static func isWhole(_ path: String, _ writeCount: WriteCount) throws -> Bool {
    let database = try DatabaseQueue(path: path, configuration: outgoing)
    defer { try? database.close() }
    return try database.writeWithoutTransaction { db in
      guard try WriteCount.fetch(db) == writeCount else { return false }
      let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
      if pages > 256, writeCount.writes % 16 != 0 { return try db.arePagesWhole() }
      return try db.areIndexesWhole() && db.isSearchIndexWhole()
    }
  }

  /// The configuration for outgoing files: without a journal, since no process reads the file
  /// before it is complete and on disk. Pages are checked as strictly as by its readers
  /// (`GuardedFile`).
  private static var outgoing: Configuration {
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      try db.execute(
        sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cell_size_check = ON")
    }
    return configuration
  }

  private static func finish(_ path: String) throws -> FileIdentity {
    try SystemCall.withFile(path, O_WRONLY) { file in
      // Rollback-journal mode, for writing and for reading
      // (https://www.sqlite.org/fileformat2.html#file_format_version_numbers).
      try SystemCall.write([1, 1], at: 18, to: file)
      // Change numbers (`application_id`) are valid only on this machine.
      try SystemCall.write([0, 0, 0, 0], at: 68, to: file)
      try SystemCall.synchronize(file)
      return try SystemCall.identity(of: file)
    }
  }

  private func takeRights(_ path: String) throws {
    try SystemCall.withFile(path, O_WRONLY) { file in
      do {
        try FileRights.copy(from: paths.target, to: file)
        try SystemCall.synchronize(file)
      } catch let error as SystemError where error.code != ENOENT {
        throw NotebookError.notPublished(
          path: paths.path,
          reason: "its permissions cannot be copied to the new file (\(error.reason))")
      } catch is SystemError {
        // There is no published file; the owner of the new one may change its permissions.
      }
    }
  }
}
