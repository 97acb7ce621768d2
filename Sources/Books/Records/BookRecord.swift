import Base
package import Foundation
package import JSON

/// The book of a note: the app's members, by the app's rules, and the members of this program.
///
/// Members that are not set stay as they are stored, including unknown ones. An import creates a
/// record like this:
///
///     var record = BookRecord(title: row.title, authors: ["Ann Example"])  // “First Last”
///     record.setISBN(row.isbn)               // a wrong number is kept as text; see `wrongISBNs`
///     record.stars = 3.5                     // kept in steps of 0.25; the app sees it rounded
///     record.add(BookReading(start: PartialDate("2019"), finish: PartialDate("2019-03")))
///     record.add(BookReading(finish: .unknown))              // read, at an unknown time
///     record.add(StoppedReading(stop: PartialDate("2020")))  // did not finish; not in the app
///     record.sources = ["goodreads:101"]     // an ID in another program, to recognize the book
///
/// Do not invent dates. A book to read has no readings. `tags` are genres, as in the app; shelves
/// of other programs serve better as hashtags in the text. `Notebook.books.add` adds the record as
/// a note, and `SameBooks` finds existing notes about the book.
package struct BookRecord: Sendable, Equatable {
  /// The app's members, which are stored in the note's metadata.
  package private(set) var book: JSONObject
  /// The members that the app cannot store. They are stored under a key of this program.
  package private(set) var own: JSONObject

  package init(title: String, authors: [String]) {
    book = [
      "title": .string(title), "authors": .array(authors.map(JSONValue.string)), "rating": .null,
      "review": .null, "dateAdded": .null, "readingHistory": .null,
    ]
    own = [:]
  }

  /// Reads a stored book. Returns nil if the app could not read `book`.
  package init?(book: JSONObject, own: JSONObject = [:]) {
    guard (try? Book(json: .object(book))) != nil else { return nil }
    (self.book, self.own) = (book, own)
  }
}

// MARK: Members that the app knows

extension BookRecord {
  package var title: String {
    get { book["title"]?.string ?? "" }
    set { book["title"] = .string(newValue) }
  }

  /// The authors' names, as “First Last”.
  package var authors: [String] {
    get { strings("authors") }
    set { book["authors"] = .array(newValue.map(JSONValue.string)) }
  }

  /// The year of this edition.
  package var yearPublished: Int? {
    get { book["yearPublished"]?.int }
    set { set("yearPublished", newValue.map { .integer(Int64($0)) }) }
  }

  package var originalYearPublished: Int? {
    get { book["originalYearPublished"]?.int }
    set { set("originalYearPublished", newValue.map { .integer(Int64($0)) }) }
  }

  package var publisher: String? {
    get { book["publisher"]?.string }
    set { set("publisher", newValue.map(JSONValue.string)) }
  }

  package var pages: Int? {
    get { book["numberOfPages"]?.int }
    set { set("numberOfPages", newValue.map { .integer(Int64($0)) }) }
  }

  /// The genres, usually without `#`.
  package var tags: [String] {
    get { strings("tags") }
    set { set("tags", newValue.isEmpty ? nil : .array(newValue.map(JSONValue.string))) }
  }

  package var review: String? {
    get { book["review"]?.string }
    set { set("review", newValue.map(JSONValue.string)) }
  }

  /// The time when the book was added to the notebook, in whole seconds; nil if unknown.
  package var added: Date? {
    get { book["dateAdded"]?.string.flatMap(Timestamps.date(json:)) }
    set { set("dateAdded", newValue.map { .string(Timestamps.json($0)) }) }
  }

  /// The first stored number that is a valid ISBN, `isbn13` before `isbn`; nil if there is none.
  package var isbn: ISBN? { Self.isbn(of: [book["isbn13"]?.string, book["isbn"]?.string]) }

  package var wrongISBNs: [String] {
    ["isbn13", "isbn"].compactMap { book[$0]?.string }.filter { !$0.isEmpty && ISBN($0) == nil }
  }

  /// Sets the ISBN in both forms. Stores a text that is not a valid ISBN as it is, since it may
  /// come from a bar code. Such a text replaces only the first of two different `wrongISBNs`. An
  /// empty text or nil removes all numbers.
  package mutating func setISBN(_ text: String?) {
    let text = text?.trimmed ?? ""
    guard let isbn = ISBN(text) else {
      if !text.isEmpty, Set(wrongISBNs).count == 2 { return set("isbn13", .string(text)) }
      let isLong = (ISBN.digits(of: text) ?? text).utf8.count > 10
      set("isbn13", text.isEmpty || !isLong ? nil : .string(text))
      return set("isbn", text.isEmpty || isLong ? nil : .string(text))
    }
    set("isbn13", .string(isbn.thirteen))
    set("isbn", isbn.ten.map(JSONValue.string))
  }

  /// Copies the ISBN of `other` or, without one, its invalid numbers.
  mutating func setISBN(of other: BookRecord) {
    if let isbn = other.isbn { return setISBN(isbn.thirteen) }
    for name in ["isbn13", "isbn"] { set(name, other.book[name]?.string.map(JSONValue.string)) }
  }

  static func isbn(of texts: [String?]) -> ISBN? {
    texts.firstNonNil { $0.flatMap { ISBN($0) } }
  }

  /// The section in which the app lists the book.
  package var appSection: BookSection { BookSection(book: .object(book)) }

  private func strings(_ name: String) -> [String] {
    (book[name]?.array ?? []).compactMap(\.string)
  }

  /// Sets a member of `book`. Nil sets an existing member to `null`, and does not add one.
  mutating func set(_ name: String, _ value: JSONValue?) {
    let value = value ?? (book[name] == nil ? nil : .null)
    if book[name] != value { book[name] = value }
  }
}

// MARK: Ours

extension BookRecord {
  /// The stars, 0.25 to 5 in steps of 0.25; nil if there are none. The exact value is used only
  /// while it rounds to the app's rating.
  package var stars: Double? {
    get { Self.stars(rating: book["rating"]?.int, exact: own["stars"]?.double) }
    set {
      let exact = newValue.map { (min(max($0, 0), 5) * 4).rounded() / 4 }.flatMap {
        $0 > 0 ? $0 : nil
      }
      set("rating", exact.flatMap(Self.rounded).map { .integer(Int64($0)) })
      let isWhole = exact.map { $0 == $0.rounded() } ?? true
      own["stars"] = isWhole ? nil : exact.map(JSONValue.double)
    }
  }

  /// The page that the reader has reached; nil unless the book is being read.
  package var page: Int? {
    get { readings.contains(where: \.isOpen) ? own["page"]?.int : nil }
    set { own["page"] = newValue.map { .integer(Int64($0)) } }
  }

  /// `seriesNumber` is a text such as `2`, `1.5` or `1-3`.
  package var series: String? {
    get { own["series"]?.string }
    set { own["series"] = newValue.map(JSONValue.string) }
  }

  package var seriesNumber: String? {
    get { own["seriesNumber"]?.string }
    set { own["seriesNumber"] = newValue.map(JSONValue.string) }
  }

  /// The language of the edition, as a tag such as `en`.
  package var language: String? {
    get { own["language"]?.string }
    set { own["language"] = newValue.map(JSONValue.string) }
  }

  /// The origins of the record. Each is a program's name, a colon, and the book's ID in that
  /// program.
  package var sources: [String] {
    get { (own["sources"]?.array ?? []).compactMap(\.string) }
    set { own["sources"] = newValue.isEmpty ? nil : .array(newValue.map(JSONValue.string)) }
  }

  /// The ISBNs of other editions, from imports and joined notes. They are stored as sources such as
  /// `isbn:9780000000019`.
  package var otherISBNs: [String] { Self.otherISBNs(in: sources) }

  static func otherISBNs(in sources: [String]) -> [String] {
    sources.filter { $0.hasPrefix("isbn:") }.map { String($0.dropFirst(5)) }
  }

  package mutating func add(otherISBN isbn: ISBN) {
    let source = "isbn:\(isbn.thirteen)"
    if self.isbn != isbn, !sources.contains(source) { sources.append(source) }
  }

  /// The digests of the facts of the last import, by program. With them, the next import
  /// distinguishes changes in that program from changes in the notebook.
  package var imported: JSONObject {
    get { own["imported"]?.object ?? [:] }
    set { own["imported"] = newValue.members.isEmpty ? nil : .object(newValue) }
  }

  package var stopped: [StoppedReading] {
    get { StoppedReading.all(in: own) }
    set { own["stopped"] = newValue.isEmpty ? nil : .array(newValue.map { .object($0.json) }) }
  }

  package static func stars(rating: Int?, exact: Double?) -> Double? {
    guard let rating, rating > 0 else { return nil }
    if let exact, rounded(exact) == rating { return exact }
    return Double(min(rating, 5))
  }

  private static func rounded(_ stars: Double) -> Int? {
    Int(exactly: min(max(stars, 1), 5).rounded(.toNearestOrAwayFromZero))
  }
}
