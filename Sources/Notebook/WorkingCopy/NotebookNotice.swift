import Base
package import NotebookFile
import Quoting

/// An event in the files of a notebook that the user should know about. `takeNotices` returns each
/// once.
package enum NotebookNotice: Sendable, Equatable {
  case historySetAside(path: String)
  case copyRenewed(kept: String)
  /// The files of the open working copy were removed or replaced; its content was merged into
  /// another copy.
  case copyRescued(folder: String)
  /// The working copy lacked changes that the file contains.
  case copyWasOlder(path: String)
  /// The file was replaced by an earlier state, such as a backup.
  case fileIsOlder(path: String, kept: String)
  /// The file had other names (hard links), which still have its earlier content.
  case linksBroken(path: String, others: Int)
  /// A file that a person may have created was merged as a conflict copy, and moved to `kept`.
  case copyTakenIn(path: String, kept: String)
  case copyLeft(path: String, notebook: String)
  case copyNotShown(path: String, reason: NotebookError)

  /// `notes` is the number of changed notes, `conflicts` the number of notes newly in conflict.
  case merged(notes: Int, conflicts: Int)
  case copyMerged(path: String, kept: String)

  case savesRestored(count: Int)

  /// Whether the event is routine. The language server does not show the message of a routine
  /// event.
  package var isEveryday: Bool {
    switch self {
    case .merged, .copyMerged: true
    default: false
    }
  }

  package var message: String {
    switch self {
    case .historySetAside(let path):
      "This machine's history of older texts was damaged: it was moved to \(path), and a new one "
        + "was started. Your notes are not affected."
    case .copyRenewed(let kept):
      "This machine's working copy was damaged: a new one was created from the notebook's file and "
        + "the readable parts. The damaged one is kept for 30 days as \(kept). Check your "
        + "latest notes: “commonplace history NOTE” lists their older texts."
    case .copyRescued(let folder):
      "Files in \(folder) were removed or replaced while the notebook was open. The notebook's "
        + "changes were saved in another working copy. The history of older texts may be lost."
    case .savesRestored(let count):
      "This machine's working copy had lost "
        + "\(count == 1 ? "a save, which was" : "\(count) saves, which were") saved again."
    case .copyWasOlder(let path):
      "This machine's working copy had lost saves, which were restored from \(path)."
    case .fileIsOlder(let path, let kept):
      "\(path) was replaced by an older file, such as a backup. Nothing is lost: the newer changes "
        + "are published again. “commonplace restore --all --from \(kept.shellQuoted) --notebook "
        + "\(path.shellQuoted)” restores the older texts."
    case .linksBroken(let path, let others):
      "\(path) has "
        + (others == 1 ? "another name (a hard link)" : "\(others) other names (hard links)")
        + " with the notebook's old content. Use a symbolic link instead."
    case .copyTakenIn(let path, let kept):
      "\(path) looked like a sync program's copy of the notebook: its notes were merged, and the "
        + "file is kept for \(WorkingCopy.keptDays) days as \(kept)."
    case .merged(let notes, let conflicts):
      "Changes from other devices or programs were merged in \(notes.counted("note"))"
        + (conflicts == 0
          ? "."
          : ", of which \(conflicts == 1 ? "1 is" : "\(conflicts) are") now in conflict: all "
            + "versions are kept. “commonplace conflicts” shows them.")
    case .copyMerged(let path, let kept):
      "\(path), a conflict copy of a sync program, was merged; the file is kept for "
        + "\(WorkingCopy.keptDays) days as \(kept)."
    case .copyLeft(let path, let notebook):
      "\(path) may be a copy of the notebook or an unrelated file: it was not merged. To merge its "
        + "notes: “\(NotebookNotice.merging(path, into: notebook))”."
    case .copyNotShown(let path, let reason):
      "\(path), a conflict copy of the notebook, has changes that are not shown. \(reason.description)"
    }
  }

  package static func merging(_ path: String, into notebook: String) -> String {
    "commonplace merge \(path.shellQuoted) --notebook \(notebook.shellQuoted)"
  }
}
