import Base
import Foundation
import GRDB
import KeyValueStore
import MiniMarkdown

/// The long notes that were last saved here, so that the next save of one costs its edit and not its
/// text: what their texts say, block by block, and where their prompts are stored.
///
/// It counts only while no other program has written a value of the note: neither another process, nor
/// another call here, as an answer to one of its prompts. The feed of changes says so, in the
/// transaction of the save. A save by it writes what a save of the whole note would.
final class FollowedNotes: NotebookFollower {
  /// A note as it is stored.
  struct Followed: Sendable {
    var note: String
    /// Its text, which is `content`'s.
    var text: String
    var content: FollowedContent
    /// The version of the text.
    var version: String
    /// The keys under which its prompts are stored. No others are.
    var places: [PromptCollection: EntryKey]
    /// The keys that its prompts have had.
    var keys: Set<String>
    /// The working copy that it is of, and the state and the number of the last change of that copy
    /// that is known not to be one of the note. Without a state, the number alone says so.
    var copy = ""
    var state: ConnectionState?
    var change: Int64 = 0
  }

  private struct State {
    var kept: [Followed] = []
    /// The note that a write in progress saves, and the write.
    var pending: (author: Data, usn: Int64, note: Followed)?
  }

  /// The lengths of notes that are followed, in UTF-8 bytes. Shorter ones are quickly read as a
  /// whole; longer ones would take much memory.
  static let lengths = 1 << 14...1 << 22
  /// The most notes that are kept: those that a user writes in turns.
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
      // The digests of what a save replaced are written after it; any other write may be one of a prompt.
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

  /// The number of notes that are followed.
  var count: Int { state.withLock { $0.kept.count } }

  /// Takes out what is known of a note, if it is the note of the transaction in `db`. It is to be given
  /// back by `keep`.
  func take(_ note: String, _ db: Database, _ copy: WorkingCopy) throws -> Followed? {
    let known = state.withLock { state in
      state.kept.firstIndex { $0.note == note }.map { state.kept.remove(at: $0) }
    }
    guard let known, known.copy == copy.path, let now = try ConnectionState(db) else { return nil }
    if known.state == now { return known }
    let number = try ChangeFeed.number(db)
    // With the number of before: a write without one, or one that was taken back.
    guard number != known.change || known.state == nil,
      let changes = copy.history.changes(after: known.change, through: number),
      !changes.contains(where: { $0.keys.mayBe(of: note) })
    else { return nil }
    return known
  }

  /// Keeps what is known of a note: as it is, because nothing was written, or once `written`, the write
  /// of the transaction that is under way, is committed.
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

  /// Whether anything is known of a note.
  func knows(_ note: String) -> Bool {
    state.withLock { $0.kept.contains { $0.note == note } }
  }
}

extension EntryKey {
  /// Whether it is a value of the note, in its scope or in ours.
  fileprivate func isOf(note: String) -> Bool {
    scope.hasBytes(of: note)
      || (scope == Self.ourScope && key.utf8.starts(with: "\(note);".utf8))
  }
}

extension ChangedKeys {
  /// Whether a value of the note may be among them.
  fileprivate func mayBe(of note: String) -> Bool {
    guard let scopes else { return true }
    return scopes[note] != nil
      || scopes[EntryKey.ourScope]?.contains { $0.hasPrefix("\(note);") } ?? false
  }
}
