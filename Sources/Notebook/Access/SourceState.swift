import Base
import Foundation
package import GRDB
import KeyValueStore
package import NotebookFile

import struct Synchronization.Atomic

package struct SourceState: Sendable {
  package var source: NotebookSource
  var seen = Seen()
  var problem: NotebookError?
  /// The path of the file with the unpublished changes of a notebook that another one replaced.
  var keptCopy: String?
  var renewals = 0
  var ownAuthors: Set<Data> = []
  /// The notes that changed when the source was replaced, and are not reported yet; nil if any note
  /// may have changed.
  var unseen: Set<String>? = []
  /// The notes for which other devices superseded a text saved on this machine, until they are
  /// reported.
  var superseded: Set<String> = []
  /// The times of the first and the last unpublished save; nil if everything is published.
  var unpublished: ClosedRange<ContinuousClock.Instant>?
  /// The identity of the conflict copy whose changes cannot be shown, when it was found.
  var leftCopy: FileIdentity?
  /// The notices about a conflict copy next to a file that is read in place.
  var notices: [NotebookNotice] = []

  /// Opens the working copy of the notebook at `path` or, without one, the file. If a conflict copy
  /// next to the file has changes, creates a working copy for them, unless `refusal` forbids
  /// writing or `looksBeside` is false.
  static func open(
    _ path: String, state: StateFolder, refusal: NotebookError? = nil, looksBeside: Bool = true
  ) throws(NotebookError) -> SourceState {
    let paths = NotebookPaths(path: path, state: state)
    do {
      var sourceState = try openCopy(paths) ?? SourceState(inPlace: paths)
      if looksBeside { sourceState.takeInConflictCopies(unless: refusal) }
      return sourceState
    } catch {
      // The file can be read without the state folder.
      guard let obstacle = StateObstacle(paths, after: error) else {
        throw NotebookError(publishing: paths, error, isPending: false)
      }
      var sourceState = try SourceState(inPlace: paths, obstacle)
      if looksBeside { sourceState.takeInConflictCopies(unless: .stateUnusable(obstacle)) }
      return sourceState
    }
  }

  /// Returns nil if there is no working copy, or it is retired. Renews a damaged one.
  private static func openCopy(_ paths: NotebookPaths) throws -> SourceState? {
    guard let copy = try WorkingCopy.usable(paths) else { return nil }
    do {
      return try open(copy)
    } catch  where WorkingCopy.isDamage(error) || error is RetiredCopy {
      return try copy.renewed().map(open)
    }
  }

  private static func open(_ copy: WorkingCopy) throws -> SourceState {
    var sourceState = try SourceState(copy: copy)
    try sourceState.incorporate(patience: .seconds(2))
    switch sourceState.problem {
    case .missing(let path): throw NotebookError.missing(path: path)
    case .gone(let path, let now) where sourceState.unpublished == nil:
      throw now == nil ? NotebookError.missing(path: path) : .gone(path: path, now: now)
    case .newerVersion where sourceState.unpublished == nil:
      return try SourceState(inPlace: copy.paths)
    default: return sourceState
    }
  }

  init(copy: WorkingCopy) throws {
    source = .copy(copy, reader: try copy.reader())
    lookAtHistory()
    try look()
  }

  private init(inPlace paths: NotebookPaths, _ obstacle: StateObstacle) throws(NotebookError) {
    do {
      try self.init(inPlace: paths)
    } catch {
      throw NotebookError(publishing: paths, error, isPending: false)
    }
    problem = .stateUnusable(obstacle)
  }

  init(inPlace paths: NotebookPaths) throws {
    let retired = WorkingCopy.latest(paths)
    let file = try GuardedFile.open(paths.path)
    source = .file(file, paths: paths, retired: retired)
    seen.file = file.identity
    try look()
  }

  mutating func look() throws {
    let isCopy = source.copy != nil
    (seen.change, seen.version) = try source.read { db in
      // Reads the number first: `data_version` is that of the transaction only after its first
      // read.
      (isCopy ? try ChangeFeed.number(db) : nil, try NotebookSource.version(db))
    }
  }

  /// Records the notes for which others superseded a text saved on this machine since the last
  /// call. If history cannot be read, the next call does it.
  mutating func lookAtHistory() {
    guard let found = try? source.copy?.history.superseded(after: seen.history) else { return }
    seen.history = found.last
    superseded.formUnion(found.notes)
  }
}

extension SourceState {
  /// Incorporates the changes that others published. Stores an error that prevents this in
  /// `problem`.
  ///
  /// Waits up to `patience` for others that publish. If they take longer, changes nothing; the next
  /// call tries again. Throws if the copy is damaged or retired, or if a file to read instead
  /// cannot be opened.
  mutating func incorporate(patience: Duration) throws {
    guard let copy = source.copy else { return }
    do {
      let lock = try FileLock(path: copy.paths.lock, patience: patience)
      let folder = Self.settledTime(of: copy.paths.folder)
      let result = try copy.incorporate(holding: lock)
      if case .supersededByOtherNotebook(let kept) = result {
        copy.close()
        self = try SourceState(inPlace: copy.paths)
        keptCopy = kept
        return
      }
      let isPending = try copy.isPending()
      let isMissing = result == .missing
      seen.file = isMissing ? nil : try copy.history.published()?.identity
      seen.folder = copy.hasUnreadCopies.load(ordering: .relaxed) ? nil : folder
      let missing = isPending ? nil : NotebookError.missing(path: copy.paths.path)
      problem = isMissing ? try copy.absence() ?? missing : nil
      if isPending, unpublished == nil { unpublished = .now ... .now }
    } catch  where error is RetiredCopy || WorkingCopy.isDamage(error) {
      throw error
    } catch {
      let isPending = copy.hasMoreThanFile
      guard let obstacle = StateObstacle(copy.paths, after: error) else {
        let error = NotebookError(publishing: copy.paths, error, isPending: isPending)
        if case .locked = error { return }
        problem = error
        // A permanent error lasts until the file changes.
        if !error.isOfTheMoment { seen.file = FileIdentity(path: copy.paths.path) }
        if isPending, unpublished == nil { unpublished = .now ... .now }
        return
      }
      if isPending {
        problem = .stateUnusable(obstacle)
        if unpublished == nil { unpublished = .now ... .now }
      } else {
        // The file has everything that the copy has, and may have more.
        self = try SourceState(inPlace: copy.paths, obstacle)
      }
    }
  }

  /// Switches to a working copy if a conflict copy next to the file has changes that the file
  /// lacks. If a working copy cannot be created, a notice names the conflict copy.
  private mutating func takeInConflictCopies(unless refusal: NotebookError?) {
    guard case .file(let file, let paths, _) = source else { return }
    seen.folder = Self.settledTime(of: paths.folder)
    guard let path = WorkingCopy.conflictCopy(at: paths, withMoreThan: file) else {
      return settle(file, paths, unless: refusal)
    }
    do {
      if let refusal { throw refusal }
      guard !file.isNewer else { throw NotebookError.newerVersion(path: paths.path) }
      try FileRights.check(paths.target, path: paths.path)
      self = try Self.open(try WorkingCopy.make(paths))
    } catch {
      let error = NotebookError(publishing: paths, error, isPending: false)
      if case .locked = error { return seen.folder = nil }
      leftCopy = FileIdentity(path: path)
      notices = [.copyNotShown(path: path, reason: error)]
    }
  }

  /// Switches to a new working copy if another program left several versions of a value in the
  /// file: most of them can be resolved without the user. If a copy cannot be created, the versions
  /// stay.
  private mutating func settle(
    _ file: GuardedFile, _ paths: NotebookPaths, unless refusal: NotebookError?
  ) {
    guard refusal == nil, !file.isNewer, (try? file.read(MergeSettlement.isNeeded)) == true,
      (try? FileRights.check(paths.target, path: paths.path)) != nil,
      let copy = try? WorkingCopy.make(paths), let opened = try? Self.open(copy)
    else { return }
    self = opened
  }

  /// Whether the file, the folder or the working copy has changed since it was read, or changes are
  /// not reported yet. Cost: a few system calls, and a read of the working copy's log index. If the
  /// folder of a file read in place has changed, also lists the folder.
  mutating func isOutdated(_ path: String) throws -> Bool {
    if FileIdentity(path: path) != seen.file || source.isOutdated || unseen != [] { return true }
    guard let copy = source.copy else {
      // The state folder may be usable again.
      if case .stateUnusable = problem, StateObstacle.isGone(source.paths) { return true }
      return hasNewConflictCopy()
    }
    guard copy.isInPlace else { return true }
    if FileIdentity(path: copy.paths.folder)?.modified != seen.folder { return true }
    return try source.version() != seen.version
  }

  /// Whether the folder of a file that is read in place has a new conflict copy. If not, records
  /// the folder as read.
  private mutating func hasNewConflictCopy() -> Bool {
    guard case .file(let file, let paths, _) = source else { return false }
    let folder = Self.settledTime(of: paths.folder)
    if folder != nil, folder == seen.folder { return false }
    if let path = WorkingCopy.conflictCopy(at: paths, withMoreThan: file),
      FileIdentity(path: path) != leftCopy
    {
      return true
    }
    seen.folder = folder
    return false
  }

  /// Returns the time of a folder's last change, in nanoseconds since 1970. Returns nil if the
  /// folder is missing, or the time is so recent that another change could get the same time.
  static func settledTime(of folder: String) -> Int64? {
    guard let time = FileIdentity(path: folder)?.modified else { return nil }
    return Date().age(ofFileTime: time) > 0.02 ? time : nil
  }

  /// Returns the notes and special scopes that anyone except `writer` changed after the state
  /// `before`; nil if any note may have changed. Cost: in a working copy, linear in the changes. If
  /// a file is or was read in place, one pass over the notebook's rows without their values.
  func changedNotes(since before: SourceState, except writer: Int64) throws -> Set<String>? {
    guard let unseen = before.unseen, let changed = try changed(since: before, except: writer)
    else { return nil }
    return changed.union(unseen)
  }

  private func changed(since before: SourceState, except writer: Int64) throws -> Set<String>? {
    guard let copy = source.copy, source.isSame(as: before.source) else {
      return differingNotes(from: before)
    }
    guard let last = before.seen.change, let number = seen.change,
      // The same number with another `data_version` means that a program wrote without using the
      // feed.
      last != number || before.seen.version == seen.version,
      let changes = copy.history.changes(after: last, through: number)
    else { return nil }
    var notes: Set<String> = []
    for change in changes where change.writer != writer {
      if let scopes = change.keys.scopes { notes.formUnion(scopes.keys) }
    }
    return notes
  }

  /// Returns the notes that differ from the open file of `before`, which may have been deleted
  /// since. Returns nil if `before` reads a working copy, or its file was changed in place or
  /// cannot be read.
  func differingNotes(from before: SourceState) -> Set<String>? {
    guard case .file(let file, _, _) = before.source else { return nil }
    if case .file(let own, _, _) = source {
      if own.identity == file.identity { return [] }
      // The file was changed in place.
      if own.identity.isSameFile(as: file.identity) { return nil }
    }
    return try? VersionDigests.differing(
      file.read(VersionDigests.fetch), source.read(VersionDigests.fetch))
  }
}

/// The state of a notebook when it was last read, to detect at low cost that nothing has changed.
struct Seen: Sendable {
  /// The published file that was read, incorporated or published.
  var file: FileIdentity?
  /// The time of the last change of the file's folder, in nanoseconds since 1970. Nil if a later
  /// change may have the same time, or a conflict copy must be read again.
  var folder: Int64?
  var version: Int64?
  var change: Int64?
  /// The number of the last replaced text or record in history; nil before history was read.
  var history: Int64?
}

package enum NotebookSource: Sendable {
  /// The published file, read in place. There was no working copy with a number above `retired`
  /// when it was opened.
  case file(GuardedFile, paths: NotebookPaths, retired: Int)
  case copy(WorkingCopy, reader: DatabaseQueue)

  var paths: NotebookPaths {
    switch self {
    case .file(_, let paths, _): paths
    case .copy(let copy, _): copy.paths
    }
  }

  package var copy: WorkingCopy? {
    guard case .copy(let copy, _) = self else { return nil }
    return copy
  }

  /// Whether a working copy was created since the file was opened; false for a working copy.
  var isOutdated: Bool {
    guard case .file(_, let paths, let retired) = self else { return false }
    return WorkingCopy.latest(paths) > retired
  }

  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    switch self {
    case .file(let file, _, _): try file.read(body)
    case .copy(_, let reader): try reader.readUnlessClosed(body)
    }
  }

  /// Runs `body` in one read transaction with a limit of processor time, which depends on the
  /// notebook's size. Errors name the notebook at `path`.
  func read<Value>(
    _ path: String, _ body: (Database) throws -> Value
  ) throws(NotebookError) -> Value {
    switch self {
    case .file(let file, _, _): return try file.read(body)
    case .copy(let copy, let reader):
      let size = FileIdentity(path: copy.path)?.size ?? 0
      do {
        return try reader.readUnlessClosed { db in
          try db.limited(milliseconds: Database.readingBudget(size: size), body)
        }
      } catch {
        throw Cancellable.meaning(of: error, path) ?? NotebookError(readingCopyOf: path, error)
      }
    }
  }

  /// Returns a number that changes when another connection writes
  /// (https://www.sqlite.org/pragma.html#pragma_data_version).
  package func version() throws -> Int64? {
    let queue: DatabaseQueue =
      switch self {
      case .file(let file, _, _): file.queue
      case .copy(_, let reader): reader
      }
    return try queue.inDatabase { db in
      try db.checkIsOpen()
      return try Self.version(db)
    }
  }

  static func version(_ db: Database) throws -> Int64? {
    try Int64.fetchOne(db, sql: "PRAGMA data_version")
  }

  func isRetired() throws -> Bool {
    guard case .copy(_, let reader) = self else { return false }
    return try reader.readUnlessClosed(WorkingCopy.isRetired)
  }

  /// Whether both read through the same connection.
  func isSame(as other: NotebookSource) -> Bool {
    switch (self, other) {
    case (.file(let file, _, _), .file(let other, _, _)): file.queue === other.queue
    case (.copy(_, let reader), .copy(_, let other)): reader === other
    default: false
    }
  }
}
