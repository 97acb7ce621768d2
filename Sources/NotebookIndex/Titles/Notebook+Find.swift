import Base
package import GRDB
package import Notebook
package import NotebookFile

extension Notebook {
  package var titles: Titles { Titles(notebook: self) }

  /// Notes as people call them.
  package struct Titles: Sendable { let notebook: Notebook }
}

extension Notebook.Titles {
  /// The note that a person means by an id, the beginning of one, a title or a part of one. Notes in
  /// the trash are found too; with `isInTrash`, no others if there is such a one.
  ///
  /// Cost: of a whole id a look at the notebook; otherwise, where there is a working copy, looks at the index of
  /// titles, which is made the first time, and at the notes that it names. Where there is none, and where no
  /// note is found or very many are, linear in the notes.
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

  /// The notes, in the trash or not and newest modified first, of which one that has `part` as a part of its
  /// title, or its id begins so, is one. Cost: as that of `find`.
  package func notes(
    perhapsCalled part: String
  ) throws(NotebookError) -> [NoteSummary] {
    let reference = FoldedTitle(part)
    guard notebook.hasWorkingCopy, !reference.trigrams.isEmpty,
      let ids = try? index.with(notebook, { try $0.notes(withPart: reference) })
    else { return try notebook.notes.all(includingTrash: true) }
    return try summaries(of: ids)
  }

  /// The ids of notes that may have `part` as a part of a title; none of very many, or where it is shorter than
  /// three letters.
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

  /// The ids of notes outside the trash that may have all of `parts`, in plain lower case, in their titles or those
  /// of their books, the last written first. Returns nil if the index of titles is not of the state that `db` reads:
  /// see `isUpToDate`. Cost: linear in the notes, a fraction of a microsecond each.
  package func notes(_ db: Database, perhapsTitled parts: [String]) throws -> [String]? {
    index.ifCurrent(db, of: notebook) { try $0.notes(withParts: parts) }
  }

  /// The same by the index. Returns nil if it does not know.
  private func indexed(
    _ reference: String, isInTrash: Bool
  ) throws(NotebookError) -> NoteLookup? {
    guard notebook.hasWorkingCopy else { return nil }
    let folded = FoldedTitle(reference)
    // Each is looked for only where the one before names no note.
    let ways: [(NoteTitles) throws -> [String]?] = [
      { try $0.notes(withID: folded) }, { try $0.notes(titled: folded) },
      { try $0.notes(withPart: folded) },
    ]
    for isOnlyTrash in isInTrash ? [true, false] : [false] {
      for way in ways {
        // An index that is of no use is no reason to find nothing.
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

  /// The list entries of the notes with these ids, newest modified first.
  func summaries(of ids: [String]) throws(NotebookError) -> [NoteSummary] {
    try notebook.read { db in try ids.compactMap { try NoteSummary.fetchOne(db, id: $0) } }
      .sorted(by: NoteSummary.isInOrder)
  }

  /// The index of titles.
  var index: KeptIndex<NoteTitles> { notebook.followers.get() }
}
