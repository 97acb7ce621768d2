import JSON

/// What tells which book a book is, made ready for comparison.
package struct BookIdentity: Sendable, Equatable {
  /// The numbers of its editions that are known.
  package let isbns: Set<ISBN>
  let title: BookTitle
  /// See `BookTitle.keys`.
  let keys: Set<String>
  let authors: [ComparedAuthor]

  /// The most authors that are compared.
  private static let mostAuthors = 20

  package init(_ record: BookRecord) {
    let numbers = [record.book["isbn13"]?.string, record.book["isbn"]?.string]
    self.init(
      title: record.title, authors: record.authors, isbns: numbers + record.otherISBNs,
      series: record.series, number: record.seriesNumber)
  }

  /// Of a note's book. `own` has the facts that the app cannot hold.
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

/// What two books are to each other.
package enum BookLikeness: Sendable, Equatable {
  case same(Ground)
  /// Two, as far as is known, that may be one: their titles are equal before the subtitle, and no ISBN tells.
  case perhaps
  case different

  /// The reason why they are the same.
  package enum Ground: Sendable, Equatable {
    case isbn
    /// The whole title and an author, with two ISBNs.
    case edition
    /// The whole title and an author.
    case title
  }
}

extension BookIdentity {
  /// The one rule of which books are the same.
  ///
  /// Equal ISBNs always are. Else an author is the same, with names that initials and gaps allow; no number of a
  /// volume differs; and the whole titles agree but for case, accents, articles, editions, and the name of a
  /// series in parentheses.
  package func likeness(to other: BookIdentity) -> BookLikeness {
    if !isbns.isDisjoint(with: other.isbns) { return .same(.isbn) }
    guard agreement(with: other) != nil, !title.isOtherVolume(than: other.title) else {
      return .different
    }
    let hasTwoISBNs = !isbns.isEmpty && !other.isbns.isEmpty
    if !keys.isDisjoint(with: other.keys) { return .same(hasTwoISBNs ? .edition : .title) }
    if hasTwoISBNs || title.parts.first != other.title.parts.first { return .different }
    // The first volume is often named like the whole; a later one is not.
    let volumes = [title.volume, other.title.volume].compactMap { $0 }
    return volumes.count == 1 && volumes != ["1"] ? .different : .perhaps
  }

  private func agreement(with other: BookIdentity) -> ComparedAuthor.Agreement? {
    authors.flatMap { our in other.authors.compactMap { our.agreement(with: $0) } }.max()
  }

  /// How much speaks for the same book, where the rule says that it is: more where an ISBN, an author's whole
  /// name, or the number in a series is equal.
  func strength(to other: BookIdentity) -> Int {
    (isbns.isDisjoint(with: other.isbns) ? 0 : 4) + (agreement(with: other) == .equal ? 2 : 0)
      + (title.hasNumber(of: other.title) ? 1 : 0)
  }
}
