internal import NotebookFile
internal import Foundation
internal import GRDB

extension NotebookError {
  /// The meaning of an error met while saving to the working copy of the notebook at `path`.
  package init(saving path: String, _ error: any Error) {
    self.init(error, path: path) { .notSaved(path: path, reason: $0) }
  }

  /// The meaning of an error met while bringing the file at `path` up to date.
  package init(publishing path: String, _ error: any Error) {
    self.init(error, path: path) { .notPublished(path: path, reason: $0) }
  }

  /// The meaning of an error met while reading the working copy of the notebook at `path`.
  init(readingCopyOf path: String, _ error: any Error) {
    switch NotebookError(reading: path, error) {
    case .damaged, .notSQLite: self = .damagedCopy(path: path)
    case let error: self = error
    }
  }

  /// The meaning of an error met while opening the working copy at `place`.
  init(openingCopyOf place: NotebookPlace, _ error: any Error) {
    switch error {
    case let error as SystemError: self = .unreadable(path: place.state, reason: error.reason)
    default: self.init(readingCopyOf: place.path, error)
    }
  }

  private init(_ error: any Error, path: String, failure: (String) -> NotebookError) {
    switch error {
    case let error as NotebookError: self = error
    case let error as SystemError:
      self = error.code == EWOULDBLOCK ? .locked(path: path) : failure(error.reason)
    case let error as DatabaseError:
      switch error.resultCode {
      case .SQLITE_BUSY, .SQLITE_LOCKED: self = .locked(path: path)
      case .SQLITE_FULL: self = failure(Self.reason(ENOSPC))
      case .SQLITE_IOERR: self = failure(Self.reason(inputOutput: error.extendedResultCode))
      case .SQLITE_CANTOPEN: self = failure("a file cannot be opened")
      case .SQLITE_READONLY: self = failure("a file cannot be opened for writing")
      case .SQLITE_PERM, .SQLITE_AUTH: self = failure(Self.reason(EACCES))
      case .SQLITE_NOMEM: self = failure(Self.reason(ENOMEM))
      case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damagedCopy(path: path)
      case .SQLITE_MISUSE: self = failure("it was closed meanwhile")
      default: self = failure("SQLite error \(error.extendedResultCode.rawValue)")
      }
    case is RetiredCopy: self = .replaced(path: path)
    case is DisplacedCopy: self = failure("the working copy was removed meanwhile")
    case is TooManyAuthors: self = .tooManyAuthors(path: path)
    default: self = failure("unexpected error")
    }
  }

  /// SQLite's action when the disk failed; it seldom says how it failed.
  private static func reason(inputOutput code: ResultCode) -> String {
    switch code {
    case .SQLITE_IOERR_WRITE: "the disk refused to be written"
    case .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_DIR_FSYNC: "the disk could not be synchronized"
    case .SQLITE_IOERR_TRUNCATE: "a file could not be shortened"
    case .SQLITE_IOERR_DELETE: "a file could not be removed"
    case .SQLITE_IOERR_SHMOPEN, .SQLITE_IOERR_SHMSIZE, .SQLITE_IOERR_SHMMAP:
      "a file that processes share could not be made"
    default: reason(EIO)
    }
  }
}
