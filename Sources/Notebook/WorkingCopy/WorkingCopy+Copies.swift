import Base
import Foundation
import GRDB
import KeyValueStore
import NotebookFile
import Quoting

import struct Synchronization.Atomic

/// Files beside the published one: conflict copies, and the remains of interrupted publishing.
extension WorkingCopy {
  /// The days for which files that were taken out of the user's folder are kept.
  static let keptDays = 30

  /// Merges the conflict copies of this notebook, and hidden files that no process can still be
  /// writing. Files that are not of this notebook, may be downloads, or are unreadable are left
  /// alone; so are strangers' in a folder where everyone may put files.
  func incorporateConflictCopies(holding lock: borrowing FileLock) throws {
    hasUnreadCopies.store(false, ordering: .relaxed)
    // That the folder may not be listed is no reason not to go on.
    guard let names = try? SystemCall.names(in: place.folder) else { return }
    for name in names.sorted() {
      let isConflictCopy = ConflictCopyName.matches(name, stem: place.stem)
      guard isConflictCopy || HiddenName.matches(name, for: place.name) else { continue }
      let path = place.sibling(name)
      guard let status = try SystemCall.status(path), try !Self.isStrangers(status, place)
      else { continue }
      if isConflictCopy {
        try incorporateConflictCopy(path)
      } else if status.isOlderThanAnHour {
        try incorporateOrPutAway(path)
      }
    }
  }

  /// The most conflict copies that are looked at to see whether one has changes.
  private static let mostCopies = 64
  /// The most names that are compared with those that sync programs give.
  private static let mostNames = 1024

  /// A conflict copy beside `file`, the published one, that is of the same notebook and has changes
  /// which the file lacks. Returns nil if there is none. Files that may be downloads or strangers' do
  /// not count.
  ///
  /// Cost: a listing of the folder, and of each file with such a name, 64 at most, that of opening it,
  /// and its authors.
  static func conflictCopy(at place: NotebookPlace, withMoreThan file: GuardedFile) -> String? {
    guard let names = try? SystemCall.names(in: place.folder) else { return nil }
    let candidates = names.filter { $0.hasPrefix(place.stem) && $0.hasSuffix(".libnotes") }
    let copies = candidates.sorted().prefix(mostNames).lazy.filter {
      ConflictCopyName.matches($0, stem: place.stem)
        && !ConflictCopyName.mayBeDownload($0, stem: place.stem)
    }
    return copies.prefix(mostCopies).map(place.sibling).first { path in
      guard let status = try? SystemCall.status(path), (try? isStrangers(status, place)) == false,
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

  /// Whether any user may have put a file beside the published one: in a sticky folder, all but
  /// those of this user and of the notebook's owner.
  private static func isStrangers(_ status: stat, _ place: NotebookPlace) throws -> Bool {
    guard let folder = try SystemCall.status(place.folder), folder.st_mode & S_ISVTX != 0 else {
      return false
    }
    let owner = try SystemCall.status(place.target)?.st_uid
    return status.st_uid != geteuid() && status.st_uid != owner
  }

  /// Moves the conflict copies that were merged out of the user's folder. To be called when the
  /// published file has all that the working copy has.
  func putConflictCopiesAway(holding lock: borrowing FileLock) throws {
    let rows = try history.read { db in
      let sql = "SELECT device, inode, size, modified, path FROM conflictCopy WHERE isMerged"
      return try Row.fetchAll(db, sql: sql)
    }
    for row in rows {
      guard let path = row.text(at: 4) else { continue }
      // A file that cannot be moved stays, and is tried again. A changed file is merged again.
      guard FileIdentity(path: path) == FileIdentity(row), let kept = try? putAway(path) else {
        continue
      }
      let name = URL(fileURLWithPath: path).lastPathComponent
      // A person may have made it.
      notice(
        ConflictCopyName.isCertain(name)
          ? .copyMerged(path: path, kept: kept) : .copyTakenIn(path: path, kept: kept))
      try history.note { db in
        try db.execute(sql: "DELETE FROM conflictCopy WHERE path = ?", arguments: [path])
      }
    }
  }

  /// Looks at the hidden files of ours that an interrupted process left.
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
      // Before its identity was recorded, our file was empty; the present one may be anyone's.
      let isOurs =
        row.integer(at: 2).map { inode in
          let device = row.integer(at: 1) ?? 0
          return identity.inode == UInt64(bitPattern: inode)
            && identity.device == UInt64(bitPattern: device)
        } ?? (identity.size == 0)
      if isOurs { discard(path) } else { try incorporateOrPutAway(path) }
    }
  }

  /// Merges a hidden file and removes it. False when it is of another notebook.
  func incorporateLeftover(_ path: String) throws -> Bool {
    let file = try ForeignFile.open(path)
    defer { file.close() }
    guard try merge(file) else { return false }
    discard(path)
    return true
  }

  /// Keeps a copy of the file at `path` with those that were taken out of the user's folder.
  func keepCopy(of path: String) throws {
    try SystemCall.copy(path, to: try keptPath(of: path))
  }

  /// Removes files that were kept long enough.
  func sweepMerged(now: Date = Date()) throws {
    let oldest = now.timeIntervalSince1970 - 86_400 * Double(Self.keptDays)
    for name in try SystemCall.names(in: place.merged) {
      let path = place.merged + "/" + name
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
    let mayBeDownload = ConflictCopyName.mayBeDownload(name, stem: place.stem)
    var isMerged = false
    do {
      let file = try ForeignFile.open(path)
      defer { file.close() }
      isMerged =
        try !mayBeDownload
        && merge(file) { try NotebookIdentity.relation($0, $1) == .author }
      if !isMerged, known == nil, try isRelated(file) {
        notice(.copyLeft(path: path, notebook: place.path))
      }
    } catch let error as NotebookError {
      // An answer holds until the file has changed. The next version may read a newer one.
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

  /// Whether a file has any author of this notebook, be it only a starter's.
  private func isRelated(_ file: ForeignFile) throws -> Bool {
    try file.read { source in
      try database.readUnlessClosed { try NotebookIdentity.relation(source, $0) } != .nothing
    }
  }

  /// The identity of the conflict copy at `path` when it was last read.
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
      // Unreadable; kept like the rest, in case someone wants to look at it.
    }
    try putAway(path)
    try settle(path)
  }

  /// Keeps the file at `path` outside the user's folder; where.
  @discardableResult
  private func putAway(_ path: String) throws -> String {
    let kept = try keptPath(of: path)
    try SystemCall.move(path, to: kept)
    return kept
  }

  /// The path at which to keep the file at `path`.
  private func keptPath(of path: String) throws -> String {
    try SystemCall.makeFolder(place.merged)
    let name = URL(fileURLWithPath: path).lastPathComponent
    let time = Timestamps.row(Date()).replacingBytes(of: ":", with: "").replacingBytes(
      of: " ", with: "T")
    return place.merged + "/" + FileName.fitting("\(time) ", name)
  }
}

extension stat {
  /// The time of the last change of the file or its name, in seconds since 1970. Unlike the time of
  /// its content it cannot be set.
  fileprivate var changed: Double {
    #if canImport(Darwin)
      Double(st_ctimespec.tv_sec)
    #else
      Double(st_ctim.tv_sec)
    #endif
  }

  fileprivate var isOlderThanAnHour: Bool { changed < Date().timeIntervalSince1970 - 3600 }
}

/// Another file, or none, has the name of a working copy that is open: no other process will see
/// the writes to it.
struct DisplacedCopy: Error {}

/// The files of an open working copy: the database, its log and the memory that processes share.
///
/// SQLite finds all three by name and goes on writing to files that have lost theirs.
struct CopyFiles: Sendable {
  private let files: [(name: String, identity: FileIdentity)]

  /// The files that have the names of a copy at `path`, which has been opened and read.
  init(path: String) {
    files = ["", "-wal", "-shm"].compactMap { suffix in
      FileIdentity(path: path + suffix).map { (path + suffix, $0) }
    }
  }

  /// Whether each name still leads to its file. Cost: three system calls.
  var areInPlace: Bool { !files.isEmpty && files.allSatisfy(Self.isInPlace) }

  /// Whether that of the database does.
  var isDatabaseInPlace: Bool { files.first.map(Self.isInPlace) ?? false }

  private static func isInPlace(_ name: String, _ identity: FileIdentity) -> Bool {
    FileIdentity(path: name)?.isSameFile(as: identity) == true
  }
}
