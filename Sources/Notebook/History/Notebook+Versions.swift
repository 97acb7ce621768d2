package import Foundation
package import NotebookFile

/// A text that a note has or had, be it stored, in history or a side of a conflict.
package struct NoteVersion: Sendable, Equatable {
  /// Its name, as `StoredNote.version` has it.
  package var version: String
  /// The Markdown text.
  package var text: String
  /// The time at which it was written.
  package var written: Date
  /// The device that wrote it, as it calls itself, or empty; nil for this machine.
  package var writer: String?
  /// Whether it is the one that readers see.
  package var isShown = false

  package init(
    version: String, text: String, written: Date, writer: String? = nil, isShown: Bool = false
  ) {
    (self.version, self.text, self.written) = (version, text, written)
    (self.writer, self.isShown) = (writer, isShown)
  }
}

extension Notebook.History {
  /// The text of a note under the name `version`; nil if it is not kept here. Throws `noteNotFound` if
  /// nothing of the note is. Cost: linear in the note's kept texts.
  package func version(
    _ version: String, of note: String
  ) throws(NotebookError) -> NoteVersion? {
    if let conflict = try notebook.conflicts.of(note),
      let side = conflict.sides.first(where: { $0.version == version }), let text = side.text
    {
      return NoteVersion(
        version: version, text: text, written: side.written,
        writer: try notebook.conflicts.isOwn(side) ? nil : side.author,
        isShown: side.version == conflict.sides.first?.version)
    }
    return try of(note).texts.first { $0.version == version }.map {
      NoteVersion(
        version: version, text: $0.text, written: $0.written, writer: $0.writer,
        isShown: $0.replaced == nil)
    }
  }

  /// Gives a note the text of `version`, as a new save over `base`, the version that its reader was
  /// shown; nil for a note that has none any more. The replaced text stays in history. A note in the
  /// trash comes out of it, and a deleted one comes back.
  ///
  /// Throws `noteNotFound` if that version is not kept, and the errors of `save`.
  package func restore(
    _ note: String, version: String, over base: String?, now: Date = Date()
  ) throws(NotebookError) -> SaveResult {
    guard let old = try self.version(version, of: note) else {
      throw .noteNotFound(id: note, path: notebook.path)
    }
    let isGone = try notebook.summary(of: note) == nil
    let result =
      if let base {
        try notebook.save(text: old.text, note: note, base: base, now: now)
      } else {
        try notebook.saveIfNothingIsStored(text: old.text, note: note, now: now)
      }
    if case .saved = result, isGone { try restoreLastRecord(of: note, now: now) }
    if case .saved = result, try notebook.summary(of: note)?.isTrashed == true {
      try notebook.restore(note, now: now)
    }
    return result
  }
}
