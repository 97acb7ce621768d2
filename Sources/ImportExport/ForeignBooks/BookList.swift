/// A list of books that another program wrote, read whole.
package struct BookList: Sendable {
  /// A row of the list.
  package struct Row: Sendable {
    /// Its first line in the file, or its number where there are no lines, from 1.
    package var place: Int
    package var content: Content
  }

  /// The meaning of a row.
  package enum Content: Sendable, Equatable {
    case book(ForeignBook)
    /// Left out by its own words, and the reason.
    case skipped(String)
    /// Not understood, and the reason.
    case unreadable(String)
  }

  package var program: BookListProgram
  package var rows: [Row] = []
  /// Columns that are not known, in their order.
  package var unknownColumns: [String] = []
  /// Shelves of which it is not known whether they mean that a book was read or given up.
  package var unknownShelves: [String] = []
  /// Remarks about the whole file, as the ends of sentences.
  package var remarks: [String] = []
  /// The word for `place`: `line` or `book`.
  package var unit = "line"
  /// Writes some rows, by their indexes, as a file that can be mended and imported; nil if the form
  /// allows none.
  package var rest: (@Sendable ([Int]) -> [UInt8])?

  package init(_ program: BookListProgram) { self.program = program }
}

/// The programs whose lists of books are known.
package enum BookListProgram: String, Sendable, CaseIterable {
  case goodreads, storygraph, librarything, openlibrary, bookwyrm, openreads, calibre, babelio,
    isbns

  /// The name, for people.
  package var name: String {
    switch self {
    case .goodreads: "Goodreads"
    case .storygraph: "StoryGraph"
    case .librarything: "LibraryThing"
    case .openlibrary: "Open Library"
    case .bookwyrm: "BookWyrm"
    case .openreads: "Openreads"
    case .calibre: "calibre"
    case .babelio: "Babelio"
    case .isbns: "a file of ISBNs"
    }
  }
}

/// The choices of the user for reading a list.
package struct BookListOptions: Sendable, Equatable {
  /// Shelves of Goodreads that mean that a book was given up, besides those that are known.
  package var stoppedShelves: [String] = []

  package init() {}
}

extension BookList {
  /// Limits of lists; more is refused, and that is said.
  package enum Limits {
    /// Bytes of a file.
    package static let bytes = 128 << 20
    /// Bytes of a review or a note. The rest is left out, with a remark.
    package static let text = 1 << 20
  }

  /// The reason why a file is no readable list.
  package struct Refusal: Error, Equatable {
    /// The end of a sentence about the file.
    package var reason: String
  }
}
