import Foundation
import GRDB
import KeyValueStore
import NotebookFile

/// A whole copy of the notebook on its way to its place, beside it under a hidden name.
///
/// The history file knows of it until it is settled, so that the remains of an interrupted process
/// are distinguished from foreign files.
struct OutgoingFile {
  let path: String
  let identity: FileIdentity
  /// The number of the notebook's writes that it holds.
  let writeCount: WriteCount
  /// The authors whose writes it holds, and the numbers of the last ones.
  let authors: [Data: Int64]
  /// Whether it shares its blocks with the working copy.
  let isClone: Bool

  /// The state of the published file when it has this one's content.
  var state: PublishedState { PublishedState(identity: identity, writeCount: writeCount) }
}

extension WorkingCopy {
  /// A new hidden name beside the published file.
  func hiddenPath() -> String {
    place.sibling(HiddenName.new(for: place.name))
  }

  /// Writes the working copy to a hidden file beside its place, and to disk: for its owner only, or
  /// `replacing` the file there with that one's rights and attributes.
  ///
  /// The file is in rollback-journal mode, and no other file was ever beside it. Throws
  /// `damagedCopy` if the copy is not whole; then there is no file.
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
        throw NotebookError.damagedCopy(path: place.path)
      }
      // Last, because the content takes long: rights that are changed meanwhile count.
      if replacing { try takeRights(path) }
      return OutgoingFile(
        path: path, identity: identity, writeCount: writeCount, authors: authors, isClone: isClone)
    } catch {
      discard(path)
      throw error
    }
  }

  /// Records that there will be a hidden file of ours at `path`; with its identity as soon as that
  /// is known, and before it can change places with another.
  func announce(_ path: String, _ identity: FileIdentity? = nil) throws {
    let numbers = identity?.columns.prefix(2).map(\.databaseValue) ?? [.null, .null]
    try history.note { db in
      try db.execute(
        sql: "INSERT OR REPLACE INTO inFlight VALUES (?, ?, ?)",
        arguments: StatementArguments([path.databaseValue] + numbers))
    }
  }

  /// Removes a hidden file of ours. The next process to hold the lock removes the remains.
  func discard(_ path: String) {
    guard (try? SystemCall.unlink(path)) != nil else { return }
    try? settle(path)
  }

  /// Notes that nothing of ours is at `path` any more.
  func settle(_ path: String) throws {
    try history.note { db in
      try db.execute(sql: "DELETE FROM inFlight WHERE path = ?", arguments: [path])
    }
  }

  /// Copies a state of the notebook, whatever is saved meanwhile. Cost: where the file system has files
  /// share blocks, that of what is in the log; otherwise all is written.
  private func backUp(
    to path: String
  ) throws -> (WriteCount, authors: [Data: Int64], isClone: Bool) {
    let source = try reader()
    defer { try? source.close() }
    let known = try source.read(Self.dataVersion)
    let file = LastingDescriptor.forCloning(self.path)
    let isLogIn = try file != nil && bringLogIn()
    return try source.read { source in
      // Reading begins with this, so that nothing another process saves comes between the two.
      let writeCount = try WriteCount.fetch(source)
      guard let authors = try VersionVector.authors(source) else { throw TooManyAuthors() }
      // If nothing was written since the log was brought in, the file alone is what is read here; and
      // nothing more is brought in as long as it is read.
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

  /// Brings the log of the copy into its file, without waiting for anything. Returns whether that is done.
  private func bringLogIn() throws -> Bool {
    try database.writeWithoutTransaction { db in
      let frames = try db.checkpoint(.passive)
      return frames.walFrameCount == frames.checkpointedFrameCount
    }
  }

  /// A number that differs after another connection has written.
  private static func dataVersion(_ db: Database) throws -> Int? {
    try Int.fetchOne(db, sql: "PRAGMA data_version")
  }

  /// Whether a finished file has these writes and is whole: all its pages and, as that takes three times as
  /// long as copying, the indexes of a small one always and of others at every sixteenth write.
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

  /// No process reads the file before it is whole and on disk; a journal would be in the way. Its
  /// pages are checked as closely as by its readers (`GuardedFile`).
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
      // The number of a change is this machine's.
      try SystemCall.write([0, 0, 0, 0], at: 68, to: file)
      try SystemCall.synchronize(file)
      return try SystemCall.identity(of: file)
    }
  }

  /// Gives a finished file the rights and attributes of the one that it replaces, if there is one.
  private func takeRights(_ path: String) throws {
    try SystemCall.withFile(path, O_WRONLY) { file in
      do {
        try FileRights.copy(from: place.target, to: file)
        try SystemCall.synchronize(file)
      } catch let error as SystemError where error.code != ENOENT {
        throw NotebookError.notPublished(
          path: place.path, reason: "its rights and attributes cannot be kept (\(error.reason))")
      } catch is SystemError {
        // A new file, whose owner may change its rights.
      }
    }
  }
}
