internal import Foundation
package import Notebook

/// Finds notes about the same book: with the same ISBN, or with the same title and author, however they
/// are written.
package struct SameBooks: Sendable {
  private var byISBN: [ISBN: [String]] = [:]
  private var byName: [Name: [String]] = [:]

  /// A title and an author's family name, as they are compared.
  private struct Name: Hashable, Sendable {
    var title: String
    var author: String
  }

  package init() {}

  /// The books of `notes`. Cost: linear.
  package init(_ notes: some Sequence<NoteSummary>) {
    for note in notes where !note.isTrashed { note.book.map { add($0, of: note.id) } }
  }

  /// Takes a book in that a note is about.
  package mutating func add(_ book: Book, of note: String) {
    Self.isbn(book).map { byISBN[$0, default: []].append(note) }
    for name in Self.names(book.title, book.authors) { byName[name, default: []].append(note) }
  }

  /// The notes about a book: those with its ISBN, or else those with its title and one of its authors.
  /// The same work in another edition has another ISBN, and is found by its name.
  package func notes(about record: BookRecord) -> [String] {
    if let isbn = record.isbn, let notes = byISBN[isbn] { return notes }
    return Self.unique(Self.names(record.title, record.authors).flatMap { byName[$0] ?? [] })
  }

  /// The groups of two and more notes about the same book, in the order of `notes`.
  package static func groups(of notes: [NoteSummary]) -> [[NoteSummary]] {
    let books = notes.filter { $0.book != nil && !$0.isTrashed }
    let same = SameBooks(books)
    let places = Dictionary(zip(books.map(\.id), 0...), uniquingKeysWith: { first, _ in first })
    // Each book's group is that of the first that is the same.
    var heads = Array(books.indices)
    func head(_ index: Int) -> Int {
      var index = index
      while heads[index] != index { index = heads[index] }
      return index
    }
    for group in Array(same.byISBN.values) + Array(same.byName.values) {
      let members = group.compactMap { places[$0] }
      guard let first = members.map(head).min() else { continue }
      for member in members { heads[head(member)] = first }
    }
    let groups = Dictionary(grouping: books.indices, by: head)
    return groups.sorted { $0.key < $1.key }.map(\.value).filter { $0.count > 1 }
      .map { $0.map { books[$0] } }
  }

  private static func isbn(_ book: Book) -> ISBN? { BookRecord.isbn(of: [book.isbn13, book.isbn]) }

  private static func unique(_ ids: [String]) -> [String] {
    var seen: Set<String> = []
    return ids.filter { seen.insert($0).inserted }
  }

  private static func names(_ title: String, _ authors: [String]) -> [Name] {
    let title = folded(title: title)
    guard !title.isEmpty else { return [] }
    return Set(authors.map { folded(AuthorName($0).family) }).filter { !$0.isEmpty }.sorted()
      .map { Name(title: title, author: $0) }
  }

  /// The title before its subtitle and its series, without an article at its beginning.
  private static func folded(title: String) -> String {
    let end = title.utf8.firstIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "(") }
    let main = title[..<(end ?? title.endIndex)]
    let words = folded(main.allSatisfy(\.isWhitespace) ? title : String(main)).split(separator: " ")
    let hasArticle = words.count > 1 && words.first.map { articles.contains(String($0)) } ?? false
    return words.dropFirst(hasArticle ? 1 : 0).joined(separator: " ")
  }

  private static let articles: Set = [
    "the", "a", "an", "der", "die", "das", "ein", "eine", "le", "la", "les", "l", "un", "une", "el",
    "los", "las", "il", "lo", "gli",
  ]

  /// Words in small letters, without accents and punctuation.
  private static func folded(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return foldedASCII(text) }
    return text.folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil
    ).lowercased()
      .split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
  }

  /// The same of ASCII, as most titles are. Foundation takes a hundred times as long.
  private static func foldedASCII(_ text: String) -> String {
    var words: [UInt8] = []
    words.reserveCapacity(text.utf8.count)
    var isBetween = false
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A:
        if isBetween, !words.isEmpty { words.append(0x20) }
        words.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
        isBetween = false
      default: isBetween = true
      }
    }
    return String(decoding: words, as: UTF8.self)
  }
}
