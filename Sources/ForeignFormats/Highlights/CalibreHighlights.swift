import Foundation
import JSON
import Quoting

extension ForeignFormat {
  static let calibreHighlights = ForeignFormat(
    "calibre", "calibre", highlightsIn: ImportedFile.databases.union(["json"])
  ) { file in
    file.isDatabase
      ? try CalibreHighlights.read(file.database()) : try CalibreHighlights.read(json: file.json())
  }
}

enum CalibreHighlights {
  /// Reads a library. Returns nil for any other database, and if all annotations are reading
  /// positions.
  static func read(_ tables: ForeignTables) throws(ForeignRefusal) -> HighlightFile? {
    guard tables.has("annotations", "book", "annot_type", "annot_data"),
      tables.has("books", "id", "title")
    else { return nil }
    var file = HighlightFile(program: "a library of calibre")
    let books = try books(tables)
    var latest = Latest()
    let isCut = try tables.forEach(
      "annotations", ["book", "annot_type", "annot_data"], order: "id"
    ) { row in
      guard let data = row["annot_data"], let value = try? JSONValue(parsing: Array(data.utf8))
      else {
        return file.unreadable.append("an annotation is damaged")
      }
      let id = row["book"] ?? ""
      let book = books[id] ?? ForeignHighlightedBook(title: "", sources: ["calibre:\(id)"])
      latest.take(value, of: book, kind: row["annot_type"], in: &file)
    }
    if isCut {
      file.unreadable.append("everything after the first \(HighlightLimits.records) entries")
    }
    latest.finish(&file)
    return file.count == 0 && file.leftOut.isEmpty ? nil : file
  }

  static func read(json value: JSONValue?) -> HighlightFile? {
    guard let value, value["type"]?.string == "calibre_annotation_collection" else { return nil }
    var file = HighlightFile(program: "an export of calibre's annotations")
    var latest = Latest()
    for value in (value["annotations"]?.array ?? []).prefix(HighlightLimits.records) {
      let inner = value["annotation"] ?? value
      let title = value["book_title"]?.string ?? value["title"]?.string ?? ""
      let authors = (value["book_authors"] ?? value["authors"])?.array?.compactMap(\.string) ?? []
      let id = value["book_id"]?.int.map { ["calibre:\($0)"] } ?? []
      latest.take(
        inner, of: ForeignHighlightedBook(title: title.oneLine, authors: authors, sources: id),
        kind: nil, in: &file)
    }
    latest.finish(&file)
    return file
  }

  /// Collects annotations. If an annotation has several states, keeps the newest, as in calibre.
  private struct Latest {
    private var highlights: [(book: ForeignHighlightedBook, highlight: ForeignHighlight)] = []
    private var byID: [String: Int] = [:]

    mutating func take(
      _ value: JSONValue, of book: ForeignHighlightedBook, kind: String?,
      in file: inout HighlightFile
    ) {
      switch value["type"]?.string ?? kind ?? "" {
      case "highlight": break
      case "bookmark": return file.leaveOut("bookmarks", "they mark only a page")
      case "last-read": return
      default: return file.unreadable.append("an annotation has an unknown type")
      }
      if value["removed"]?.bool == true {
        return file.leaveOut("deleted highlights", "they were deleted in calibre")
      }
      let text = value["highlighted_text"]?.string.paragraphs ?? ""
      let note = value["notes"]?.string.paragraphs?.nonEmpty
      guard !text.isEmpty || note != nil else {
        return file.unreadable.append("a highlight without text")
      }
      let order =
        AppleBooks.order("/\(value["spine_index"]?.int ?? 0)")
        + AppleBooks.order(value["start_cfi"]?.string ?? "")
      let chapters = value["toc_family_titles"]?.array?.compactMap(\.string) ?? []
      let highlight = ForeignHighlight(
        id: value["uuid"]?.string.map { "calibre:\($0)" }, text: text, note: note,
        position: HighlightPosition(order: order), chapter: chapters.last?.oneLine.nonEmpty,
        date: value["timestamp"]?.string.map { String($0.prefix(40)) },
        color: value["style"]?["which"]?.string)
      guard let id = highlight.id, let index = byID[id] else {
        if let id = highlight.id { byID[id] = highlights.count }
        return highlights.append((book, highlight))
      }
      file.merged += 1
      if (highlight.date ?? "") > (highlights[index].highlight.date ?? "") {
        highlights[index].highlight = highlight
      }
    }

    func finish(_ file: inout HighlightFile) {
      for (book, highlight) in highlights { file.add(highlight, of: book) }
      for index in file.books.indices {
        file.books[index].highlights = file.books[index].highlights.inBookOrder
      }
    }
  }

  private static func books(
    _ tables: ForeignTables
  ) throws(ForeignRefusal) -> [String: ForeignHighlightedBook] {
    let authors = try CalibreLibrary.authors(tables)
    let isbns = try CalibreLibrary.isbns(tables)
    var books: [String: ForeignHighlightedBook] = [:]
    _ = try tables.forEach("books", ["id", "title", "uuid"]) { row in
      guard let id = row["id"] else { return }
      books[id] = ForeignHighlightedBook(
        title: row.line("title") ?? "",
        authors: (authors[id] ?? []).compactMap(\.oneLine.nonEmpty).map(ForeignNames.firstLast),
        isbn: isbns[id]?.last?.oneLine.nonEmpty,
        sources: ["calibre:\(row.line("uuid") ?? id)"])
    }
    return books
  }
}

extension Optional where Wrapped == String {
  fileprivate var paragraphs: String? { map(\.paragraphs) }
}
