internal import Foundation
internal import GRDB
internal import Base

/// Where a notebook is read, and what was seen there.
struct Connection: Sendable {
  var source: NotebookSource
  var seen = Seen()
  /// Why the published file cannot be brought up to date; nil when nothing is known to be in the way.
  var problem: NotebookError?
  /// Where what another notebook displaced was put.
  var keptCopy: String?
  /// How often the working copy had to be replaced. More than a few times says that it is of no use.
  var renewals = 0
  /// Those that wrote here, in this process.
  var ownAuthors: Set<Data> = []
  /// The notes of which others superseded what was saved here, until somebody was told.
  var superseded: Set<String> = []
  /// When the first and the last of the saves were made that are not yet published.
  var unpublished: ClosedRange<ContinuousClock.Instant>?

  /// Opens the working copy of the notebook at `path`, or else the file.
  static func open(_ path: String, state: StateFolder) throws(NotebookError) -> Connection {
    let place = NotebookPlace(path: path, state: state)
    let copy: WorkingCopy?
    do {
      copy = try WorkingCopy.usable(place)
    } catch {
      // The file can be read all the same.
      guard let obstacle = StateObstacle(place) ?? StateObstacle(full: place) else {
        throw NotebookError(openingCopyOf: place, error)
      }
      return try Connection(inPlace: place, obstacle)
    }
    do {
      guard let copy else { return try Connection(inPlace: place) }
      do {
        return try open(copy)
      } catch  where WorkingCopy.isDamage(error) || error is RetiredCopy {
        guard let copy = try copy.renewed() else { return try Connection(inPlace: place) }
        return try open(copy)
      }
    } catch {
      throw NotebookError(publishing: path, error)
    }
  }

  private static func open(_ copy: WorkingCopy) throws -> Connection {
    var connection = try Connection(copy: copy)
    try connection.absorb(patience: .seconds(2))
    switch connection.problem {
    case .missing(let path): throw NotebookError.missing(path: path)
    case .newerVersion where connection.unpublished == nil:
      return try Connection(inPlace: copy.place)
    default: return connection
    }
  }

  init(copy: WorkingCopy) throws {
    source = .copy(copy, reader: try copy.reader())
    lookAtHistory()
    try look()
  }

  private init(inPlace place: NotebookPlace, _ obstacle: StateObstacle) throws(NotebookError) {
    do {
      try self.init(inPlace: place)
    } catch {
      throw NotebookError(publishing: place.path, error)
    }
    problem = .stateUnusable(obstacle)
  }

  init(inPlace place: NotebookPlace) throws {
    let retired = WorkingCopy.latest(place)
    let file = try GuardedFile.open(place.path)
    source = .file(file, place: place, retired: retired)
    seen.file = file.identity
    try look()
  }

  /// Notes which authors have written how much.
  mutating func look() throws {
    seen.version = try source.version()
    seen.authors = try source.read(VersionVector.authors)
  }

  /// Takes down the notes of which others superseded what was saved here since this was last called. Where
  /// history cannot be read the next call does it.
  mutating func lookAtHistory() {
    guard let found = try? source.copy?.history.superseded(after: seen.history) else { return }
    seen.history = found.last
    superseded.formUnion(found.notes)
  }
}

extension Connection {
  /// Takes in what others published. What keeps it from being taken in is the `problem`.
  ///
  /// Waits for others that publish as long as `patience`; then the next call does it. Throws when the
  /// source is no longer the one to read.
  mutating func absorb(patience: Duration) throws {
    guard let copy = source.copy else { return }
    do {
      let lock = try FileLock(path: copy.place.lock, patience: patience)
      let folder = Self.settledTime(of: copy.place.folder)
      let absorption = try copy.absorb(holding: lock)
      if case .gaveWay(let kept) = absorption {
        copy.close()
        self = try Connection(inPlace: copy.place)
        keptCopy = kept
        return
      }
      let isPending = try copy.isPending()
      let isMissing = absorption == .missing
      seen.file = isMissing ? nil : try copy.history.published()?.identity
      seen.folder = copy.hasUnreadCopies.load(ordering: .relaxed) ? nil : folder
      problem = isMissing && !isPending ? .missing(path: copy.place.path) : nil
      if isPending, unpublished == nil { unpublished = .now ... .now }
    } catch  where error is RetiredCopy || WorkingCopy.isDamage(error) {
      throw error
    } catch {
      let error =
        StateObstacle(copy.place).map { .stateUnusable($0) }
        ?? NotebookError(publishing: copy.place.path, error)
      if case .locked = error { return }
      problem = error
      // An answer holds until the file has changed.
      if !error.isOfTheMoment { seen.file = FileIdentity(path: copy.place.path) }
      if try copy.isPending(), unpublished == nil { unpublished = .now ... .now }
    }
  }

  /// Whether the file, the folder or the working copy is not as it was seen. Cost: three system
  /// calls and a look at the working copy's index.
  func isOutdated(_ path: String) throws -> Bool {
    if FileIdentity(path: path) != seen.file || source.isOutdated { return true }
    guard let copy = source.copy else {
      // The obstacle may be gone.
      guard case .stateUnusable = problem else { return false }
      return StateObstacle(source.place) == nil && StateObstacle(full: source.place) == nil
    }
    guard copy.isInPlace else { return true }
    if FileIdentity(path: copy.place.folder)?.modified != seen.folder { return true }
    return try source.version() != seen.version
  }

  /// The time of the last change of a folder, unless another change could still get the same.
  static func settledTime(of folder: String) -> Int64? {
    guard let time = FileIdentity(path: folder)?.modified else { return nil }
    return Date().age(ofFileTime: time) > 0.02 ? time : nil
  }

  /// The notes in which anyone but this process wrote after `before` was seen; nil if that cannot
  /// be told. Cost: linear in the notebook's rows, but only in their keys.
  func changedNotes(since before: Seen) throws -> Set<String>? {
    guard let known = before.authors, let now = seen.authors,
      known.allSatisfy({ now[$0.key] ?? 0 >= $0.value })
    else { return nil }
    let writers = now.filter { author, usn in
      usn > known[author] ?? 0 && !ownAuthors.contains(author)
    }
    guard !writers.isEmpty else { return [] }
    return try source.read { db in
      var notes: Set<String> = []
      let sql = "SELECT scope, usn FROM entry WHERE authorId = ? AND usn > ?"
      for author in writers.keys {
        let rows = try Row.fetchCursor(
          db, sql: sql, arguments: [author, known[author] ?? 0])
        while let row = try rows.next() {
          if let note = row.text(at: 0) { notes.insert(note) }
        }
      }
      return notes
    }
  }
}

/// What was last seen of a notebook: enough to tell cheaply that nothing has changed.
struct Seen: Sendable {
  /// The published file that was read, absorbed or published.
  var file: FileIdentity?
  /// The time of the last change of the folder it is in, in nanoseconds since 1970, as far as it
  /// rules out later ones.
  var folder: Int64?
  /// The `data_version` on the connection that reads.
  var version: Int64?
  /// The authors and the numbers of their last writes; nil if there are too many to be kept.
  var authors: [Data: Int64]? = [:]
  /// The number of the last text in history.
  var history: Int64?
}

/// What a notebook is read from.
enum NotebookSource: Sendable {
  /// The published file, in place, because there is no working copy later than number `retired`.
  case file(GuardedFile, place: NotebookPlace, retired: Int)
  case copy(WorkingCopy, reader: DatabaseQueue)

  var place: NotebookPlace {
    switch self {
    case .file(_, let place, _): place
    case .copy(let copy, _): copy.place
    }
  }

  var copy: WorkingCopy? {
    guard case .copy(let copy, _) = self else { return nil }
    return copy
  }

  /// Whether a working copy has come into being.
  var isOutdated: Bool {
    guard case .file(_, let place, let retired) = self else { return false }
    return WorkingCopy.latest(place) > retired
  }

  /// Runs `body` in one read transaction.
  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    switch self {
    case .file(let file, _, _): try file.read(body)
    case .copy(_, let reader): try reader.read(body)
    }
  }

  /// The same with a budget of processor time, as for a guarded file; what goes wrong is told of the
  /// notebook at `path`.
  func read<Value>(
    _ path: String, _ body: (Database) throws -> Value
  ) throws(NotebookError) -> Value {
    switch self {
    case .file(let file, _, _): return try file.read(body)
    case .copy(let copy, let reader):
      let size = FileIdentity(path: copy.path)?.size ?? 0
      do {
        return try reader.read { db in
          try db.limited(milliseconds: Database.readingBudget(size: size), body)
        }
      } catch {
        throw Cancellable.meaning(of: error, path) ?? NotebookError(readingCopyOf: path, error)
      }
    }
  }

  /// What changes when others write (https://www.sqlite.org/pragma.html#pragma_data_version).
  func version() throws -> Int64? {
    let queue: DatabaseQueue =
      switch self {
      case .file(let file, _, _): file.queue
      case .copy(_, let reader): reader
      }
    return try queue.inDatabase { db in try Int64.fetchOne(db, sql: "PRAGMA data_version") }
  }

  /// Whether another notebook has taken the place of this one.
  func isRetired() throws -> Bool {
    guard case .copy(_, let reader) = self else { return false }
    return try reader.read(WorkingCopy.isRetired)
  }

  /// Whether both are the same connection to the same file.
  func isSame(as other: NotebookSource) -> Bool {
    switch (self, other) {
    case (.file(let file, _, _), .file(let other, _, _)): file.queue === other.queue
    case (.copy(_, let reader), .copy(_, let other)): reader === other
    default: false
    }
  }
}
