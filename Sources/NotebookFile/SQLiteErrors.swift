import Foundation
import GRDB

extension NotebookError {
  /// Converts an error from reading the notebook at `path`. Drops SQLite's own message, which can
  /// quote a search.
  package init(reading path: String, _ error: any Error) {
    guard let error = error as? DatabaseError else {
      self =
        switch error {
        case let error as NotebookError: error
        case let error as SystemError: .unreadable(path: path, reason: error.reason)
        case is TooManyAuthors: .tooManyAuthors(path: path)
        default: .damaged(path: path)
        }
      return
    }
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .locked(path: path)
    case .SQLITE_READONLY: self = .interruptedWrite(path: path)
    // SQLite does not say why: no permission, too many open files, a failing disk.
    case .SQLITE_CANTOPEN: self = .unreadable(path: path, reason: "it cannot be opened")
    case .SQLITE_PERM, .SQLITE_AUTH: self = .unreadable(path: path, reason: "access denied")
    case .SQLITE_IOERR: self = .unreadable(path: path, reason: "input/output error")
    case .SQLITE_FULL: self = .unreadable(path: path, reason: NotebookError.reason(ENOSPC))
    case .SQLITE_NOMEM: self = .unreadable(path: path, reason: "out of memory")
    case .SQLITE_TOOBIG: self = .tooLarge(path: path)
    case .SQLITE_INTERRUPT: self = .takesTooLong(path: path)
    case .SQLITE_MISUSE: self = .unreadable(path: path, reason: "it was closed while being read")
    default: self = .damaged(path: path)
    }
  }

  /// Converts an error from opening the notebook at `path`.
  ///
  /// SQLite reads the whole schema. It reports a part that exceeds our limits, or that it does not
  /// understand, as damage. Such an error becomes `unsafeSchema` if the file declares an object
  /// that notebooks do not have.
  package init(opening path: String, _ error: any Error) {
    self.init(reading: path, error)
    guard error is DatabaseError, self == .damaged(path: path) || self == .tooLarge(path: path),
      let object = (try? PageFile(path: path))?.foreignObject
    else { return }
    self.init(unsafe: path, object: object)
  }

  package init(creating path: String, _ error: any Error) {
    switch error {
    case let error as NotebookError: self = error
    case let error as SystemError: self = .cannotCreate(path: path, reason: error.reason)
    case let error as DatabaseError where error.resultCode == .SQLITE_FULL:
      self = .cannotCreate(path: path, reason: "the disk is full")
    default: self = .cannotCreate(path: path, reason: "input/output error")
    }
  }

  package static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
