import Base
import MiniMarkdown
import PackratParsing

/// The foreign text of a document, kept from one version to the next. It is read when a request needs it.
/// Calls may come from any thread.
final class ForeignTextMemory: Sendable {
  private let known = Mutex<(revision: Int, text: ForeignText)?>(nil)

  /// The foreign text of a version. Cost: constant for the last; the lines around the edits for the next.
  func text(of snapshot: DocumentSnapshot, revision: Int) -> ForeignText {
    let last = known.withLock { $0 }
    if let last, last.revision == revision { return last.text }
    let text = last.map { ForeignText(snapshot, after: $0.text) } ?? ForeignText(snapshot)
    known.withLock { known in
      if revision >= known?.revision ?? revision { known = (revision, text) }
    }
    return text
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
