import Base
package import GRDB
package import Notebook
package import NotebookFile

extension Notebook {
  package var titles: Titles { Titles(notebook: self) }

  package struct Titles: Sendable { let notebook: Notebook }
}

extension Notebook.Titles {
  /// Returns the note that a user names by its ID, the beginning of its ID, its title or part of
  /// it. Notes in the trash are included; with `isInTrash`, they are preferred to all others.
  ///
  /// Cost: one row for a complete ID. Otherwise, with a working copy, lookups in the index of
  /// titles (built on first use) and the notes found there. Without a working copy, or if no note
  /// or very many are found, linear in the notes.
  package func find(
    _ reference: String, isInTrash: Bool = false
  ) throws(NotebookError) -> NoteLookup {
    let id = reference.trimmed
    guard !id.isEmpty else { return .none }
    if let note = try notebook.summary(of: id), note.isTrashed || !isInTrash { return .one(note) }
    if let found = try indexed(id, isInTrash: isInTrash), found != .none { return found }
    let notes = try notebook.notes.all(includingTrash: true)
    return Self.looked(isInTrash: isInTrash) { isOnlyTrash in
      NoteLookup(id, among: isOnlyTrash ? notes.filter(\.isTrashed) : notes)
    }
  }

  /// Returns a superset of the notes whose title contains `part` or whose ID begins with it,
  /// including the trash, the most recently modified first. Cost: see `find`.
  package func notes(
    perhapsCalled part: String
  ) throws(NotebookError) -> [NoteSummary] {
    let reference = FoldedTitle(part)
    guard notebook.hasWorkingCopy, !reference.trigrams.isEmpty,
      let ids = try? index.with(notebook, { try $0.notes(withPart: reference) })
    else { return try notebook.notes.all(includingTrash: true) }
    return try summaries(of: ids)
  }

  /// Returns the IDs of notes whose title may contain `part`; empty if `part` has fewer than three
  /// scalars, or if very many match.
  func notes(withPart part: String) throws(NotebookError) -> [String] {
    let reference = FoldedTitle(part)
    if reference.trigrams.isEmpty { return [] }
    guard notebook.hasWorkingCopy,
      let ids = try? index.with(notebook, { try $0.notes(withPart: reference) ?? [] })
    else {
      return try notebook.notes.all().filter { FoldedTitle($0.title).text.contains(reference.text) }
        .map(\.id)
    }
    return ids
  }

  /// Returns the IDs of notes outside the trash whose title or book title may contain all of
  /// `parts` (ASCII, lower case), the last changed first; nil if the index does not reflect the
  /// state that `db` reads (see `isUpToDate`). Cost: linear in the notes.
  package func notes(_ db: Database, perhapsTitled parts: [String]) throws -> [String]? {
    index.ifCurrent(db, of: notebook) { try $0.notes(withParts: parts) }
  }

  /// Finds a note with the index; nil without a working copy or a usable index, or if too many
  /// notes match.
  private func indexed(
    _ reference: String, isInTrash: Bool
  ) throws(NotebookError) -> NoteLookup? {
    guard notebook.hasWorkingCopy else { return nil }
    let folded = FoldedTitle(reference)
    // Each lookup runs only if the previous one found no note.
    let ways: [(NoteTitles) throws -> [String]?] = [
      { try $0.notes(withID: folded) }, { try $0.notes(titled: folded) },
      { try $0.notes(withPart: folded) },
    ]
    for isOnlyTrash in isInTrash ? [true, false] : [false] {
      for way in ways {
        // If the index cannot be used, the caller reads all notes.
        guard let named = try? index.with(notebook, way) else { return nil }
        let notes = try summaries(of: named).filter { $0.isTrashed || !isOnlyTrash }
        let found = NoteLookup(reference, among: notes)
        if found != .none { return found }
      }
    }
    return NoteLookup.none
  }

  private static func looked(
    isInTrash: Bool, _ look: (_ isOnlyTrash: Bool) -> NoteLookup
  ) -> NoteLookup {
    let trashed = isInTrash ? look(true) : .none
    return trashed == .none ? look(false) : trashed
  }

  /// Returns the summaries of the notes with these IDs, the most recently modified first.
  func summaries(of ids: [String]) throws(NotebookError) -> [NoteSummary] {
    try notebook.read { db in try ids.compactMap { try NoteSummary.fetchOne(db, id: $0) } }
      .sorted(by: NoteSummary.isInOrder)
  }

  var index: KeptIndex<NoteTitles> { notebook.followers.get() }
}
