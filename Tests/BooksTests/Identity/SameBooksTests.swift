import Base
import Testing

@testable import Books

/// Which books are the same.
@Suite struct SameBooksTests {
  /// A line of `samePairs`.
  private struct Pair {
    var line: String
    var likeness: BookLikeness
    var records: [BookRecord]

    init(_ line: Substring) throws {
      self.line = String(line)
      let word = line.prefix { $0 != " " }
      likeness = try #require(
        [
          "isbn": .same(.isbn), "title": .same(.title), "edition": .same(.edition),
          "perhaps": .perhaps, "different": .different,
        ][word])
      records = try line.dropFirst(word.count).split(
        separator: " ~ ", omittingEmptySubsequences: false
      )
      .map(Self.record)
      try #require(records.count == 2, "\(line)")
    }

    private static func record(_ text: Substring) throws -> BookRecord {
      let fields = text.split(separator: "|", omittingEmptySubsequences: false)
        .map { String($0.trimmingPrefix(while: \.isWhitespace)).trimmed }
      try #require(fields.count == 3, "\(text)")
      let authors = fields[1].split(separator: ";").map { String($0).trimmed }
      var record = BookRecord(title: fields[0], authors: authors)
      record.setISBN(fields[2])
      #expect(fields[2].isEmpty == (record.isbn == nil), "\(text): a wrong ISBN")
      return record
    }
  }

  private static func pairs() throws -> [Pair] {
    try samePairs.split(separator: "\n").map(Pair.init)
  }

  @Test func theTableIsLong() throws {
    let pairs = try Self.pairs()
    #expect(pairs.count >= 60)
    #expect(Set(pairs.map(\.line)).count == pairs.count)
  }

  @Test func pairsAreTheSameOrNot() throws {
    for pair in try Self.pairs() {
      let books = pair.records.map { BookIdentity($0) }
      #expect(books[0].likeness(to: books[1]) == pair.likeness, "\(pair.line)")
      #expect(books[1].likeness(to: books[0]) == pair.likeness, "\(pair.line), turned around")
      for (book, record) in zip(books, pair.records) where !record.authors.isEmpty {
        let own = book.likeness(to: book)
        #expect(own == .same(record.isbn == nil ? .title : .isbn), "\(record.title) and itself")
      }
    }
  }

  /// The index finds what the comparison finds.
  @Test func pairsAreFound() throws {
    for pair in try Self.pairs() {
      for records in [pair.records, pair.records.reversed()] {
        var same = SameBooks()
        same.add(BookIdentity(records[0]), of: "N")
        let matches = same.matches(BookIdentity(records[1]))
        switch pair.likeness {
        case .same(let ground):
          #expect(matches == .init(notes: ["N"], ground: ground), "\(pair.line)")
        case .perhaps: #expect(matches == .init(perhaps: ["N"]), "\(pair.line)")
        case .different: #expect(matches == .init(), "\(pair.line)")
        }
      }
    }
  }

  /// A series that a list has in a field of its own counts as one in the title.
  @Test func aSeriesOfTheRecordCounts() {
    func book(_ title: String, _ series: String? = nil, _ number: String? = nil) -> BookIdentity {
      var record = BookRecord(title: title, authors: ["Ann Example"])
      (record.series, record.seriesNumber) = (series, number)
      return BookIdentity(record)
    }
    let first = book("Magic", "The Saga", "1")
    #expect(first.likeness(to: book("Magic", "Saga", "2")) == .different)
    #expect(first.likeness(to: book("Magic (Saga, #2)")) == .different)
    #expect(first.likeness(to: book("Magic (Saga, #1)")) == .same(.title))
    #expect(first.likeness(to: book("Saga: Magic")) == .same(.title))
    #expect(first.likeness(to: book("Magic", "Example Classics", "7")) == .same(.title))
    #expect(first.likeness(to: book("Magic", nil, "2")) == .different)
    #expect(first.likeness(to: book("Magic")) == .same(.title))
  }

  @Test func whatSaysMoreWins() {
    var same = SameBooks()
    func book(_ title: String, _ author: String, isbn: String? = nil) -> BookIdentity {
      var record = BookRecord(title: title, authors: [author])
      record.setISBN(isbn)
      return BookIdentity(record)
    }
    same.add(book("Poems", "Ann Example"), of: "A")
    same.add(book("Poems", "Bo Example", isbn: "9789999900010"), of: "B")
    #expect(same.matches(book("Poems", "A. Example")).notes == ["A"])
    #expect(same.matches(book("Poems", "Ann Example", isbn: "9999900011")).notes == ["B"])
    // It may be either's, and nothing tells whose.
    #expect(same.matches(book("Poems", "Example")) == .init(perhaps: ["A", "B"]))
    same.add(book("The Poems", "Ann Example"), of: "C")
    #expect(same.matches(book("Poems", "A. Example")).notes == ["A", "C"])
    // A note that is about another book now is not found by its former one.
    same.add(book("Prose", "Ann Example"), of: "C")
    #expect(same.matches(book("Poems", "A. Example")).notes == ["A"])
    #expect(same.matches(book("Prose", "Ann Example")).notes == ["C"])
  }

  @Test func groupsAreOfOneBook() {
    var same = SameBooks()
    func add(
      _ note: String, _ title: String, _ author: String, isbn: String? = nil,
      own: OwnBookFacts? = nil
    ) {
      var book = Book(title: title, authors: [author])
      book.isbn13 = isbn
      same.add(BookIdentity(book, own: own), of: note)
    }
    add("A", "The Pond: A Life", "Ann Éxample", isbn: "9789999900010")
    add("B", "pond: a life", "Example, A.")
    add("C", "The Pond: A Life", "Bo Other")
    add("D", "Something else", "Somebody", isbn: "9789999900010")
    add("E", "The", "X")
    add("F", "The Pond: A Death", "Ann Example")
    add("G", "The Pond", "Ann Example")
    // “Example” may be Ann or Bo; those are not one.
    add("H", "Poems", "Ann Example")
    add("I", "Poems", "Example")
    add("J", "Poems", "Bo Example")
    #expect(same.groups == [["A", "B", "D"], ["H", "I"]])
    var record = BookRecord(title: "POND! A Life", authors: ["Ann Example"])
    #expect(same.notes(about: record) == [])
    record.title = "POND: A LIFE!"
    #expect(same.notes(about: record) == ["A"])
    record.setISBN("9999900011")
    #expect(same.notes(about: record) == ["A"])
    record.setISBN("999990002X")
    #expect(same.notes(about: record) == ["A"])
    // Facts that the app cannot hold: another edition, and a series.
    add(
      "B", "pond: a life", "Example, A.", own: OwnBookFacts(otherISBNs: ["999990002X"]))
    #expect(same.notes(about: record) == ["B"])
  }

  /// Any text is a title, and any a name.
  @Test func anyTitleIsRead() {
    let long = String(repeating: "(a, #1; b: c) ", count: 5000)
    for title in [
      "", " ", ":", "(", ")", "((", "#", "#1", "II", "(II)", ": x", ",", "The", "& & &", long,
    ] {
      let book = BookIdentity(BookRecord(title: title, authors: ["", ",", "X, ", long, "Ann"]))
      #expect(book.keys.count < 40)
      if !book.keys.isEmpty {
        #expect(book.likeness(to: book) == .same(.title), "\(title.prefix(20))")
      }
    }
  }
}
