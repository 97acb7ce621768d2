import Books
import JSON

/// Open Library by the Internet Archive (openlibrary.org/developers/api): no key.
package struct OpenLibrary: LookupService {
  package init() {}

  package let name = "open-library"
  package let title = "Open Library"
  package let pause = 1.0

  private static let host = "openlibrary.org"
  /// The hosts of covers; requests are redirected to `archive.org`.
  static let coverHosts = ["covers.openlibrary.org", "archive.org", ".archive.org"]

  /// The requested fields. Without this list, answers lack most fields.
  private static let fields = [
    "key", "title", "author_name", "first_publish_year", "series_name", "series_position",
    "number_of_pages_median", "editions", "editions.key", "editions.title", "editions.subtitle",
    "editions.isbn", "editions.publisher", "editions.publish_date", "editions.language",
    "editions.cover_i", "editions.number_of_pages", "editions.format",
  ].joined(separator: ",")

  package func editions(
    for question: LookupQuestion, _ asker: LookupAsker
  ) throws(LookupFailure) -> [FoundEdition] {
    switch question {
    case .words(let words):
      return try search("q=" + Self.encoded(words), asker)
    case .isbn(let isbn):
      let found = try search("isbn=" + isbn.thirteen, asker).filter { $0.isbn == isbn }
      return found.isEmpty ? try edition(isbn, asker).map { [$0] } ?? [] : found
    }
  }

  /// Returns the editions that match the query; for a work without such editions, the work itself.
  private func search(
    _ query: String, _ asker: LookupAsker
  ) throws(LookupFailure) -> [FoundEdition] {
    let answer = try asker.json(
      request("/search.json?\(query)&fields=\(Self.fields)&limit=20"))
    guard let answer else { return [] }
    guard let works = answer["docs"]?.array else { throw .notUnderstood(service: title) }
    let wanted = query.hasPrefix("isbn=") ? ISBN(query.dropFirst(5)) : nil
    return works.prefix(FoundEdition.most).flatMap { work in
      let editions = work["editions"]?["docs"]?.array ?? []
      let described = editions.prefix(10).compactMap { edition in
        Self.edition(edition, of: work, wanted: wanted)
      }
      return described.isEmpty
        ? [Self.edition([:], of: work, wanted: wanted)].compactMap { $0 } : described
    }
  }

  private static func edition(
    _ edition: JSONValue, of work: JSONValue, wanted: ISBN?
  ) -> FoundEdition? {
    let id = id(edition["key"]?.string ?? work["key"]?.string)
    guard
      var found = FoundEdition(
        source: "openlibrary:" + id, title: edition["title"]?.string ?? work["title"]?.string,
        subtitle: edition["subtitle"]?.string)
    else { return nil }
    found.authors = FoundEdition.names(work["author_name"]?.texts ?? [])
    found.originalYear = work["first_publish_year"]?.int
    found.year = FoundEdition.year(in: edition["publish_date"]?.texts.first)
    found.publisher = FoundEdition.line(edition["publisher"]?.texts.first)
    found.pages = FoundEdition.pages(edition["number_of_pages"]?.int)
    found.language = Language.tag(edition["language"]?.texts.first)
    found.series = FoundEdition.line(work["series_name"]?.texts.first)
    found.seriesNumber = FoundEdition.line(work["series_position"]?.texts.first)
    found.format = FoundEdition.line(edition["format"]?.texts.first)
    let numbers = (edition["isbn"]?.texts ?? []).compactMap { ISBN($0) }
    found.isbn = numbers.first { $0 == wanted } ?? numbers.first
    found.cover = edition["cover_i"]?.int.flatMap(Self.cover)
    return found
  }

  /// Returns the edition with an ISBN, from the API for libraries. Its answers contain neither the
  /// language nor the year of first publication.
  private func edition(
    _ isbn: ISBN, _ asker: LookupAsker
  ) throws(LookupFailure) -> FoundEdition? {
    let answer = try asker.json(
      request("/api/books?bibkeys=ISBN:\(isbn.thirteen)&jscmd=data&format=json"))
    guard let answer else { return nil }
    guard answer.object != nil else { throw .notUnderstood(service: title) }
    guard let data = answer["ISBN:" + isbn.thirteen] else { return nil }
    let identifiers = data["identifiers"]
    let numbers = (identifiers?["isbn_13"]?.texts ?? []) + (identifiers?["isbn_10"]?.texts ?? [])
    guard numbers.contains(where: { ISBN($0) == isbn }),
      var found = FoundEdition(
        source: "openlibrary:" + Self.id(data["key"]?.string), title: data["title"]?.string,
        subtitle: data["subtitle"]?.string)
    else { return nil }
    found.isbn = isbn
    found.authors = FoundEdition.names((data["authors"]?.array ?? []).map { $0["name"]?.string })
    found.year = FoundEdition.year(in: data["publish_date"]?.string)
    found.publisher = FoundEdition.line(data["publishers"]?.array?.first?["name"]?.string)
    found.pages = FoundEdition.pages(data["number_of_pages"]?.int)
    // The URL of a cover is `https://covers.openlibrary.org/b/id/NUMBER-L.jpg`.
    found.cover = data["cover"]?["large"]?.string?.split(separator: "/").last
      .flatMap { Int($0.prefix { $0 != "-" }) }.flatMap(Self.cover)
    return found
  }

  /// Returns the last part of `/books/OL1M`: at most 20 characters, only letters and digits.
  private static func id(_ key: String?) -> String {
    let last = key?.split(separator: "/").last ?? ""
    return String(last.prefix(20).filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
  }

  /// Returns a cover; nil unless the number is positive, since -1 means none. Without
  /// `default=false`, a missing cover is a blank image.
  private static func cover(_ number: Int) -> FoundEdition.Cover? {
    guard number > 0 else { return nil }
    return FoundEdition.Cover(
      host: "covers.openlibrary.org", path: "/b/id/\(number)-L.jpg?default=false")
  }

  private func request(_ path: String) -> LookupRequest {
    LookupRequest(service: title, host: Self.host, path: path, hosts: [Self.host])
  }
}
