import Foundation
package import GRDB

/// A notebook file that other programs write: the published one, or a conflict copy next to it.
package struct ForeignFile {
  private let file: GuardedFile

  package var path: String { file.path }
  package var identity: FileIdentity { file.identity }

  /// Opens the file at `path` once it has not been changed for a moment; waits up to two seconds
  /// for that. `known` is the identity of the file when it was last read.
  ///
  /// Throws the problem of the file, `locked` if it keeps changing, and `newerVersion` if a newer
  /// version wrote it. Cost: reads every page, for at most 30 seconds of processor time.
  package static func open(_ path: String, known: FileIdentity? = nil) throws -> ForeignFile {
    try rest(path, known: known)
    let file = try GuardedFile.open(path)
    guard !file.isNewer else { throw NotebookError.newerVersion(path: path) }
    try file.quickCheck()
    return ForeignFile(file: file)
  }

  package var isUnchanged: Bool { FileIdentity(path: path) == identity }

  /// Runs `body` in one read transaction, with 10 seconds of processor time and one more for each 4
  /// MB of the file. Rethrows the errors of `body`.
  package func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    let budget = UInt32(clamping: 10_000 + identity.size >> 12)
    return try file.read(milliseconds: budget) { db in Result { try body(db) } }.get()
  }

  /// Converts an error from copying or merging this file into a working copy: SQLite errors that
  /// only this file can cause become `NotebookError`.
  package func meaning(of error: any Error) -> any Error {
    if error is TooManyAuthors { return NotebookError.tooManyAuthors(path: path) }
    guard let error = error as? DatabaseError else { return error }
    switch error.resultCode {
    case .SQLITE_IOERR, .SQLITE_FULL, .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_CANTOPEN,
      .SQLITE_READONLY, .SQLITE_NOMEM, .SQLITE_PERM, .SQLITE_AUTH:
      return error
    default: return NotebookError(reading: path, error)
    }
  }

  package func close() { try? file.queue.close() }

  /// Returns the number of seconds for which the file must be unchanged before it is read. A file
  /// that replaced another was renamed, so it is complete. A file that was changed in place may
  /// still be written. File times have steps of up to 10 ms, so two states within one step may look
  /// equal.
  private static func rest(of identity: FileIdentity, known: FileIdentity?) -> Double {
    let isSameFile = identity.inode == known?.inode && identity.device == known?.device
    return isSameFile ? 0.3 : 0.02
  }

  private static func rest(_ path: String, known: FileIdentity?) throws {
    let deadline = ContinuousClock.now + .seconds(2)
    while true {
      let identity = try FileCheck.identity(ofNotebookAt: path)
      let age = Date().age(ofFileTime: identity.modified)
      let missing = rest(of: identity, known: known) - age
      // A time in the future comes from another machine's clock.
      if missing <= 0 || age < 0 { return }
      guard ContinuousClock.now < deadline else { throw NotebookError.locked(path: path) }
      Thread.sleep(forTimeInterval: missing + 0.001)
    }
  }
}
