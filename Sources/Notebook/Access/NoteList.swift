import Base
import GRDB
import KeyValueStore

/// All notes, in the trash or not, at a state of the notebook.
package struct NoteList: Sendable {
  /// The newest modified first.
  package fileprivate(set) var notes: [NoteSummary]
  /// The state, for questions about what has changed since; nil where no working copy counts its
  /// changes.
  package fileprivate(set) var state: ListState?
}

/// A state of the list of notes: a working copy and the number of its last change.
package struct ListState: Sendable, Equatable {
  package var copy: String
  package var change: Int64

  package init(copy: String, change: Int64) { (self.copy, self.change) = (copy, change) }
}

/// The list of notes as it was last read. After a change only the changed notes are read again, as the
/// feed of changes names them; it is the same list for all connections.
final class NoteListCache: Sendable {
  private struct Kept {
    var list: NoteList
    /// The states of connections at which it was found to be the list, one of each.
    var states: [ConnectionState]
  }

  /// More changed notes are not looked up one by one.
  private static let mostChanges = 1000
  /// The most connections that are remembered.
  private static let mostStates = 6

  private let kept = Mutex<Kept?>(nil)

  /// The most notes of which the list is kept though it was not asked for.
  private static let mostKeptUnasked = 25_000

  /// The list at the state that `db` reads, which is a connection to `copy`, or to a file. Cost: nothing
  /// while nothing has changed; otherwise the changes, or, if they are not known, all notes.
  func list(_ db: Database, _ copy: WorkingCopy?) throws -> NoteList {
    guard let now = try ConnectionState(db) else {
      return NoteList(notes: try NoteSummary.fetchAll(db), state: nil)
    }
    if let list = try known(db, copy, now) { return list }
    return keep(try NoteSummary.fetchAll(db), now, try copy.map { try state(db, $0) })
  }

  /// Gives all notes to `body`, in no particular order, without keeping a long list that is not kept
  /// already. Cost: that of `list`.
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

  /// The list that is kept, with the changes since; nil if there is none, or they are not known.
  private func known(
    _ db: Database, _ copy: WorkingCopy?, _ now: ConnectionState
  ) throws -> NoteList? {
    if let known = kept.withLock({ $0.flatMap { $0.states.contains(now) ? $0.list : nil } }) {
      return known
    }
    guard let copy else { return nil }
    let number = try ChangeFeed.number(db)
    // Not the notes: they are changed where they are.
    let known = kept.withLock { kept in
      kept?.list.state?.copy == copy.path ? (kept?.list.state?.change, kept?.states) : (nil, nil)
    }
    if let last = known.0, let ids = Self.changed(copy, after: last, through: number),
      // A program that writes without a number knows nothing of the feed.
      last != number || known.1?.contains(where: { $0.isOfConnection(of: now) }) != true
    {
      return try update(db, ids, from: last, to: number, at: now)
    }
    return nil
  }

  /// The notes whose entries in the list may be others; nil if it may be any.
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

  /// Reads the notes `ids` again. Returns nil if the list has become another one meanwhile.
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
  /// Inserts a note where it stands in the order of lists.
  fileprivate mutating func insert(inOrder note: NoteSummary) {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if NoteSummary.isInOrder(self[middle], note) { low = middle + 1 } else { high = middle }
    }
    insert(note, at: low)
  }
}
