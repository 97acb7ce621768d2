import Books

extension ForeignFormat {
  static let libraryThing = ForeignFormat("librarything", "LibraryThing") { file in
    try LibraryThingJSON.list(file) ?? libraryThingTable.list(file)
  }

  /// LibraryThing's tab-separated export.
  private static let libraryThingTable = BookTable(
    headers: [["title", "primary author", "collections"]],
    columns: [
      "book id", "title", "sort character", "primary author", "primary author role",
      "secondary author", "secondary author roles", "publication", "date", "review", "rating",
      "comment", "private comment", "summary", "media", "physical description", "weight", "height",
      "thickness", "length", "dimensions", "page count", "lccn", "acquired", "date started",
      "date read", "barcode", "bcid", "tags", "collections", "languages", "original languages",
      "lc classification", "isbn", "isbns", "subjects", "dewey decimal", "dewey wording",
      "other call number", "copies", "source", "entry date", "from where", "oclc", "work id",
      "lending patron", "lending status", "lending start", "lending end",
    ], book: libraryThingBook)

  private static func libraryThingBook(_ row: BookTableRow) throws(BookRowFault) -> ForeignBook {
    var fields = LibraryThingFields()
    fields.title = row["title"]
    fields.authors =
      ([row["primary author"]] + row["secondary author"].split(separator: "|").map(String.init))
      .map(ForeignValues.firstLast).filter { !$0.isEmpty }
    var book = ForeignBook()
    fields.isbns = ForeignValues.list(row["isbns"]).reversed() + [row["isbn"]]
    fields.publication = row["publication"]
    fields.languages = ForeignValues.list(row["languages"])
    fields.tags = ForeignValues.list(row["tags"])
    fields.collections = ForeignValues.list(row["collections"])
    fields.review = row["review"]
    fields.comments = [row["comment"], row["private comment"]]
    fields.id = row["book id"]
    fields.start = row.date("date started", &book)
    fields.finish = row.date("date read", &book)
    fields.added = row.date("entry date", &book)
    book.stars = row.stars("rating", &book)
    book.pages = row.pages("page count", &book)
    book.yearPublished = row.year("date", &book)
    fields.fill(&book)
    return book
  }
}

struct LibraryThingFields {
  var id = ""
  var title = ""
  var authors: [String] = []
  var isbns: [String] = []
  var publication = ""
  var languages: [String] = []
  var tags: [String] = []
  var collections: [String] = []
  var review = ""
  var comments: [String] = []
  var start: PartialDate?
  var finish: PartialDate?
  var added: PartialDate?

  func fill(_ book: inout ForeignBook) {
    book.title = HTMLText.decodingEntities(title)
    book.authors = ForeignValues.authors(authors.map(HTMLText.decodingEntities))
    book.isbns = isbns.map(ForeignValues.isbn).filter { !$0.isEmpty }
    // “Example Press (1999), Paperback, 278 pages”
    let publisher = publication.prefix { $0 != "(" && $0 != "," }.description.trimmedField
    if !publisher.isEmpty { book.publisher = HTMLText.decodingEntities(publisher) }
    book.language = languages.first.flatMap(LanguageNames.tag)
    let review = HTMLText.plain(review)
    if !review.isEmpty { book.review = review }
    book.notes = comments.map(HTMLText.plain).filter { !$0.isEmpty }
    if !id.isEmpty { book.source = "librarything:\(id)" }
    book.added = added
    var shelves = tags
    for collection in collections {
      switch collection.lowercased() {
      case "your library": break
      case "currently reading": book.section = .reading
      case "to read", "wishlist": book.section = book.section ?? .want
      case "read but unowned": book.section = book.section ?? .read
      default: shelves.append(collection)
      }
      if collection.lowercased() == "wishlist" { shelves.append(collection) }
    }
    book.shelves = shelves.map(HTMLText.decodingEntities)
    if let finish {
      book.readings = [BookReading(start: start, finish: finish)]
      if book.section != .reading { book.section = .read }
    } else if let start {
      // The reading started; unless the book is marked as read, it is in progress.
      switch book.section {
      case .read: book.readings = [BookReading(start: start, finish: .unknown)]
      default:
        book.section = .reading
        book.readings = [BookReading(start: start)]
      }
    }
  }
}

enum LanguageNames {
  /// Returns the tag of a language, such as `en`; an unknown name in lower case; nil for an empty
  /// text and `und`.
  static func tag(_ name: String) -> String? {
    let name = name.trimmedField.lowercased()
    guard !name.isEmpty, name != "und" else { return nil }
    return tags[name] ?? name
  }

  private static let tags: [String: String] = [
    "english": "en", "eng": "en", "german": "de", "deu": "de", "ger": "de", "french": "fr",
    "fra": "fr", "fre": "fr", "spanish": "es", "spa": "es", "italian": "it", "ita": "it",
    "dutch": "nl", "nld": "nl", "dut": "nl", "portuguese": "pt", "por": "pt", "swedish": "sv",
    "swe": "sv", "danish": "da", "dan": "da", "norwegian": "no", "nor": "no", "finnish": "fi",
    "fin": "fi", "polish": "pl", "pol": "pl", "czech": "cs", "ces": "cs", "cze": "cs",
    "russian": "ru", "rus": "ru", "latin": "la", "lat": "la", "greek": "el", "ell": "el",
    "greek (ancient)": "grc", "grc": "grc", "japanese": "ja", "jpn": "ja", "chinese": "zh",
    "zho": "zh", "chi": "zh", "korean": "ko", "kor": "ko", "arabic": "ar", "ara": "ar",
    "hebrew": "he", "heb": "he", "turkish": "tr", "tur": "tr", "hungarian": "hu", "hun": "hu",
    "catalan": "ca", "cat": "ca", "ukrainian": "uk", "ukr": "uk", "romanian": "ro", "ron": "ro",
  ]
}
