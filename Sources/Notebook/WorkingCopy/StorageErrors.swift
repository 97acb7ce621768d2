import Foundation
import GRDB
package import NotebookFile

extension NotebookError {
  package init(saving path: String, _ error: any Error, outcome: ChangeOutcome = .nothing) {
    self.init(error, path: path) { reason in
      switch outcome {
      case .onThisMachine: .notPublished(path: path, reason: reason)
      case .unknown: .perhapsSaved(path: path, reason: reason)
      case .untouched, .nothing, .nothingMore: .notSaved(path: path, reason: reason)
      }
    }
  }

  /// `isPending` tells whether changes of this machine wait to be published.
  package init(publishing paths: NotebookPaths, _ error: any Error, isPending: Bool) {
    self.init(error, path: paths.path) { reason in
      isPending
        ? .notPublished(path: paths.path, reason: reason)
        : .unreadable(path: paths.state, reason: reason)
    }
  }

  init(readingCopyOf path: String, _ error: any Error) {
    switch NotebookError(reading: path, error) {
    case .damaged, .notSQLite: self = .damagedCopy(path: path)
    case let error: self = error
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
      case .SQLITE_MISUSE: self = failure("the notebook was closed during the save")
      default: self = failure("database error \(error.extendedResultCode.rawValue)")
      }
    case is RetiredCopy: self = .replaced(path: path)
    case is DisplacedCopy: self = failure("the working copy was removed during the save")
    case is TooManyAuthors: self = .tooManyAuthors(path: path)
    default: self = failure("unexpected error")
    }
  }

  /// Returns what SQLite was doing when the disk failed. The code seldom tells the cause.
  private static func reason(inputOutput code: ResultCode) -> String {
    switch code {
    case .SQLITE_IOERR_WRITE: "the disk could not be written"
    case .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_DIR_FSYNC: "the disk did not confirm the write"
    case .SQLITE_IOERR_TRUNCATE: "a file could not be shortened"
    case .SQLITE_IOERR_DELETE: "a file could not be removed"
    case .SQLITE_IOERR_SHMOPEN, .SQLITE_IOERR_SHMSIZE, .SQLITE_IOERR_SHMMAP:
      "the “-shm” file of the working copy cannot be created"
    default: reason(EIO)
    }
  }
}
