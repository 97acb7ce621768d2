package import Base
import Foundation
package import GRDB
import KeyValueStore
package import NotebookFile

/// A notebook: one file, which others may replace at any time, and, once something was saved on
/// this machine, a private working copy of it.
///
/// Reading changes nothing in the user's folder: without a working copy, the file is read in place.
/// Each call sees one state of the notebook. Calls may come from any thread; reads wait for each
/// other.
package final class Notebook: Sendable {
  /// The absolute path of the file.
  package let path: String
  /// The folder of the working copies.
  package let state: StateFolder
  /// The source that is read, and its last known state. Locked only briefly.
  package let sourceState: Mutex<SourceState>
  /// Other connections to the source, for slow reads.
  let idle = IdleReaders()
  /// The author of writes. Locked during a write.
  let currentAuthor = Mutex(CurrentAuthor())

  /// How the file was chosen; nil if the caller passed its path.
  private let location: Mutex<NotebookLocation?>

  /// The number of this open notebook in the feed of changes, unique for each opening.
  let writer = Int64.random(in: 1 ... .max)

  /// Objects, such as indexes, that follow the writes.
  package let followers = NotebookFollowers()

  /// All notes as they were last read.
  private let listed = NoteListCache()

  /// The author of the writes through this opening. After a change of the working copy, or a write that
  /// failed, the next write gets a new author.
  struct CurrentAuthor: Sendable {
    var author = Author(opened: Date())
    /// The working copy that the author writes in.
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

  /// Opens the notebook at `path`. The file must exist, unless unpublished saves are in the working copy.
  ///
  /// Throws the problem of the file, if it can be found without reading all of it. With a working
  /// copy, a problem of the file only prevents publishing: see `problem`. Takes up to 2 seconds
  /// when another program is writing.
  ///
  /// Changes in conflict copies next to the file are shown, unless `looksBeside` is false, as for a
  /// backup. The first of them creates a working copy.
  package static func open(
    at path: String, state: StateFolder = .user, looksBeside: Bool = true
  ) throws(NotebookError) -> Notebook {
    let path = absolutePath(path)
    return Notebook(
      path: path, state: state, location: nil,
      sourceState: try .open(path, state: state, looksBeside: looksBeside))
  }

  /// Opens the notebook at `location`, read-only if it may not be the one that the user means.
  package static func open(
    _ location: NotebookLocation, state: StateFolder = .user
  ) throws(NotebookError) -> Notebook {
    Notebook(
      path: location.path, state: state, location: location,
      sourceState: try .open(location.path, state: state, refusal: location.refusal))
  }

  /// Records how this notebook was located when it was chosen again.
  package func wasFound(_ location: NotebookLocation) { self.location.withLock { $0 = location } }

  /// The origin that decided on this file; nil if it was opened by its path.
  package var origin: NotebookLocation.Origin? { location.withLock { $0?.origin } }

  /// The reason why nothing may be written although the file is writable: it was only found, and
  /// may not be the one that is meant.
  package var refusal: NotebookError? { location.withLock { $0 }?.refusal }

  /// Whether this machine ever wrote or merged in the notebook. A working copy may exist without that: it is
  /// also created for what other programs merged.
  package var hasState: Bool {
    guard access(NotebookPaths(path: path, state: state).state, F_OK) == 0 else { return false }
    let history = sourceState.withLock { $0.source.copy }?.history
    return (try? history?.hasChanges()) ?? true
  }

  /// Whether there is a working copy. Indexes are stored next to it.
  package var hasWorkingCopy: Bool { sourceState.withLock { $0.source.copy } != nil }

  /// Whether anything was saved through this opening of the notebook.
  package var hasSaved: Bool { sourceState.withLock { !$0.ownAuthors.isEmpty } }

  /// Whether a newer version of this program or of the app wrote the file; it can be read, and is
  /// never written.
  package var isNewer: Bool {
    guard case .file(let file, _, _) = sourceState.withLock({ $0.source }) else { return false }
    return file.isNewer
  }
  /// The message for the user when `isNewer`, otherwise nil.
  package var newerVersionNote: String? {
    isNewer
      ? "\(path) was written by a newer version: it is opened for reading only. Update this program."
      : nil
  }
  /// The identity of the file when it was last read or written by this object; nil if it was missing.
  package var identity: FileIdentity? { sourceState.withLock { $0.seen.file } }

  /// Whether the path now refers to another file, a changed file or none, or a working copy was
  /// created since: then call `refresh`, or open the notebook again.
  package var isStale: Bool {
    let (seen, source) = sourceState.withLock { ($0.seen, $0.source) }
    return FileIdentity(path: path) != seen.file || source.isOutdated
  }

  /// Reads every page of the file, or of the working copy if there is one, through a separate
  /// connection, so that no other read waits. Throws `damaged`, `damagedCopy`, or the error of
  /// opening the file. Does nothing if the file was replaced.
  ///
  /// The search index is not compared with the texts. Cost: linear, about 0.5 seconds per gigabyte,
  /// at most 30 seconds of processor time; pages not read by then are assumed to be intact.
  package func quickCheck() throws(NotebookError) {
    switch sourceState.withLock({ $0.source }) {
    case .file(let file, _, _): try file.secondOpening()?.quickCheck()
    case .copy(let copy, _):
      do {
        let reader = try copy.reader()
        defer { try? reader.close() }
        let sql = "PRAGMA quick_check(1)"
        let answers = try reader.read { db in try String.fetchAll(db, sql: sql) }
        guard answers == ["ok"] else { throw NotebookError.damagedCopy(path: path) }
      } catch {
        throw NotebookError(readingCopyOf: path, error)
      }
    }
  }

  /// Runs `body` in one read transaction. Background work (`BackgroundWork`) uses another
  /// connection, so that no user waits for it.
  package func read<Value>(_ body: (Database) throws -> Value) throws(NotebookError) -> Value {
    try read { _, db in try body(db) }
  }

  /// Runs `body` in one read transaction, with the source that `db` is a connection of.
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

  /// Runs `body` on a connection that no other read waits for: for slow reads. `db` has no list of
  /// all notes.
  package func readAside<Value>(_ body: (Database) throws -> Value) throws(NotebookError) -> Value {
    try readWhole { () throws(NotebookError) in
      let source = sourceState.withLock { $0.source }
      guard let aside = try idle.take(for: source, path) else { return try source.read(path, body) }
      defer { idle.put(aside, for: source) }
      return try aside.read(path, body)
    }
  }

  /// Runs `reading` again if the working copy turns out to be damaged and could be renewed.
  private func readWhole<Value>(
    _ reading: () throws(NotebookError) -> Value
  ) throws(NotebookError) -> Value {
    do throws(NotebookError) {
      return try reading()
    } catch .damagedCopy where (try? renewCopy()) != nil {
      return try reading()
    }
  }

  /// Returns all notes, including the trash, newest modified first. After a change, only the
  /// changed notes are read again. `db` must not be in a write transaction, since that may be
  /// rolled back.
  package func allNotes(_ db: Database) throws -> [NoteSummary] { try list(db).notes }

  /// Returns all notes, with their state for callers that later ask what has changed.
  package func list(_ db: Database) throws -> NoteList {
    try listed.list(db, sourceState.withLock { $0.source }.copy)
  }
  /// Passes all notes, including the trash, to `body`, in no particular order, for callers that
  /// need no list. `db` must not be in a write transaction.
  func forEachNote(_ db: Database, _ body: (NoteSummary) throws -> Void) throws {
    try listed.forEach(db, sourceState.withLock { $0.source }.copy, body)
  }
}
