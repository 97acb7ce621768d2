import Base
import Foundation
import GRDB
import KeyValueStore
import NotebookFile
import Quoting

import struct Synchronization.Atomic

/// Files next to the published one: conflict copies, and leftovers of interrupted publishing.
extension WorkingCopy {
  static let keptDays = 30

  /// Merges the conflict copies of this notebook, and hidden files older than an hour, which no
  /// process should still be writing. Skips conflict copies that are of other notebooks, may be
  /// downloads, or are unreadable. Moves hidden files that cannot be merged out of the user's
  /// folder. In a folder where everyone may create files, skips strangers' files (`isStrangers`).
  func incorporateConflictCopies(holding lock: borrowing FileLock) throws {
    hasUnreadCopies.store(false, ordering: .relaxed)
    // A folder that cannot be listed does not prevent publishing.
    guard let names = try? SystemCall.names(in: paths.folder) else { return }
    for name in names.sorted() {
      let isConflictCopy = ConflictCopyName.matches(name, stem: paths.stem)
      guard isConflictCopy || HiddenName.matches(name, for: paths.name) else { continue }
      let path = paths.sibling(name)
      guard let status = try SystemCall.status(path), try !Self.isStrangers(status, paths)
      else { continue }
      if isConflictCopy {
        try incorporateConflictCopy(path)
      } else if status.isOlderThanAnHour {
        try incorporateOrPutAway(path)
      }
    }
  }

  private static let mostCopies = 64
  private static let mostNames = 1024

  /// Returns a conflict copy next to `file`, the published file, that is of the same notebook and
  /// has changes that `file` lacks; nil if none is found. Ignores possible downloads and strangers'
  /// files (`isStrangers`).
  ///
  /// Cost: a listing of the folder. Compares up to 1,024 names; opens up to 64 files and reads
  /// their authors.
  static func conflictCopy(at paths: NotebookPaths, withMoreThan file: GuardedFile) -> String? {
    guard let names = try? SystemCall.names(in: paths.folder) else { return nil }
    let candidates = names.filter { $0.hasPrefix(paths.stem) && $0.hasSuffix(".libnotes") }
    let copies = candidates.sorted().prefix(mostNames).lazy.filter {
      ConflictCopyName.matches($0, stem: paths.stem)
        && !ConflictCopyName.mayBeDownload($0, stem: paths.stem)
    }
    return copies.prefix(mostCopies).map(paths.sibling).first { path in
      guard let status = try? SystemCall.status(path), (try? isStrangers(status, paths)) == false,
        let copy = try? GuardedFile.open(path)
      else { return false }
      defer { try? copy.queue.close() }
      return
        (try? copy.read { source in
          try file.read { try hasMore(source, than: $0) }
        }) ?? false
    }
  }

  private static func hasMore(_ source: Database, than db: Database) throws -> Bool {
    guard try NotebookIdentity.relation(source, db) == .author,
      let theirs = try VersionVector.authors(source), let known = try VersionVector.authors(db)
    else { return false }
    return theirs.contains { author, usn in usn > known[author] ?? 0 }
  }

  /// Whether a file may be from a stranger: in a sticky folder, a file that belongs neither to this
  /// user nor to the notebook's owner.
  private static func isStrangers(_ status: stat, _ paths: NotebookPaths) throws -> Bool {
    guard let folder = try SystemCall.status(paths.folder), folder.st_mode & S_ISVTX != 0 else {
      return false
    }
    let owner = try SystemCall.status(paths.target)?.st_uid
    return status.st_uid != geteuid() && status.st_uid != owner
  }

  /// Moves merged conflict copies out of the user's folder. Call when the published file has
  /// everything that the working copy has.
  func putConflictCopiesAway(holding lock: borrowing FileLock) throws {
    let rows = try history.read { db in
      let sql = "SELECT device, inode, size, modified, path FROM conflictCopy WHERE isMerged"
      return try Row.fetchAll(db, sql: sql)
    }
    for row in rows {
      guard let path = row.text(at: 4) else { continue }
      // A file that cannot be moved stays, and the next call tries again. A changed file is merged
      // again.
      guard FileIdentity(path: path) == FileIdentity(row), let kept = try? putAway(path) else {
        continue
      }
      let name = URL(fileURLWithPath: path).lastPathComponent
      // If the name is not certain, a person may have created the file.
      notice(
        ConflictCopyName.isCertain(name)
          ? .copyMerged(path: path, kept: kept) : .copyTakenIn(path: path, kept: kept))
      try history.note { db in
        try db.execute(sql: "DELETE FROM conflictCopy WHERE path = ?", arguments: [path])
      }
    }
  }

  /// Removes hidden files of ours that an interrupted process left. Merges or moves away a file
  /// that another program put at the path.
  func incorporateLeftovers(holding lock: borrowing FileLock) throws {
    let rows = try history.read { db in
      try Row.fetchAll(db, sql: "SELECT path, device, inode FROM inFlight")
    }
    for row in rows {
      guard let path = row.text(at: 0) else { continue }
      guard let status = try SystemCall.status(path) else {
        try settle(path)
        continue
      }
      let identity = FileIdentity(status)
      // Our file was empty until its identity was recorded. Without a recorded identity, a file
      // with content is not ours.
      let isOurs =
        row.integer(at: 2).map { inode in
          let device = row.integer(at: 1) ?? 0
          return identity.inode == UInt64(bitPattern: inode)
            && identity.device == UInt64(bitPattern: device)
        } ?? (identity.size == 0)
      if isOurs { discard(path) } else { try incorporateOrPutAway(path) }
    }
  }

  /// Merges a hidden file and removes it. Returns false if it is of another notebook.
  func incorporateLeftover(_ path: String) throws -> Bool {
    let file = try ForeignFile.open(path)
    defer { file.close() }
    guard try merge(file) else { return false }
    discard(path)
    return true
  }

  func keepCopy(of path: String) throws {
    try SystemCall.copy(path, to: try keptPath(of: path))
  }

  func sweepMerged(now: Date = Date()) throws {
    let oldest = now.timeIntervalSince1970 - 86_400 * Double(Self.keptDays)
    for name in try SystemCall.names(in: paths.merged) {
      let path = paths.merged + "/" + name
      if let status = try SystemCall.status(path), status.changed < oldest {
        try SystemCall.unlink(path)
      }
    }
  }
}

extension WorkingCopy {
  private func incorporateConflictCopy(_ path: String) throws {
    let known = try lookedAt(path)
    guard let identity = FileIdentity(path: path), known != identity else { return }
    let name = URL(fileURLWithPath: path).lastPathComponent
    let mayBeDownload = ConflictCopyName.mayBeDownload(name, stem: paths.stem)
    var isMerged = false
    do {
      let file = try ForeignFile.open(path)
      defer { file.close() }
      isMerged =
        try !mayBeDownload
        && merge(file) { try NotebookIdentity.relation($0, $1) == .author }
      if !isMerged, known == nil, try isRelated(file) {
        notice(.copyLeft(path: path, notebook: paths.path))
      }
    } catch let error as NotebookError {
      // A permanent error stays until the file changes, so the file is recorded as read. A file of
      // a newer version is not recorded, since an update of this program may be able to read it.
      if case .newerVersion = error { return }
      if error.isOfTheMoment { return hasUnreadCopies.store(true, ordering: .relaxed) }
    }
    let values: [any DatabaseValueConvertible] = [path] + identity.columns + [isMerged]
    try history.note { db in
      try db.execute(
        sql: "INSERT OR REPLACE INTO conflictCopy VALUES (?, ?, ?, ?, ?, ?)",
        arguments: StatementArguments(values))
    }
  }

  /// Whether a file shares any author with this notebook, even only a starter's.
  private func isRelated(_ file: ForeignFile) throws -> Bool {
    try file.read { source in
      try database.readUnlessClosed { try NotebookIdentity.relation(source, $0) } != .nothing
    }
  }

  /// Returns the identity of the conflict copy when it was last read; nil if it was not read.
  private func lookedAt(_ path: String) throws -> FileIdentity? {
    try history.read { db in
      let sql = "SELECT device, inode, size, modified FROM conflictCopy WHERE path = ?"
      return try Row.fetchOne(db, sql: sql, arguments: [path]).map(FileIdentity.init)
    }
  }

  private func incorporateOrPutAway(_ path: String) throws {
    do {
      if try incorporateLeftover(path) { return }
    } catch let error as NotebookError {
      if error.isOfTheMoment { return }
      // The file is unreadable; it is kept in case someone needs it.
    }
    try putAway(path)
    try settle(path)
  }

  @discardableResult
  private func putAway(_ path: String) throws -> String {
    let kept = try keptPath(of: path)
    try SystemCall.move(path, to: kept)
    return kept
  }

  private func keptPath(of path: String) throws -> String {
    try SystemCall.makeFolder(paths.merged)
    let name = URL(fileURLWithPath: path).lastPathComponent
    let time = Timestamps.row(Date()).replacingBytes(of: ":", with: "").replacingBytes(
      of: " ", with: "T")
    return paths.merged + "/" + FileName.fitting("\(time) ", name)
  }
}

extension stat {
  /// The time of the last change of the file's content, name or attributes, in seconds since 1970.
  /// Unlike the modification time, it cannot be set.
  fileprivate var changed: Double {
    #if canImport(Darwin)
      Double(st_ctimespec.tv_sec)
    #else
      Double(st_ctim.tv_sec)
    #endif
  }

  fileprivate var isOlderThanAnHour: Bool { changed < Date().timeIntervalSince1970 - 3600 }
}

/// The name of an open working copy refers to another file, or to no file: no other process would
/// see writes to the copy.
struct DisplacedCopy: Error {}

/// The files of an open working copy: the database, its log, and the memory shared by processes.
///
/// SQLite finds all three by name, and continues writing to files that have lost their names.
struct CopyFiles: Sendable {
  private let files: [(name: String, identity: FileIdentity)]

  /// The copy at `path` must have been opened and read, so that all three files exist.
  init(path: String) {
    files = ["", "-wal", "-shm"].compactMap { suffix in
      FileIdentity(path: path + suffix).map { (path + suffix, $0) }
    }
  }

  /// Cost: up to three system calls.
  var areInPlace: Bool { !files.isEmpty && files.allSatisfy(Self.isInPlace) }

  var isDatabaseInPlace: Bool { files.first.map(Self.isInPlace) ?? false }

  private static func isInPlace(_ name: String, _ identity: FileIdentity) -> Bool {
    FileIdentity(path: name)?.isSameFile(as: identity) == true
  }
}
