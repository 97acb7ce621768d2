import Foundation
import GRDB
package import NotebookFile

/// An error of a mirror. Messages contain names of files and folders, but never text of a note.
package enum MirrorError: Error, Equatable, Sendable {
  /// The folder is missing or is no longer a folder.
  case vanished(folder: String)
  /// Most files disappeared at once, or another folder has the path now: `count` of `known` files
  /// are missing.
  case emptied(folder: String, count: Int, known: Int)
  /// Most notes disappeared from the notebook at once: `count` of `known`.
  case foreignNotebook(folder: String, count: Int, known: Int)
  /// The folder is a mirror of another notebook, the one at `notebook`.
  case ofAnother(folder: String, notebook: String)
  case notAFolder(folder: String)
  case unknown(folder: String)
  case busy(folder: String)
  /// A system call failed, or the record cannot be read or written; `reason` is the cause.
  case failed(folder: String, reason: String)
  case notebook(NotebookError)
}

extension MirrorError: CustomStringConvertible {
  package var message: String {
    switch self {
    case .vanished(let folder): "The mirrored folder \(folder) is gone; no note was changed."
    case .emptied(let folder, let count, let known):
      "\(count) of the \(known) mirrored files in \(folder) are missing; nothing was changed."
    case .foreignNotebook(let folder, let count, let known):
      "\(count) of the \(known) notes mirrored in \(folder) are missing from the notebook; "
        + "nothing was changed."
    case .ofAnother(let folder, let notebook): "\(folder) is a mirror of \(notebook)."
    case .notAFolder(let folder): "\(folder) is not a folder."
    case .unknown(let folder): "\(folder) is not a mirror of this notebook."
    case .busy(let folder): "Another program is updating \(folder)."
    case .failed(let folder, let reason): "The mirror \(folder) is not up to date: \(reason)."
    case .notebook(let error): error.message
    }
  }

  package var advice: String {
    switch self {
    case .vanished:
      "Restore the folder, or end the mirror with “commonplace mirror FOLDER --forget”."
    case .emptied:
      "Put the files back. Or use --force to move their notes to the trash, or --forget to start "
        + "over."
    case .foreignNotebook:
      "If you deleted the notes, remove their files with --force. For another notebook, choose "
        + "another folder."
    case .ofAnother: "Choose another folder, or name the mirror's notebook with --notebook."
    case .notAFolder: "Give the path of a folder."
    case .unknown: "Check the path, or create a mirror with “commonplace mirror FOLDER”."
    case .busy: "Try again in a moment."
    case .failed:
      "Check the free space, and the permissions of the folder and of ~/.local/state (or "
        + "$XDG_STATE_HOME)."
    case .notebook(let error): error.advice
    }
  }

  package var description: String { "\(message) \(advice)" }
}

extension MirrorError {
  init(_ folder: String, _ error: any Error) {
    switch error {
    case let error as MirrorError: self = error
    case let error as NotebookError: self = .notebook(error)
    case let error as SystemError where error.code == EWOULDBLOCK: self = .busy(folder: folder)
    case let error as SystemError: self = .failed(folder: folder, reason: error.reason)
    case let error as DatabaseError where error.resultCode == .SQLITE_BUSY:
      self = .busy(folder: folder)
    default:
      self = .failed(folder: folder, reason: "the list of its files cannot be read or written")
    }
  }
}
