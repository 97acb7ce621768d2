import Base
package import NotebookFile
import Quoting

/// An event in the files that this machine keeps for a notebook. Each event is reported to the user
/// once.
package enum NotebookNotice: Sendable, Equatable {
  /// History was damaged; the damaged file was renamed to `path`.
  case historySetAside(path: String)
  /// The working copy was damaged and renewed; the damaged one was renamed to `kept`.
  case copyRenewed(kept: String)
  /// The files of the open working copy were removed or replaced; its content is in a new copy.
  case copyRescued(folder: String)
  /// The working copy lacked changes that had been published from it; they were restored from the
  /// file.
  case copyWasOlder(path: String)
  /// The file was replaced by an earlier state, such as a backup.
  case fileIsOlder(path: String, kept: String)
  /// The file had other names (hard links), which still have its earlier content.
  case linksBroken(path: String, others: Int)
  /// A file that a person may have created was merged as if it were a sync program's copy; it was
  /// moved to `kept`.
  case copyTakenIn(path: String, kept: String)
  /// A file next to the notebook may be a copy of it or unrelated, and was not merged.
  case copyLeft(path: String, notebook: String)
  /// A conflict copy has changes that cannot be shown.
  case copyNotShown(path: String, reason: NotebookError)

  /// Changes by other devices or programs were merged: `notes` is the number of changed notes,
  /// `conflicts` the number of notes newly in conflict.
  case merged(notes: Int, conflicts: Int)
  /// A sync program's copy was merged, and moved to `kept`.
  case copyMerged(path: String, kept: String)

  /// Saves that the working copy had lost were saved again.
  case savesRestored(count: Int)

  /// Whether the event is routine, so that an editor shows it in other ways.
  package var isEveryday: Bool {
    switch self {
    case .merged, .copyMerged: true
    default: false
    }
  }

  /// The event, and what the user should do, if anything.
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
      "The folder \(folder) was removed or replaced while the notebook was open. The notebook's "
        + "changes were saved in a new working copy. Only the history of older texts is lost."
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
        + ", still with the notebook's old content. Use a symbolic link instead."
    case .copyTakenIn(let path, let kept):
      "\(path) looked like a sync program's copy of the notebook: its notes were merged, and the "
        + "file is kept for \(WorkingCopy.keptDays) days as \(kept)."
    case .merged(let notes, let conflicts):
      "Changes from other devices or programs were merged in \(notes.counted("note"))"
        + (conflicts == 0
          ? "."
          : ", of which \(conflicts == 1 ? "1 is" : "\(conflicts) are") now in conflict: both texts "
            + "are kept. “commonplace conflicts” shows them.")
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

  /// Returns the command that merges a file.
  package static func merging(_ path: String, into notebook: String) -> String {
    "commonplace merge \(path.shellQuoted) --notebook \(notebook.shellQuoted)"
  }
}
