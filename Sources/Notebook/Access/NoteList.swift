import Base
import GRDB
import KeyValueStore

/// All notes at one state of the notebook, including those in the trash.
package struct NoteList: Sendable {
  /// Newest modified first.
  package fileprivate(set) var notes: [NoteSummary]
  /// The state of the list, to find later changes; nil without a working copy.
  package fileprivate(set) var state: ListState?
}

/// The path of a working copy, and the number of its last change.
package struct ListState: Sendable, Equatable {
  package var copy: String
  package var change: Int64

  package init(copy: String, change: Int64) { (self.copy, self.change) = (copy, change) }
}

/// A cache of the list of notes, shared by all connections. After a change of the working copy,
/// only the notes named in the feed of changes are read again, if they are at most `mostChanges`.
final class NoteListCache: Sendable {
  private struct Kept {
    var list: NoteList
    /// The connection states for which this list is current, at most one for each connection.
    var states: [ConnectionState]
  }

  private static let mostChanges = 1000
  private static let mostStates = 6

  private let kept = Mutex<Kept?>(nil)

  private static let mostKeptUnasked = 25_000

  /// Returns the list at the state that `db` reads. `copy` is the working copy that `db` reads; nil
  /// if `db` reads the file. Cost: constant if nothing has changed. Otherwise reads the changed
  /// notes, or all notes if the changes are unknown.
  func list(_ db: Database, _ copy: WorkingCopy?) throws -> NoteList {
    guard let now = try ConnectionState(db) else {
      return NoteList(notes: try NoteSummary.fetchAll(db), state: nil)
    }
    if let list = try known(db, copy, now) { return list }
    return keep(try NoteSummary.fetchAll(db), now, try copy.map { try state(db, $0) })
  }

  /// Passes all notes to `body`, in no particular order. Keeps a newly read list only if it has at
  /// most `mostKeptUnasked` notes. Cost: as for `list`.
  func forEach(
    _ db: Database, _ copy: WorkingCopy?, _ body: (NoteSummary) throws -> Void
  ) throws {
    guard let now = try ConnectionState(db) else { return try NoteSummary.forEach(db, body) }
    if let list = try known(db, copy, now) { return try list.notes.forEach(body) }
    var first: [NoteSummary] = []
    var count = 0
    try NoteSummary.forEach(db) { note in
      count += 1
      if count <= Self.mostKeptUnasked { first.append(note) }
      try body(note)
    }
    if count == first.count {
      _ = keep(NoteSummary.sorted(first), now, try copy.map { try state(db, $0) })
    }
  }

  private func state(_ db: Database, _ copy: WorkingCopy) throws -> ListState {
    ListState(copy: copy.path, change: try ChangeFeed.number(db))
  }

  /// Returns the kept list, updated with later changes; nil if there is no list or it cannot be
  /// updated.
  private func known(
    _ db: Database, _ copy: WorkingCopy?, _ now: ConnectionState
  ) throws -> NoteList? {
    if let known = kept.withLock({ $0.flatMap { $0.states.contains(now) ? $0.list : nil } }) {
      return known
    }
    guard let copy else { return nil }
    let number = try ChangeFeed.number(db)
    // Does not copy the notes, so that `update` can change them in place.
    let known = kept.withLock { kept in
      kept?.list.state?.copy == copy.path ? (kept?.list.state?.change, kept?.states) : (nil, nil)
    }
    if let last = known.0, let ids = Self.changed(copy, after: last, through: number),
      // A new state with the old number means that a program wrote without using the feed.
      last != number || known.1?.contains(where: { $0.isOfConnection(of: now) }) != true
    {
      return try update(db, ids, from: last, to: number, at: now)
    }
    return nil
  }

  /// Returns the IDs of notes whose list entries may have changed; nil if they are unknown, or more
  /// than `mostChanges`.
  private static func changed(
    _ copy: WorkingCopy, after last: Int64, through number: Int64
  ) -> Set<String>? {
    guard let changes = copy.history.changes(after: last, through: number) else { return nil }
    var ids: Set<String> = []
    for change in changes {
      guard let scopes = change.keys.scopes else { return nil }
      for (scope, keys) in scopes where keys.contains(".metadata") && NoteValues.isNote(scope) {
        ids.insert(scope)
      }
    }
    return ids.count <= mostChanges ? ids : nil
  }

  private func keep(
    _ notes: [NoteSummary], _ now: ConnectionState, _ state: ListState?
  ) -> NoteList {
    let list = NoteList(notes: notes, state: state)
    kept.withLock { $0 = Kept(list: list, states: [now]) }
    return list
  }

  /// Reads the notes `ids` again, and returns the updated list; nil if another thread has changed
  /// the list.
  private func update(
    _ db: Database, _ ids: Set<String>, from last: Int64, to number: Int64, at now: ConnectionState
  ) throws -> NoteList? {
    let read = try ids.sorted().compactMap { try NoteSummary.fetchOne(db, id: $0) }
    return kept.withLock { kept in
      guard kept?.list.state?.change == last else { return nil }
      if !ids.isEmpty { kept?.list.notes.removeAll { ids.contains($0.id) } }
      for note in read { kept?.list.notes.insert(inOrder: note) }
      if last != number { kept?.states = [] }
      kept?.list.state?.change = number
      kept?.states.removeAll { $0.isOfConnection(of: now) }
      kept?.states.append(now)
      if kept?.states.count ?? 0 > Self.mostStates { kept?.states.removeFirst() }
      return kept?.list
    }
  }
}

extension [NoteSummary] {
  fileprivate mutating func insert(inOrder note: NoteSummary) {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if NoteSummary.isInOrder(self[middle], note) { low = middle + 1 } else { high = middle }
    }
    insert(note, at: low)
  }
}
