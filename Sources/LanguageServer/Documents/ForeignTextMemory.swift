import Base
import MiniMarkdown
import PackratParsing

/// The foreign text of a document, kept from one version to the next. It is read when a request needs it.
/// Calls may come from any thread.
final class ForeignTextMemory: Sendable {
  private let known = Mutex<(revision: Int, text: ForeignText)?>(nil)

  /// The foreign text of a version. Cost: constant for the last; for the next, the lines around the edits and
  /// some nanoseconds for each thousand bytes; linear for one before a word that was followed.
  func text(of snapshot: DocumentSnapshot, revision: Int) -> ForeignText {
    known.withLock { known in
      guard let last = known?.revision else {
        let text = ForeignText(snapshot)
        known = (revision, text)
        return text
      }
      if last > revision, let text = known?.text { return ForeignText(snapshot, after: text) }
      if last < revision {
        // In place: nothing is copied while no other holds the last version.
        known?.text.update(to: snapshot)
        known?.revision = revision
      }
      return known?.text ?? ForeignText(snapshot)
    }
  }
}

extension ForeignTextMemory {
  /// The version `revision`, which is `snapshot`, is about to become `next`: by one edit of bytes, or by more
  /// where it is nil. What is known is that of the next version then, if the edit is one of words, so that no
  /// version is held while a user types.
  func textWillChange(
    _ snapshot: DocumentSnapshot, revision: Int, to next: Int,
    by edit: (range: Range<Int>, text: String)?
  ) {
    known.withLock { known in
      guard known?.revision == revision else { return }
      if let edit, known?.text.follow(edit.range, with: edit.text, in: snapshot) == true {
        known?.revision = next
      } else {
        known?.text.keep(snapshot)
      }
    }
  }
}

extension OpenDocument {
  /// Whether it is a note, or a view, which shows parts of notes.
  var kind: TextKind { note != nil || uri.hasPrefix("commonplace") ? .note : .file }

  /// Its parts in Markdown that notes do not have.
  var foreign: ForeignText { foreignMemory.text(of: snapshot, revision: revision) }

  /// The parts in which nothing is a hashtag, a prompt or a token: of a file, its foreign text. Returns
  /// nil if there are none.
  var unread: ForeignText? {
    guard kind == .file, case let foreign = foreign, !foreign.isEmpty else { return nil }
    return foreign
  }

  /// Whether nothing is read at `offset`.
  func isUnread(_ offset: Int) -> Bool { unread?.contains(offset) == true }
}
