package import Base
import Foundation
package import GRDB
import KeyValueStore
package import NotebookFile

/// A notebook: one file, which other programs may replace at any time, and the working copy of it
/// on this machine, if there is one.
///
/// Reading changes nothing in the user's folder: without a working copy, the file is read in place.
/// Each call of `read` sees one state of the notebook. Calls may come from any thread. Reads wait
/// for each other, except `readAside` and reads in the background.
package final class Notebook: Sendable {
  /// The absolute path of the file.
  package let path: String
  package let state: StateFolder
  /// Locked only briefly.
  package let sourceState: Mutex<SourceState>
  let idle = IdleReaders()
  /// Locked during a write.
  let currentAuthor = Mutex(CurrentAuthor())

  private let location: Mutex<NotebookLocation?>

  /// A random number that identifies the writes of this opening in the feed of changes.
  let writer = Int64.random(in: 1 ... .max)

  package let followers = NotebookFollowers()

  private let listed = NoteListCache()

  /// The author of the writes through this opening. A new working copy gets a new author, and so
  /// does the next write after most errors.
  struct CurrentAuthor: Sendable {
    var author = Author(opened: Date())
    /// The path of the working copy that the author writes to.
    var copy: String?
  }

  private init(
    path: String, state: StateFolder, location: NotebookLocation?, sourceState: sending SourceState
  ) {
    self.path = path
    self.state = state
    self.location = Mutex(location)
    self.sourceState = Mutex(sourceState)
  }

  /// Opens the notebook at `path`. The file must exist, unless the working copy has unpublished
  /// saves.
  ///
  /// Throws the problem of the file, if it is found without reading all of the file. With a working
  /// copy, most problems of the file only prevent publishing: see `problem`. Waits up to 2 seconds
  /// for another process that publishes.
  ///
  /// Also shows changes that are only in conflict copies next to the file; they cause a working
  /// copy to be created. With `looksBeside` false, as for a backup, ignores them. An existing
  /// working copy merges them in any case.
  package static func open(
    at path: String, state: StateFolder = .user, looksBeside: Bool = true
  ) throws(NotebookError) -> Notebook {
    let path = absolutePath(path)
    return Notebook(
      path: path, state: state, location: nil,
      sourceState: try .open(path, state: state, looksBeside: looksBeside))
  }

  /// Opens the notebook at `location`, read-only if `location` has a `refusal`.
  package static func open(
    _ location: NotebookLocation, state: StateFolder = .user
  ) throws(NotebookError) -> Notebook {
    Notebook(
      path: location.path, state: state, location: location,
      sourceState: try .open(location.path, state: state, refusal: location.refusal))
  }

  /// Records how this notebook was located when it was chosen again.
  package func wasFound(_ location: NotebookLocation) { self.location.withLock { $0 = location } }

  /// How the file was chosen; nil if the caller passed its path.
  package var origin: NotebookLocation.Origin? { location.withLock { $0?.origin } }

  /// See `NotebookLocation.refusal`.
  package var refusal: NotebookError? { location.withLock { $0 }?.refusal }

  /// Whether this machine ever wrote to or merged into the notebook; true if that is unknown. A
  /// working copy alone does not show this: it is also created for what other programs merged.
  package var hasState: Bool {
    guard access(NotebookPaths(path: path, state: state).state, F_OK) == 0 else { return false }
    let history = sourceState.withLock { $0.source.copy }?.history
    return (try? history?.hasChanges()) ?? true
  }

  package var hasWorkingCopy: Bool { sourceState.withLock { $0.source.copy } != nil }

  package var hasSaved: Bool { sourceState.withLock { !$0.ownAuthors.isEmpty } }

  /// Whether the file is read in place, and was written by a newer version of this program or of
  /// the app. Such a file is never written.
  package var isNewer: Bool {
    guard case .file(let file, _, _) = sourceState.withLock({ $0.source }) else { return false }
    return file.isNewer
  }
  package var newerVersionNote: String? {
    isNewer
      ? "\(path) is read-only: a newer version of this program or of the app wrote it. Update this "
        + "program."
      : nil
  }
  /// The identity of the file when this object last read or wrote it; nil if the file was missing.
  package var identity: FileIdentity? { sourceState.withLock { $0.seen.file } }

  /// Whether the file was changed, replaced or removed since it was read, or a working copy was
  /// created. If so, call `refresh`, or open the notebook again.
  package var isStale: Bool {
    let (seen, source) = sourceState.withLock { ($0.seen, $0.source) }
    return FileIdentity(path: path) != seen.file || source.isOutdated
  }

  /// Checks every page of the working copy or, without one, of the file. Uses a separate
  /// connection, so that other reads do not wait. Throws `damaged`, `damagedCopy`, or the error of
  /// opening the file. Does nothing if the file was changed or replaced.
  ///
  /// Does not compare the search index with the texts. Cost: linear. Pages that are not read after
  /// 30 seconds of processor time are assumed to be intact.
  package func quickCheck() throws(NotebookError) {
    switch sourceState.withLock({ $0.source }) {
    case .file(let file, _, _): try file.secondOpening()?.quickCheck()
    case .copy(let copy, _):
      do {
        let reader = try copy.reader()
        defer { try? reader.close() }
        try reader.read { try $0.checkPages(or: .damagedCopy(path: path)) }
      } catch {
        throw Cancellable.meaning(of: error, path) ?? NotebookError(readingCopyOf: path, error)
      }
    }
  }

  /// Runs `body` in one read transaction. Background work (`BackgroundWork`) uses another
  /// connection, so that the user does not wait for it. If the working copy is damaged, renews it
  /// and runs `body` again.
  package func read<Value>(_ body: (Database) throws -> Value) throws(NotebookError) -> Value {
    try read { _, db in try body(db) }
  }

  package func read<Value>(
    _ body: (NotebookSource, Database) throws -> Value
  ) throws(NotebookError) -> Value {
    try readWhole { () throws(NotebookError) in
      let source = sourceState.withLock { $0.source }
      guard BackgroundWork.isCurrent, let aside = try idle.take(for: source, path) else {
        return try source.read(path) { db in try body(source, db) }
      }
      defer { idle.put(aside, for: source) }
      return try aside.read(path) { db in try body(aside, db) }
    }
  }

  /// Runs `body` in one read transaction on a separate connection, so that other reads do not wait
  /// for it. For slow reads.
  package func readAside<Value>(_ body: (Database) throws -> Value) throws(NotebookError) -> Value {
    try readWhole { () throws(NotebookError) in
      let source = sourceState.withLock { $0.source }
      guard let aside = try idle.take(for: source, path) else { return try source.read(path, body) }
      defer { idle.put(aside, for: source) }
      return try aside.read(path, body)
    }
  }

  private func readWhole<Value>(
    _ reading: () throws(NotebookError) -> Value
  ) throws(NotebookError) -> Value {
    do throws(NotebookError) {
      return try reading()
    } catch .damagedCopy where (try? renewCopy()) != nil {
      return try reading()
    }
  }

  /// Returns all notes, including the trash, newest modified first. After a change, usually reads
  /// only the changed notes. `db` must not be in a write transaction, which may be rolled back.
  package func allNotes(_ db: Database) throws -> [NoteSummary] { try list(db).notes }

  package func list(_ db: Database) throws -> NoteList {
    try listed.list(db, sourceState.withLock { $0.source }.copy)
  }
  /// Passes all notes, including the trash, to `body`, in no particular order, for callers that do
  /// not need a list. `db` must not be in a write transaction.
  func forEachNote(_ db: Database, _ body: (NoteSummary) throws -> Void) throws {
    try listed.forEach(db, sourceState.withLock { $0.source }.copy, body)
  }
}
