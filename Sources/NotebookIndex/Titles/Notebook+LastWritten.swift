package import Notebook
package import NotebookFile

/// The notes outside the trash that were changed last, and the notes whose book is being read; each
/// the last changed first.
package struct LastWrittenNotes: Sendable, Equatable {
  package var notes: [NoteSummary]
  package var beingRead: [NoteSummary]
  /// The number of all books being read.
  package var countBeingRead: Int
}

extension Notebook.Titles {
  /// Whether the index of titles is up to date, or can be brought up to date with at most 200
  /// changes. False without a working copy.
  package var isUpToDate: Bool { index.catchUp(with: notebook, most: 200) }

  /// Builds the index of titles, or brings it up to date. Cost: linear in the notes the first time.
  package func makeIndex() throws(NotebookError) { try index.make(of: notebook) }

  /// Returns at most `count` of the notes changed last, and at most `books` of the notes whose book
  /// is being read; nil without a working copy, or if the index cannot be used. Cost: a lookup in
  /// the index of titles, built on first use, and these notes.
  package func lastWritten(
    _ count: Int, books: Int
  ) throws(NotebookError) -> LastWrittenNotes? {
    guard notebook.hasWorkingCopy,
      let found = try? index.with(
        notebook,
        { titles in
          (
            try titles.lastWritten(count), try titles.lastWritten(books, isBeingRead: true),
            try titles.countOfBooksBeingRead()
          )
        })
    else { return nil }
    return LastWrittenNotes(
      notes: try summaries(of: found.0).filter { !$0.isTrashed },
      beingRead: try summaries(of: found.1).filter { !$0.isTrashed }, countBeingRead: found.2)
  }
}
