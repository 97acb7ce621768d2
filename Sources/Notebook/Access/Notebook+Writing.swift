import Base
package import Foundation
package import GRDB
package import KeyValueStore
package import NotebookFile

extension Notebook {
  /// Runs `body` in one transaction of the working copy; creates the copy if it is missing. When
  /// this returns, the changes are on disk, and are published later.
  ///
  /// `body` writes through the author of this opening. If `body` throws, nothing is written.
  /// History has the replaced texts before they are removed. Waits up to 10 seconds for other
  /// writers.
  ///
  /// Throws the error of `body` if that is a `NotebookError`. Throws `newerVersion`, `notWritable`
  /// or `ambiguous` if the file must not be written, and `gone` if it was moved or deleted. If the
  /// disk fails, throws `stateUnusable` or `notSaved` if nothing was written, and otherwise
  /// `notPublished` or `perhapsSaved`. Throws `damagedCopy` or `notSaved` if the copy is damaged.
  package func write<Value>(
    _ body: (inout Author, Database) throws -> Value
  ) throws(NotebookError) -> Value {
    var result: Result<Value, NotebookError> = .failure(.locked(path: path))
    currentAuthor.withLock { current in
      result = Result { () throws(NotebookError) in try write(as: &current, body) }
    }
    return try result.get()
  }

  private func write<Value>(
    as current: inout CurrentAuthor, attempts: Int = 3,
    _ body: (inout Author, Database) throws -> Value
  ) throws(NotebookError) -> Value {
    var used: WorkingCopy?
    // Whether history may already have the texts of this write.
    var isKept = false
    var isCommitted = false
    do {
      let copy = try workingCopyInPlace()
      used = copy
      if current.copy != copy.path { current = CurrentAuthor(copy: copy.path) }
      var author = current.author
      let known = sourceState.withLock { $0.ownAuthors }
      for follower in followers.all { follower.begin() }
      let ((value, written, before, after), change) = try copy.transaction(
        by: writer, willKeep: { isKept = true }
      ) { db in
        let before = try ConnectionState(db)
        let value = try body(&author, db)
        var written = author.takeWritten()
        try PromptSettlement.settle(written, by: &author, in: db)
        try author.write(
          ReplacedValues.changes(replacing: author.takeFormer(), in: db),
          at: author.lastWrite ?? Date(), superseding: .all, in: db)
        written += author.takeWritten()
        let superseded = author.takeSuperseded()
        let authors = Set(written.map(\.author)).subtracting(superseded.isEmpty ? known : [])
        let saved = try UnpublishedText.among(written, superseding: superseded, in: db)
        let replaced = author.takeReplaced()
        let texts = HistoryTexts(
          superseded: superseded, authors: authors, saved: saved,
          books: replaced.filter(\.isOfBook),
          records: try ReplacedRecord.among(
            replaced, written: Set(written.flatMap(\.keys)), in: db))
        return ((value, written, before, try ConnectionState(db)), texts)
      }
      current.author = author
      isCommitted = true
      // Other processes do not find this copy's files any more: the commit must be moved to the
      // copy that they find.
      if !copy.isInPlace { try renewCopy() }
      let now = ContinuousClock.now
      sourceState.withLock { sourceState in
        sourceState.ownAuthors.formUnion(written.map(\.author))
        // Another thread may have found this save in the working copy first, with a later time.
        sourceState.unpublished = (sourceState.unpublished ?? now...now).including(now)
      }
      if let change {
        for follower in followers.all {
          follower.enter(written, change, of: self, from: before, to: after)
        }
      }
      return value
    } catch  where WorkingCopy.isDamage(error) || isCopyDamaged(after: error) {
      removeUnpublished(after: current.author)
      current = CurrentAuthor()
      guard (try? renewCopy()) != nil else { throw .damagedCopy(path: path) }
      throw .notSaved(path: path, reason: "the working copy was damaged, and a new one was created")
    } catch let error as NotebookError {
      throw error
    } catch {
      let outcome: ChangeOutcome =
        isCommitted ? .unknown : isKept ? outcome(after: current.author) : .nothing
      // The write may be on disk in spite of the error, so its number must not be reused.
      current = CurrentAuthor()
      let isSame = reconnect(after: error, of: used)
      // Retries: another thread or process replaced the copy between two steps, and nothing was
      // written.
      if outcome == .nothing, isSame, attempts > 1, Self.isOfReplacedCopy(error) {
        return try write(as: &current, attempts: attempts - 1, body)
      }
      let paths = NotebookPaths(path: path, state: state)
      if outcome == .nothing, let obstacle = StateObstacle(paths, after: error) {
        throw .stateUnusable(obstacle)
      }
      throw NotebookError(saving: path, error, outcome: outcome)
    }
  }

  /// Returns the outcome of a write that failed after history may have stored its texts. `author`
  /// must be in its state before the write.
  private func outcome(after author: Author) -> ChangeOutcome {
    guard let copy = sourceState.withLock({ $0.source.copy }) else { return .unknown }
    let isSaved = try? copy.database.readUnlessClosed { db in
      try VersionVector.authors(db)?[author.id] ?? 0 > author.usn
    }
    switch isSaved {
    case true: return .onThisMachine
    case false: return removeUnpublished(after: author) ? .nothing : .unknown
    default: return .unknown
    }
  }

  /// Whether SQLite rejected a valid statement because the working copy is damaged. Cost: after
  /// `SQLITE_ERROR`, a check of all indexes.
  private func isCopyDamaged(after error: any Error) -> Bool {
    guard let error = error as? DatabaseError, error.resultCode == .SQLITE_ERROR,
      let copy = sourceState.withLock({ $0.source.copy })
    else { return false }
    let isWhole = try? copy.database.writeWithoutTransaction { db in
      try db.areIndexesWhole() && db.isSearchIndexWhole()
    }
    return isWhole != true
  }

  /// Removes the texts of a failed save from history, so that they are not saved later without the
  /// writer's knowledge. `author` must be in its state before the save. Returns false if history
  /// may still have them.
  @discardableResult
  private func removeUnpublished(after author: Author) -> Bool {
    guard let copy = sourceState.withLock({ $0.source.copy }) else { return false }
    let ofSave = "FROM saved WHERE author = ? AND usn > ?"
    let arguments: StatementArguments = [author.id, author.usn]
    do {
      let isThere = try copy.history.read { db in
        try Row.fetchOne(db, sql: "SELECT 1 \(ofSave)", arguments: arguments) != nil
      }
      guard isThere else { return true }
      try copy.history.note { db in
        try db.execute(sql: "DELETE \(ofSave)", arguments: arguments)
      }
      return true
    } catch {
      return false
    }
  }

  /// Stores texts in history before a merge removes them. When this returns, they are on disk. Call
  /// it in the closure passed to `write`, with its database. The author's own writes do not need
  /// it.
  package func remember(_ texts: [SupersededText], in db: Database) throws {
    try workingCopy().history.keep(HistoryTexts(superseded: texts), in: db)
  }

  /// Resolves conflicts after a merge, if that is possible without the user. Call it in the closure
  /// passed to `write`. Texts that it removes stay in history.
  package func settle(after merge: MergeReport, from source: Database, in db: Database) throws {
    try workingCopy().history.settle(after: merge, from: source, in: db)
  }

  /// Resolves a merge like `settle`, but in a copy of the notebook, for a preview. Stores nothing
  /// in history.
  func previewSettling(after merge: MergeReport, from source: Database, in db: Database) throws {
    var settlement = MergeSettlement()
    if let history = sourceState.withLock({ $0.source.copy })?.history {
      settlement = history.settlement(in: db)
      (settlement.keep, settlement.keepNames) = ({ _ in }, { _ in })
    }
    try settlement.run(after: merge, from: source, in: db)
  }

  /// Returns the text of `version` of a note; nil if this machine's history does not have it.
  func replacedText(
    of note: String, version: String
  ) throws(NotebookError) -> ReplacedText? {
    let name = try present(version, of: note)
    return try replacedTexts(of: note).first { $0.version == name }
  }

  func present(_ version: String, of note: String) throws(NotebookError) -> String {
    do {
      let history = sourceState.withLock { $0.source.copy }?.history
      return try history?.present(version, of: note) ?? version
    } catch {
      throw NotebookError(reading: path, error)
    }
  }

  /// Returns texts that were replaced on this machine, newest first.
  func replacedTexts(of note: String) throws(NotebookError) -> [ReplacedText] {
    try replaced { try $0.replacedTexts(of: note) }
  }

  /// Returns records that were replaced on this machine, newest first.
  func replacedRecords(of note: String) throws(NotebookError) -> [ReplacedText] {
    try replaced { try $0.replacedRecords(of: note) }
  }

  private func replaced(
    _ fetch: (HistoryFile) throws -> [ReplacedText]
  ) throws(NotebookError) -> [ReplacedText] {
    do {
      return try sourceState.withLock { $0.source.copy }.map { try fetch($0.history) } ?? []
    } catch {
      throw NotebookError(reading: path, error)
    }
  }

  /// Whether history records that this machine wrote as `author`.
  package func isOwn(_ author: Data) throws(NotebookError) -> Bool {
    do {
      return try sourceState.withLock { $0.source.copy }?.history.owns(author) ?? false
    } catch {
      throw NotebookError(reading: path, error)
    }
  }

  /// Returns a working copy that other processes find, renewed if they do not find it. Throws the
  /// errors of `refuseAbsence`.
  private func workingCopyInPlace() throws -> WorkingCopy {
    var copy = try workingCopy()
    if !copy.isInPlace {
      try renewCopy()
      copy = try workingCopy()
    }
    try copy.refuseAbsence()
    return copy
  }

  /// Returns the working copy, created from the file if it is missing. Throws if the file must not
  /// be written.
  private func workingCopy() throws -> WorkingCopy {
    let old = sourceState.withLock { $0 }
    let (source, problem) = (old.source, old.problem)
    if let refusal { throw refusal }
    try FileRights.check(source.paths.target, path: path)
    if case .newerVersion = problem { throw NotebookError.newerVersion(path: path) }
    guard case .file(let file, let paths, _) = source else {
      if let copy = source.copy { return copy }
      throw NotebookError.locked(path: path)
    }
    guard !file.isNewer else { throw NotebookError.newerVersion(path: path) }
    try SystemCall.makeFolder(paths.state)
    let lock = try FileLock(path: paths.lock, patience: .seconds(10))
    let copy = try WorkingCopy.make(paths, holding: lock)
    var new = try SourceState(copy: copy)
    new.seen.file = try copy.history.published()?.identity
    // The user has seen the state read so far; `refresh` reports later changes.
    let isSame = try new.seen.file == file.identity && !copy.isPending()
    new.unseen = isSame ? old.unseen : try new.changedNotes(since: old, except: writer)
    sourceState.withLock { sourceState in
      new.ownAuthors = sourceState.ownAuthors
      new.keptCopy = sourceState.keptCopy
      sourceState = new
    }
    return copy
  }

  private static func isOfReplacedCopy(_ error: any Error) -> Bool {
    switch error {
    case is RetiredCopy, is DisplacedCopy: true
    case let error as DatabaseError: error.resultCode == .SQLITE_MISUSE
    default: false
    }
  }

  /// Closes a working copy after an error, and opens it again: the error may be temporary, but the
  /// connection may have a wrong view of the file. A copy that other processes do not find any more
  /// stays open, because no other file has its content. Returns whether the next write goes to the
  /// same notebook.
  private func reconnect(after error: any Error, of used: WorkingCopy?) -> Bool {
    let old = sourceState.withLock { $0.source }
    // Another thread has reconnected.
    if let used, old.copy !== used { return old.copy != nil }
    guard case .copy(let copy, _) = old else { return error is DisplacedCopy }
    // The next write moves the content to the copy that other processes find.
    guard copy.isInPlace else { return true }
    guard error is DatabaseError || error is SystemError || error is RetiredCopy,
      var new = try? SourceState.open(path, state: state)
    else { return false }
    let isSame = try? copy.database.readUnlessClosed { db in
      try new.source.read { try NotebookIdentity.mayReplace(db, $0) }
    }
    new.unseen = nil
    replace(old, by: new)
    copy.close()
    return isSame ?? false
  }
}

extension Notebook {
  /// Uses `new` from now on, unless another source has replaced `old`. Values saved since `new` was
  /// read are published later.
  func replace(_ old: NotebookSource, by new: SourceState) {
    sourceState.withLock { sourceState in
      guard sourceState.source.isSame(as: old) else { return }
      var new = new
      new.ownAuthors = sourceState.ownAuthors
      new.unpublished = sourceState.unpublished ?? new.unpublished
      new.keptCopy = new.keptCopy ?? sourceState.keptCopy
      new.renewals = max(new.renewals, sourceState.renewals)
      sourceState = new
    }
  }
}

extension ClosedRange {
  func including(_ bound: Bound) -> ClosedRange {
    Swift.min(lowerBound, bound)...Swift.max(upperBound, bound)
  }
}
