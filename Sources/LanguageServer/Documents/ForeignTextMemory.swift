import Base
import MiniMarkdown
import PackratParsing

/// Caches the foreign text of a document (front matter and other Markdown that notes do not have)
/// from one version to the next. It is computed when a request needs it. Calls may come from any
/// thread.
final class ForeignTextMemory: Sendable {
  private let known = Mutex<(revision: Int, text: ForeignText)?>(nil)

  /// Returns the foreign text of a version. Cost: constant for the cached version. For another
  /// version, as `ForeignText.update`; for an earlier one, also a copy.
  func text(of snapshot: DocumentSnapshot, revision: Int) -> ForeignText {
    known.withLock { known in
      guard let last = known?.revision else {
        let text = ForeignText(snapshot)
        known = (revision, text)
        return text
      }
      if last > revision, let text = known?.text { return ForeignText(snapshot, after: text) }
      if last < revision {
        // Updates the cached text in place. It is copied only if an earlier version is still in
        // use.
        known?.text.update(to: snapshot)
        known?.revision = revision
      }
      return known?.text ?? ForeignText(snapshot)
    }
  }
}

extension ForeignTextMemory {
  /// Prepares for a change of `snapshot` from `revision` to `next`: by one `edit`, with its range
  /// in bytes, or by any edits if `edit` is nil. If the edit changes only words, the cached text
  /// becomes that of `next`. No old version is then kept while the user types.
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
  /// `.note` for a note, a book record or a view; `.file` for other documents.
  var kind: TextKind { note != nil || uri.hasPrefix("commonplace") ? .note : .file }

  /// The parts of the document in Markdown that notes do not have, such as front matter.
  var foreign: ForeignText { foreignMemory.text(of: snapshot, revision: revision) }

  /// The foreign text of a file, in which features do not look for hashtags, prompts or tokens. Nil
  /// for notes, and if there is none.
  var unread: ForeignText? {
    guard kind == .file, case let foreign = foreign, !foreign.isEmpty else { return nil }
    return foreign
  }

  func isUnread(_ offset: Int) -> Bool { unread?.contains(offset) == true }
}
