package import Books
package import NotebookFile

extension SameBooks {
  /// Collects the books of `notes` outside the trash. `own` is the data that the app cannot store,
  /// by the notes' ids. Cost: linear.
  package init(_ notes: some Sequence<NoteSummary>, own: [String: OwnBookFacts]) {
    self.init()
    for note in notes where !note.isTrashed {
      if let book = note.book { add(BookIdentity(book, own: own[note.id]), of: note.id) }
    }
  }

  /// Returns the groups of two or more notes about the same book, in the order of `notes`; see
  /// `groups`.
  package static func groups(
    of notes: [NoteSummary], own: [String: OwnBookFacts]
  ) -> [[NoteSummary]] {
    let groups = SameBooks(notes, own: own).groups
    let wanted = Set(groups.joined())
    let byID = Dictionary(
      notes.lazy.filter { wanted.contains($0.id) }.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    return groups.map { $0.compactMap { byID[$0] } }
  }
}

extension Notebook.Books {
  /// Cost: a pass over the notebook's keys.
  package func same() throws(NotebookError) -> SameBooks {
    SameBooks(try notebook.notes.all(), own: try ownFacts())
  }
}
