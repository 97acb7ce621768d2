/// Finds notes about the same book, by the rule of `BookIdentity.likeness`.
package struct SameBooks: Sendable {
  private var books: [(note: String, identity: BookIdentity)] = []
  private var noteIndices: [String: Int] = [:]
  private var byISBN: [ISBN: [Int]] = [:]
  private var byTitle: [Name: [Int]] = [:]
  private var byMainTitle: [Name: [Int]] = [:]

  /// Maximum number of books with one `Name` or ISBN that are compared with another book.
  private static let most = 200

  package init() {}

  /// Adds the book of `note`, or replaces the one added before.
  package mutating func add(_ book: BookIdentity, of note: String) {
    let former = noteIndices[note].map { books[$0].identity }
    if former == book { return }
    let index = noteIndices[note] ?? books.count
    if former == nil { books.append((note, book)) } else { books[index].identity = book }
    noteIndices[note] = index
    for isbn in book.isbns.subtracting(former?.isbns ?? []) {
      byISBN[isbn, default: []].append(index)
    }
    let (titles, mains) = (former.map { Name.whole($0) } ?? [], former.map { Name.main($0) } ?? [])
    for name in Name.whole(book).subtracting(titles) { byTitle[name, default: []].append(index) }
    for name in Name.main(book).subtracting(mains) { byMainTitle[name, default: []].append(index) }
  }

  /// A title, and the last word of an author's family name.
  private struct Name: Hashable, Sendable {
    var title: String
    var author: String

    static func whole(_ book: BookIdentity) -> Set<Name> {
      Set(book.authors.flatMap { author in book.keys.map { Name($0, author) } })
    }

    static func main(_ book: BookIdentity) -> Set<Name> {
      guard let title = book.title.parts.first else { return [] }
      return Set(book.authors.map { Name(title, $0) })
    }

    private init(_ title: String, _ author: ComparedAuthor) {
      (self.title, self.author) = (title, author.family.last ?? "")
    }
  }
}

// MARK: Finding

extension SameBooks {
  package struct Matches: Sendable, Equatable {
    /// The notes that match best, in the order in which they were added. Empty if the first 20 of
    /// them are not all about one book.
    package var notes: [String] = []
    /// Why the first of `notes` matches; nil if `notes` is empty.
    package var ground: BookLikeness.Ground?
    /// Notes that may be about the book. Always empty if `notes` has a note.
    package var perhaps: [String] = []

    package init(
      notes: [String] = [], ground: BookLikeness.Ground? = nil, perhaps: [String] = []
    ) {
      (self.notes, self.ground, self.perhaps) = (notes, ground, perhaps)
    }
  }

  /// Returns the notes that match a book best; see `Matches.notes`.
  package func notes(about record: BookRecord) -> [String] { matches(BookIdentity(record)).notes }

  /// Returns the notes about a book or, if there are none, the notes that may be about it. Only
  /// notes that `isCandidate` accepts are compared. If the best matches are different books, each
  /// of them may be the book. Cost: at most 200 comparisons for each ISBN, and for each pair of an
  /// author and a title key or main title.
  package func matches(
    _ book: BookIdentity, where isCandidate: (String) -> Bool = { _ in true }
  ) -> Matches {
    var matches = Matches()
    var best: (indices: [Int], strength: Int) = ([], -1)
    var perhaps: [Int] = []
    for index in candidates(book) where isCandidate(books[index].note) {
      let other = books[index].identity
      switch book.likeness(to: other) {
      case .same(let ground):
        let strength = book.strength(to: other)
        if strength > best.strength {
          best = ([index], strength)
          matches.ground = ground
        } else if strength == best.strength {
          best.indices.append(index)
        }
      case .perhaps: perhaps.append(index)
      case .different: break
      }
    }
    let isOne = best.indices.prefix(20).allSatisfy { index in
      best.indices.prefix(20).allSatisfy { $0 == index || areSame(index, $0) }
    }
    if !isOne {
      perhaps = best.indices + perhaps
      (best.indices, matches.ground) = ([], nil)
    }
    matches.notes = best.indices.map { books[$0].note }
    matches.perhaps = best.indices.isEmpty ? perhaps.map { books[$0].note } : []
    return matches
  }

  private func areSame(_ one: Int, _ other: Int) -> Bool {
    if case .same = books[one].identity.likeness(to: books[other].identity) { return true }
    return false
  }

  private func candidates(_ book: BookIdentity) -> [Int] {
    let titles = Name.whole(book).flatMap { (byTitle[$0] ?? []).prefix(Self.most) }
    let mains = Name.main(book).flatMap { (byMainTitle[$0] ?? []).prefix(Self.most) }
    return Set(book.isbns.flatMap { (byISBN[$0] ?? []).prefix(Self.most) } + titles + mains)
      .sorted()
  }
}

// MARK: Groups

extension SameBooks {
  /// The groups of two or more notes about the same book, in the order in which they were added. A
  /// note joins a group if it is about the same book as all notes of the group, or has an ISBN in
  /// common with one of them. Only the first 200 notes of a group are compared. Cost: about linear.
  package var groups: [[String]] {
    var groups: [[Int]] = []
    var groupOf: [Int: Int] = [:]
    for (index, book) in books.enumerated() {
      let group = candidates(book.identity).filter { $0 < index }.compactMap { groupOf[$0] }.first {
        let members = groups[$0].prefix(Self.most)
        return members.allSatisfy { areSame(index, $0) }
          || members.contains { !books[$0].identity.isbns.isDisjoint(with: book.identity.isbns) }
      }
      if let group { groups[group].append(index) } else { groups.append([index]) }
      groupOf[index] = group ?? groups.count - 1
    }
    return groups.filter { $0.count > 1 }.map { $0.map { books[$0].note } }
  }
}
