import Base
import Books
import JSON

/// LibraryThing's JSON export: an object with one member per book. Lists are accepted instead of
/// objects and vice versa, since PHP writes empty ones in the same way.
enum LibraryThingJSON {
  static func list(_ file: ImportedFile) throws -> BookList? {
    guard let json = try file.json() else { return nil }
    let books = json.object?.members.map(\.value) ?? json.array ?? []
    guard !books.isEmpty,
      books.contains(where: { $0["books_id"] != nil && $0["title"] != nil })
    else { return nil }
    var list = BookList()
    list.unit = "book"
    list.rows = books.prefix(DelimitedText.Limits.rows).enumerated().map { index, value in
      BookList.Row(number: index + 1, content: content(of: value))
    }
    list.summarize()
    if books.count > DelimitedText.Limits.rows {
      list.remarks.append(
        "has more than \(DelimitedText.Limits.rows) books; later books were skipped")
    }
    list.rest = { indexes in
      let members = indexes.filter(books.indices.contains).map { index in
        let id = books[index]["books_id"]?.string ?? String(index + 1)
        return (id, JSONValue?.some(books[index]))
      }
      return JSONValue.object(JSONObject(members)).serialized() + [0x0A]
    }
    return list
  }

  private static func content(of value: JSONValue) -> BookList.Content {
    guard value.object != nil else { return .unreadable("is damaged") }
    var book = ForeignBook()
    var fields = LibraryThingFields()
    fields.id = text(value["books_id"])
    fields.title = text(value["title"])
    fields.authors = authors(of: value)
    let isbns = list(value["isbn"]).isEmpty ? [text(value["isbn"])] : list(value["isbn"])
    fields.isbns = (isbns + [text(value["originalisbn"])]).filter { !$0.isEmpty }
      .sorted { $0.utf8.count > $1.utf8.count }
    fields.publication = text(value["publication"])
    fields.languages = list(value["language"])
    fields.tags = list(value["tags"])
    fields.collections = list(value["collections"])
    fields.review = text(value["review"])
    fields.comments = [text(value["comment"]), text(value["privatecomment"])]
    fields.start = date("datestarted", value, &book)
    fields.finish = date("dateread", value, &book)
    fields.added = date("entrydate", value, &book)
    if let rating = value["rating"], rating != .null {
      let number = rating.double ?? ForeignValues.number(text(rating))
      if let number, (0...5).contains(number) {
        book.stars = number == 0 ? nil : number
      } else if !text(rating).isEmpty {
        book.remark("rating", text(rating))
      }
    }
    book.pages = ForeignValues.pages(text(value["pages"]))
    book.yearPublished = ForeignValues.year(text(value["date"]))
    book.series = list(value["series"]).first ?? optional(value["series"])
    fields.fill(&book)
    book.genres = list(value["genre"]).map(HTMLText.decodingEntities)
    if let series = book.series.map(HTMLText.decodingEntities),
      let open = series.lastIndex(of: "("), series.hasSuffix(")")
    {
      // “Water Cycle (2)”
      book.seriesNumber = String(series[series.index(after: open)...].dropLast()).trimmedField
      book.series = series[..<open].trimmedField
    }
    book.dropUnusableISBNs()
    if book.title.isInvisible, book.isbns.isEmpty {
      return .unreadable("has neither a title nor an ISBN")
    }
    book.limit()
    return .book(book)
  }

  private static func authors(of value: JSONValue) -> [String] {
    let names = (value["authors"]?.array ?? []).map { author in
      let name = text(author["fl"])
      return name.isEmpty ? ForeignValues.firstLast(text(author["lf"])) : ForeignValues.name(name)
    }.filter { !$0.isEmpty }
    guard names.isEmpty else { return names }
    return [text(value["primaryauthor"])].map(ForeignValues.firstLast).filter { !$0.isEmpty }
  }

  private static func date(
    _ name: String, _ value: JSONValue, _ book: inout ForeignBook
  ) -> PartialDate? {
    let text = text(value[name])
    guard !ForeignValues.isNoDate(text) else { return nil }
    let date = ForeignValues.date(text)
    if date == nil { book.remark(name, text) }
    return date
  }

  /// Returns a string or number as text; empty for anything else.
  private static func text(_ value: JSONValue?) -> String {
    guard let value else { return "" }
    if let text = value.string { return text.trimmedField }
    if let number = value.int { return String(number) }
    return value.double.map { "\($0)" } ?? ""
  }

  private static func optional(_ value: JSONValue?) -> String? {
    let text = text(value)
    return text.isEmpty ? nil : text
  }

  private static func list(_ value: JSONValue?) -> [String] {
    let values = value?.array ?? value?.object?.members.map(\.value) ?? []
    return values.map(text).filter { !$0.isEmpty }
  }
}
