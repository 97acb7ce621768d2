import Foundation
import GRDB
import Notebook
import NotebookFile

extension Checkup {
  mutating func lookAtJournal(of paths: NotebookPaths) {
    for (suffix, error) in [
      ("-wal", NotebookError.walMode(path: paths.path)),
      ("-journal", NotebookError.interruptedWrite(path: paths.path)),
    ] {
      guard let status = try? SystemCall.status(paths.target + suffix), status.st_size > 0,
        !findings.contains(where: { $0.problem == Self.phrase(error.message) })
      else { continue }
      add(
        .file, .damage, paths.target + suffix, Self.phrase(error.message),
        Self.phrase(error.advice))
    }
  }

  /// Returns whether the history is intact.
  mutating func lookAtHistory(of paths: NotebookPaths) -> Bool {
    let folder = paths.state + "/"
    for name in ((try? SystemCall.names(in: paths.state)) ?? []).sorted()
    where name.hasPrefix("history.sqlite.damaged") && !name.hasSuffix("-wal")
      && !name.hasSuffix("-shm")
    {
      add(
        .history, .remark, folder + name, "a damaged history of older texts was moved here",
        "no program uses the file: delete it, unless you need an older text")
    }
    do {
      if try HistoryFile.isWhole(path: paths.history) { return true }
      add(
        .history, .warning, paths.history, "this machine's history of older texts is damaged",
        "your notes are intact; “commonplace check --repair” starts a new history, and keeps the "
          + "damaged one", isRepairable: true)
    } catch {
      let error =
        StateObstacle(paths, after: error).map { .stateUnusable($0) }
        ?? NotebookError(reading: paths.history, error)
      add(
        .history, .warning, paths.history,
        "this machine's history of older texts cannot be read (\(Self.phrase(error.message)))",
        Self.phrase(error.standingAdvice))
    }
    return false
  }

  /// Checks the notebook's folder for conflict copies, and for files of interrupted programs.
  mutating func checkFolder(_ paths: NotebookPaths) {
    guard let names = try? SystemCall.names(in: paths.folder) else { return }
    for name in names.sorted() {
      let path = paths.sibling(name)
      if ConflictCopyName.matches(name, stem: paths.stem) {
        lookAtConflictCopy(path, of: paths)
      } else if HiddenName.matches(name, for: paths.name),
        let identity = FileIdentity(path: path), identity.isOld
      {
        add(
          .temporaryFile, .remark, path, "an interrupted program left this file",
          "the next save merges it or moves it away")
      }
    }
  }

  private mutating func lookAtConflictCopy(_ path: String, of paths: NotebookPaths) {
    do throws(NotebookError) {
      let file = try GuardedFile.open(path)
      try? file.queue.close()
      let name = URL(fileURLWithPath: path).lastPathComponent
      let mayBeDownload = ConflictCopyName.mayBeDownload(name, stem: paths.stem)
      let merging = NotebookNotice.merging(path, into: paths.path)
      add(
        .conflictCopy, .warning, path,
        mayBeDownload
          ? "this file may be a copy of the notebook, or unrelated"
          : "this file has the name of a sync program's conflict copy",
        mayBeDownload
          ? "it is not merged automatically; “\(merging)” merges its notes, then you can delete it"
          : "the next save merges it if it belongs to this notebook; “\(merging)” merges it in any "
            + "case")
    } catch {
      add(
        .conflictCopy, .warning, path,
        "this file has the name of a conflict copy, but cannot be read "
          + "(\(Self.phrase(error.message)))",
        Self.phrase(error.advice))
    }
  }
}

extension FileIdentity {
  /// Whether the file was not modified for an hour.
  fileprivate var isOld: Bool {
    Date().age(ofFileTime: modified) > 3600
  }
}
