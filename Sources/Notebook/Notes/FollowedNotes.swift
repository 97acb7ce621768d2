import Base
import Foundation
import GRDB
import KeyValueStore
import MiniMarkdown

/// Caches the long notes that this process last saved or opened for editing: their parsed blocks,
/// and the keys of their prompts. The cost of the next save then depends on the edit, not on the
/// text.
///
/// An entry is valid until something else changes a value of the note, such as another process or
/// an answer to a prompt. The save checks the feed of changes in its transaction. A save that uses
/// the cache writes the same values as a save of the whole note.
final class FollowedNotes: NotebookFollower {
  struct Followed: Sendable {
    var note: String
    /// The note's text, equal to that of `content`.
    var text: String
    var content: FollowedContent
    var version: String
    /// The keys of all stored prompts of the note.
    var entryKeys: [PromptCollection: EntryKey]
    /// All prompt keys that the note has or had.
    var keys: Set<String>
    /// The path of the working copy that stores the note.
    var copy = ""
    /// The last state of the copy at which this entry was valid; nil if only `change` is known.
    var state: ConnectionState?
    /// The number of the last change of the copy at which this entry was valid.
    var change: Int64 = 0
  }

  private struct State {
    var kept: [Followed] = []
    /// The write in progress, and the note that it saves.
    var pending: (author: Data, usn: Int64, note: Followed)?
  }

  /// The lengths of notes that are cached, in UTF-8 bytes. A shorter note is quickly read as a
  /// whole; a longer one would need much memory.
  static let lengths = 1 << 14...1 << 22
  /// Maximum number of cached notes, for a user who switches between them.
  private static let most = 2

  private let state = Mutex(State())

  init() {}

  func begin() { state.withLock { $0.pending = nil } }

  func enter(
    _ written: [Author.Written], _ change: Int64, of notebook: Notebook,
    from before: ConnectionState?, to after: ConnectionState?
  ) {
    state.withLock { state in
      let expected = state.pending
      state.kept.removeAll { kept in
        written.contains { $0.keys.contains { $0.isOf(note: kept.note) } }
      }
      for index in state.kept.indices where before != nil && state.kept[index].state == before {
        state.kept[index].state = after
        state.kept[index].change = change
      }
      // A save also writes the digests of replaced values. Any other write may change a prompt, so
      // the entry is then not kept.
      let others = written.filter { $0.author != expected?.author || $0.usn != expected?.usn }
      guard var pending = expected, let after, written.count == others.count + 1,
        others.allSatisfy({ $0.keys == [ReplacedValues.key(note: pending.note.note)] })
      else { return }
      pending.note.state = after
      pending.note.change = change
      state.kept = [pending.note] + state.kept.prefix(Self.most - 1)
    }
  }

  func close() { state.withLock { $0 = State() } }

  var count: Int { state.withLock { $0.kept.count } }

  /// Removes the entry of a note, and returns it if it is valid in the transaction of `db`. Pass it
  /// to `keep` afterwards.
  func take(_ note: String, _ db: Database, _ copy: WorkingCopy) throws -> Followed? {
    let known = state.withLock { state in
      state.kept.firstIndex { $0.note == note }.map { state.kept.remove(at: $0) }
    }
    guard let known, known.copy == copy.path, let now = try ConnectionState(db) else { return nil }
    if known.state == now { return known }
    let number = try ChangeFeed.number(db)
    // The number is unchanged, but the state is not: a program wrote without using the feed, or a
    // write was rolled back.
    guard number != known.change || known.state == nil,
      let changes = copy.history.changes(after: known.change, through: number),
      !changes.contains(where: { $0.keys.mayBe(of: note) })
    else { return nil }
    return known
  }

  /// Stores the entry of a note. With `written`, the write of the current transaction, stores it
  /// when that is committed; otherwise at once.
  func keep(_ note: Followed, _ copy: WorkingCopy, after written: (author: Data, usn: Int64)?) {
    var note = note
    note.copy = copy.path
    state.withLock { state in
      if let written {
        state.pending = (written.author, written.usn, note)
      } else {
        state.kept = [note] + state.kept.filter { $0.note != note.note }.prefix(Self.most - 1)
      }
    }
  }

  func knows(_ note: String) -> Bool {
    state.withLock { $0.kept.contains { $0.note == note } }
  }
}

extension EntryKey {
  fileprivate func isOf(note: String) -> Bool {
    scope.hasBytes(of: note)
      || (scope == Self.ourScope && key.utf8.starts(with: "\(note);".utf8))
  }
}

extension ChangedKeys {
  fileprivate func mayBe(of note: String) -> Bool {
    guard let scopes else { return true }
    return scopes[note] != nil
      || scopes[EntryKey.ourScope]?.contains { $0.hasPrefix("\(note);") } ?? false
  }
}
