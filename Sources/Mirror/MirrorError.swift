import Foundation
import GRDB
package import NotebookFile

/// The reason why a mirror is not up to date. Messages name files and folders, never their content.
package enum MirrorError: Error, Equatable, Sendable {
  /// The folder is missing or is no longer a folder.
  case vanished(folder: String)
  /// Most files disappeared from the folder at once: `count` of `known`.
  case emptied(folder: String, count: Int, known: Int)
  /// Most notes disappeared from the notebook at once: `count` of `known`.
  case foreignNotebook(folder: String, count: Int, known: Int)
  /// The folder mirrors the notebook at `notebook`.
  case ofAnother(folder: String, notebook: String)
  /// The file at the path is not a folder.
  case notAFolder(folder: String)
  /// The folder is not a mirror.
  case unknown(folder: String)
  /// Another process is updating the mirror.
  case busy(folder: String)
  /// A system call failed; `reason` is the system's message.
  case failed(folder: String, reason: String)
  case notebook(NotebookError)
}

extension MirrorError: CustomStringConvertible {
  /// The problem, in one sentence.
  package var message: String {
    switch self {
    case .vanished(let folder): "The mirrored folder \(folder) is gone; no note was changed."
    case .emptied(let folder, let count, let known):
      "\(count) of the \(known) mirrored files in \(folder) are missing; nothing was changed."
    case .foreignNotebook(let folder, let count, let known):
      "Of \(known) notes mirrored in \(folder), the notebook lacks \(count) at once; nothing was "
        + "changed."
    case .ofAnother(let folder, let notebook): "\(folder) is a mirror of \(notebook)."
    case .notAFolder(let folder): "\(folder) is not a folder."
    case .unknown(let folder): "\(folder) is not a mirror of this notebook."
    case .busy(let folder): "Another program is updating \(folder)."
    case .failed(let folder, let reason): "The mirror \(folder) is not up to date: \(reason)."
    case .notebook(let error): error.message
    }
  }

  /// The remedy, in one or two sentences.
  package var advice: String {
    switch self {
    case .vanished:
      "Restore it, or recreate it with “commonplace mirror FOLDER --forget” and then "
        + "“commonplace mirror FOLDER”."
    case .emptied:
      "If a disk is not mounted, mount it. If you removed them, move their notes to the trash with "
        + "--force; to write them again, --forget the mirror and recreate it."
    case .foreignNotebook:
      "If it is another notebook, choose another folder. If the notes were deleted on purpose, "
        + "remove their files with --force."
    case .ofAnother: "Choose another folder, or use that notebook with --notebook."
    case .notAFolder: "Give the path of a folder."
    case .unknown: "Check the path, or create a mirror with “commonplace mirror FOLDER”."
    case .busy: "Try again in a moment."
    case .failed: "Check that you may write to the folder and the disk is not full."
    case .notebook(let error): error.advice
    }
  }

  /// The message and the advice on one line.
  package var description: String { "\(message) \(advice)" }
}

extension MirrorError {
  /// Converts an error that occurred in `folder`.
  init(_ folder: String, _ error: any Error) {
    switch error {
    case let error as MirrorError: self = error
    case let error as NotebookError: self = .notebook(error)
    case let error as SystemError where error.code == EWOULDBLOCK: self = .busy(folder: folder)
    case let error as SystemError: self = .failed(folder: folder, reason: error.reason)
    case let error as DatabaseError where error.resultCode == .SQLITE_BUSY:
      self = .busy(folder: folder)
    default:
      self = .failed(folder: folder, reason: "its record cannot be read or written")
    }
  }
}
