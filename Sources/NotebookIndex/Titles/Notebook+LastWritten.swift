package import Notebook
package import NotebookFile

/// The notes outside the trash that were written last, and those with a book that is being read.
package struct LastWrittenNotes: Sendable, Equatable {
  /// The last written first.
  package var notes: [NoteSummary]
  /// Those with a book that is being read, the last written first.
  package var beingRead: [NoteSummary]
  /// The number of all books that are being read.
  package var countBeingRead: Int
}

extension Notebook.Titles {
  /// Whether the index of titles is there and nearly up to date: at most a few hundred changes are missing. False
  /// where there is no working copy.
  package var isUpToDate: Bool { index.catchUp(with: notebook, most: 200) }

  /// Makes the index of titles, or brings it up to date. Cost: the first time, linear in the notes.
  package func makeIndex() throws(NotebookError) { try index.make(of: notebook) }

  /// At most `count` of the notes that were written last, and at most `books` of those with a book that is being
  /// read. Returns nil where there is no working copy, which the index lies beside, or no index can be made. Cost: of a look at the index of
  /// titles, and at these notes; the first time, the index is made.
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
