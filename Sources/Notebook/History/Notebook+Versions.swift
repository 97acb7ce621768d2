package import Foundation
package import NotebookFile

/// A present or earlier text of a note: stored, in history or a side of a conflict.
package struct NoteVersion: Sendable, Equatable {
  /// The version's name, as in `StoredNote.version`.
  package var version: String
  package var text: String
  package var written: Date
  /// The name of the device that wrote the text, which may be empty; nil for this machine.
  package var writer: String?
  /// Whether readers see this text.
  package var isShown = false

  package init(
    version: String, text: String, written: Date, writer: String? = nil, isShown: Bool = false
  ) {
    (self.version, self.text, self.written) = (version, text, written)
    (self.writer, self.isShown) = (writer, isShown)
  }
}

extension Notebook.History {
  /// Returns the text of a note in `version`; nil if neither a side of a conflict nor history has
  /// it. Throws `noteNotFound` if the notebook does not have the note, and history has no text or
  /// record of it. Cost: linear in the note's history.
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

  /// Restores the text of `version` as a new save over `base`, the version that the user was shown;
  /// `base` is nil for a note that does not exist any more. The replaced text stays in history.
  /// Also restores a note in the trash, and a deleted one.
  ///
  /// Throws `noteNotFound` if neither a side of a conflict nor history has that version, and the
  /// errors of `save`.
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
