import Foundation
import GRDB
import KeyValueStore
import NotebookFile

extension WorkingCopy {
  /// Merges the content of this copy, whose files have lost their names, into the copy that has the
  /// name now, or into a new one. Returns the other copy.
  ///
  /// A file without a name can be read while it is open. Throws `damagedCopy` if this copy is
  /// damaged, `RetiredCopy` if the other is of another notebook, `DisplacedCopy` if the other lost
  /// its name, too, and system errors.
  func rescue() throws -> WorkingCopy {
    try SystemCall.makeFolder(paths.state)
    let lock = try FileLock(path: paths.lock, patience: .seconds(10))
    // The database must not be opened again without its log: two logs would be written into it.
    if files.isDatabaseInPlace { _ = try Self.setAside(path, at: Date()) }
    let copy = try replacement(holding: lock)
    do {
      try database.writeWithoutTransaction { source in
        guard try source.arePagesWhole() else { throw NotebookError.damagedCopy(path: paths.path) }
        try source.inTransaction(.deferred) {
          try copy.write { db in
            guard try NotebookIdentity.mayReplace(source, db) else { throw RetiredCopy() }
            _ = try copy.merge(source, into: db)
            // Values that were saved here stay in history, even if the other copy once had them and
            // has lost them.
            try SupersededText.forEach(of: source, missingIn: db) {
              try copy.history.keep(HistoryTexts(superseded: $0), in: db)
            }
          }
          return .commit
        }
      }
      guard copy.isInPlace else { throw DisplacedCopy() }
    } catch {
      copy.close()
      throw error
    }
    copy.notice(.copyRescued(folder: paths.state))
    return copy
  }

  /// Returns the copy that has the name: an existing one, or one created from the published file
  /// or, if that cannot be read, from this copy.
  private func replacement(holding lock: borrowing FileLock) throws -> WorkingCopy {
    do {
      return try Self.make(paths, holding: lock)
    } catch is NotebookError {
      let path = try Self.nextPath(paths)
      try SystemCall.makeFile(path + ".new")
      let new = try DatabaseQueue(path: path + ".new", configuration: Self.configuration)
      try new.writeWithoutTransaction { db in
        try database.inDatabase { source in try source.backup(to: db) }
        try ChangeFeed.begin(db)
        try db.useWriteAheadLog()
      }
      try new.close()
      try SystemCall.synchronize(path + ".new")
      try SystemCall.rename(path + ".new", to: path)
      try SystemCall.synchronizeFolder(paths.state)
      return try WorkingCopy(paths: paths, path: path)
    }
  }
}
