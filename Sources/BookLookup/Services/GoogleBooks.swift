import Books
import JSON

/// Google Books with the user's own key (developers.google.com/books), since requests without a key
/// share a quota that is almost always exhausted. Its covers may not be stored, so they are not
/// offered.
package struct GoogleBooks: LookupService {
  private let key: String

  package init(key: String) { self.key = key }

  package let name = "google-books"
  package let title = "Google Books"
  package let pause = 0.7

  private static let host = "www.googleapis.com"
  private static let fields =
    "items(id,volumeInfo(title,subtitle,authors,publisher,publishedDate,industryIdentifiers,"
    + "pageCount,language))"

  package func editions(
    for question: LookupQuestion, _ asker: LookupAsker
  ) throws(LookupFailure) -> [FoundEdition] {
    switch question {
    case .words(let words): return try search(words, asker)
    case .isbn(let isbn):
      // The service may answer with other books.
      for number in [isbn.thirteen, isbn.ten].compactMap({ $0 }) {
        let found = try search("isbn:" + number, asker, wanted: isbn).filter { $0.isbn == isbn }
        if !found.isEmpty { return found }
      }
      return []
    }
  }

  private func search(
    _ query: String, _ asker: LookupAsker, wanted: ISBN? = nil
  ) throws(LookupFailure) -> [FoundEdition] {
    let answer = try asker.json(
      LookupRequest(
        service: title, host: Self.host,
        path: "/books/v1/volumes?q=\(Self.encoded(query))&maxResults=20&printType=books&country=US"
          + "&fields=\(Self.fields)",
        hosts: [Self.host], secretHeader: "X-Goog-Api-Key: " + key))
    guard let answer else { return [] }
    guard answer.object != nil else { throw .notUnderstood(service: title) }
    // The member is missing if no book was found.
    return (answer["items"]?.array ?? []).prefix(FoundEdition.most)
      .compactMap { Self.edition($0, wanted: wanted) }
  }

  private static func edition(_ item: JSONValue, wanted: ISBN?) -> FoundEdition? {
    guard let info = item["volumeInfo"],
      var found = FoundEdition(
        source: "google-books:" + (item["id"]?.string ?? ""), title: info["title"]?.string,
        subtitle: info["subtitle"]?.string)
    else { return nil }
    found.authors = FoundEdition.names(info["authors"]?.texts ?? [])
    found.publisher = FoundEdition.line(info["publisher"]?.string)
    found.year = FoundEdition.year(in: info["publishedDate"]?.string)
    found.pages = FoundEdition.pages(info["pageCount"]?.int)
    found.language = Language.tag(info["language"]?.string)
    let numbers = (info["industryIdentifiers"]?.array ?? []).prefix(20)
      .filter { $0["type"]?.string?.hasPrefix("ISBN") ?? false }
      .compactMap { $0["identifier"]?.string }.compactMap { ISBN($0) }
    found.isbn = numbers.first { $0 == wanted } ?? numbers.first
    return found
  }
}
