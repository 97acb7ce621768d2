internal import Foundation
internal import GRDB

/// Files beside the published one: conflict copies, and what interrupted publishing left.
extension WorkingCopy {
  /// How long what was taken out of the user's folder is kept.
  static let keptDays = 30

  /// Merges the conflict copies of this notebook, and hidden files that nobody can be writing any
  /// more. Those that are not of this notebook, or unreadable, are left alone.
  func absorbConflictCopies(holding lock: borrowing FileLock) throws {
    // That the folder may not be listed is no reason not to go on.
    guard let names = try? SystemCall.names(in: place.folder) else { return }
    for name in names.sorted() {
      let path = place.sibling(name)
      if ConflictCopyName.matches(name, stem: place.stem) {
        try absorbConflictCopy(path)
      } else if name.hasPrefix(OutgoingFile.prefix(for: place.name)),
        let status = try SystemCall.status(path), status.isOlderThanAnHour
      {
        try absorbOrPutAway(path)
      }
    }
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
      // What cannot be moved stays, and is tried again. What has changed is merged again.
      guard FileIdentity(path: path) == FileIdentity(row), (try? putAway(path)) != nil else {
        continue
      }
      try history.note { db in
        try db.execute(sql: "DELETE FROM conflictCopy WHERE path = ?", arguments: [path])
      }
    }
  }

  /// Looks at the hidden files of ours that an interrupted process left.
  func absorbLeftovers(holding lock: borrowing FileLock) throws {
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
      // Before it was noted which file it is, ours was empty; what is there now may be anyone's.
      let isOurs =
        row.integer(at: 2).map { inode in
          let device = row.integer(at: 1) ?? 0
          return identity.inode == UInt64(bitPattern: inode)
            && identity.device == UInt64(bitPattern: device)
        } ?? (identity.size == 0)
      if isOurs { discard(path) } else { try absorbOrPutAway(path) }
    }
  }

  /// Merges a hidden file and removes it. False when it is of another notebook.
  func absorbLeftover(_ path: String) throws -> Bool {
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

  /// Removes what was kept long enough.
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
  private func absorbConflictCopy(_ path: String) throws {
    guard let identity = FileIdentity(path: path), try lookedAt(path) != identity else { return }
    var isMerged = false
    do {
      let file = try ForeignFile.open(path)
      defer { file.close() }
      isMerged = try merge(file)
    } catch NotebookError.locked {
      return
    } catch is NotebookError {
      // Unreadable: looked at again when it has changed.
    }
    let values: [any DatabaseValueConvertible] = [path] + identity.columns + [isMerged]
    try history.note { db in
      try db.execute(
        sql: "INSERT OR REPLACE INTO conflictCopy VALUES (?, ?, ?, ?, ?, ?)",
        arguments: StatementArguments(values))
    }
  }

  /// What the conflict copy at `path` was when it was last looked at.
  private func lookedAt(_ path: String) throws -> FileIdentity? {
    try history.read { db in
      let sql = "SELECT device, inode, size, modified FROM conflictCopy WHERE path = ?"
      return try Row.fetchOne(db, sql: sql, arguments: [path]).map(FileIdentity.init)
    }
  }

  private func absorbOrPutAway(_ path: String) throws {
    do {
      if try absorbLeftover(path) { return }
    } catch NotebookError.locked {
      return
    } catch is NotebookError {
      // Unreadable; kept like the rest, in case someone wants to look at it.
    }
    try putAway(path)
    try settle(path)
  }

  private func putAway(_ path: String) throws {
    try SystemCall.move(path, to: try keptPath(of: path))
  }

  /// Where to keep what was at `path`.
  private func keptPath(of path: String) throws -> String {
    try SystemCall.makeFolder(place.merged)
    let name = URL(fileURLWithPath: path).lastPathComponent
    let time = Timestamps.row(Date()).replacing(":", with: "").replacing(" ", with: "T")
    return place.merged + "/\(time) \(name)"
  }
}

extension stat {
  /// When the file or its name last changed, in seconds since 1970. Unlike the time of its content
  /// nobody can set it.
  fileprivate var changed: Double {
    #if canImport(Darwin)
      Double(st_ctimespec.tv_sec)
    #else
      Double(st_ctim.tv_sec)
    #endif
  }

  fileprivate var isOlderThanAnHour: Bool { changed < Date().timeIntervalSince1970 - 3600 }
}
