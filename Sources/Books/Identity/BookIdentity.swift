import JSON

/// The fields that identify a book, prepared for comparison.
package struct BookIdentity: Sendable, Equatable {
  /// The ISBNs of the book's known editions.
  package let isbns: Set<ISBN>
  let title: BookTitle
  let keys: Set<String>
  let authors: [ComparedAuthor]

  private static let mostAuthors = 20

  package init(_ record: BookRecord) {
    let numbers = [record.book["isbn13"]?.string, record.book["isbn"]?.string]
    self.init(
      title: record.title, authors: record.authors, isbns: numbers + record.otherISBNs,
      series: record.series, number: record.seriesNumber)
  }

  package init(_ book: Book, own: OwnBookFacts?) {
    self.init(
      title: book.title, authors: book.authors,
      isbns: [book.isbn13, book.isbn] + (own?.otherISBNs ?? []), series: own?.series,
      number: own?.seriesNumber)
  }

  private init(
    title: String, authors: [String], isbns: [String?], series: String?, number: String?
  ) {
    var name = BookTitle(title)
    if series != nil || number != nil { name.add(series: series, number: number) }
    self.title = name
    keys = name.keys
    self.authors = authors.prefix(Self.mostAuthors).compactMap { ComparedAuthor($0) }
    self.isbns = Set(isbns.compactMap { $0.flatMap { ISBN($0) } })
  }
}

package enum BookLikeness: Sendable, Equatable {
  case same(Ground)
  /// Possibly one book: the authors agree, and the titles are equal before the subtitle. The
  /// volumes do not contradict this, and at least one book has no ISBN.
  case perhaps
  case different

  package enum Ground: Sendable, Equatable {
    case isbn
    /// The whole titles are equal and the authors agree, but the ISBNs differ.
    case edition
    /// The whole titles are equal and the authors agree. At least one book has no ISBN.
    case title
  }
}

extension BookIdentity {
  /// Returns whether two books are the same. Books with a common ISBN are. Otherwise the authors
  /// must agree, the volume numbers must not differ, and the whole titles must be equal. Authors
  /// agree if one name matches, where an initial stands for a name, and given names may be missing.
  /// Titles are compared without case, accents, articles, editions, and the name of a series in
  /// parentheses.
  package func likeness(to other: BookIdentity) -> BookLikeness {
    if !isbns.isDisjoint(with: other.isbns) { return .same(.isbn) }
    guard agreement(with: other) != nil, !title.isOtherVolume(than: other.title) else {
      return .different
    }
    let hasTwoISBNs = !isbns.isEmpty && !other.isbns.isEmpty
    if !keys.isDisjoint(with: other.keys) { return .same(hasTwoISBNs ? .edition : .title) }
    if hasTwoISBNs || title.parts.first != other.title.parts.first { return .different }
    // The first volume often has the title of the whole work; a later volume does not.
    let volumes = [title.volume, other.title.volume].compactMap { $0 }
    return volumes.count == 1 && volumes != ["1"] ? .different : .perhaps
  }

  private func agreement(with other: BookIdentity) -> ComparedAuthor.Agreement? {
    authors.flatMap { our in other.authors.compactMap { our.agreement(with: $0) } }.max()
  }

  /// Returns how certain it is that two books are the same. A common ISBN adds 4, an equal author's
  /// name 2, and an equal number of a volume or in a series 1.
  func strength(to other: BookIdentity) -> Int {
    (isbns.isDisjoint(with: other.isbns) ? 0 : 4) + (agreement(with: other) == .equal ? 2 : 0)
      + (title.hasNumber(of: other.title) ? 1 : 0)
  }
}
