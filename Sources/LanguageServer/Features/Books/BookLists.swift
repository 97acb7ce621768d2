import Books
import JSON
import LanguageServerProtocol
import NotebookFile
import Notebook

extension Feature {
  /// `{section?, year?, author?, sort?, reverse?, limit?}` -> `{books}`: the rows of a list of books, section
  /// by section, and in `read` year by year.
  static let listBooks = Feature("commonplace/listBooks", queue: .notebook) { _ in
    (["experimental", "commonplace", "listBooks"], true)
  } answer: { (context, params: ListBooksParams) throws(ResponseError) -> JSONValue in
    let names = context.clientNotes.names
    let (rows, path) = try context.notebook.ask { (notebook) throws(NotebookError) in
      (params.selection.listing.listed(try notebook.listedBooks()), notebook.path)
    }
    let shown = rows.prefix(max(0, params.limit ?? .max))
    return ["books": .array(shown.map { $0.json(as: names.uri(of: $0.note, in: path)) })]
  }
}

private struct ListBooksParams: JSONDecodable {
  var selection = BookSelection()
  var limit: Int?

  init(json: JSONValue) throws(JSONDecodingError) {
    let section: BookShelf? = try json.decodeIfPresent("section")
    selection.shelf = section
    selection.year = try json.decodeIfPresent("year")
    selection.author = try json.decodeIfPresent("author")
    selection.order = try json.decodeIfPresent("sort") ?? .created
    selection.isReversed = try json.decodeIfPresent("reverse") ?? false
    limit = try json.decodeIfPresent("limit")
  }
}

extension BookShelf: JSONDecodable {}
extension BookListing.Order: JSONDecodable {}

extension ListedBook {
  fileprivate func json(as uri: String) -> JSONValue {
    [
      "uri": uri.json, "id": note.id.json, "title": book.title.withoutControls.json,
      "authors": book.authors.map(\.withoutControls).json, "year": book.year?.json ?? .null,
      "section": shelf.rawValue.json, "heading": heading(isByYear: true).json,
      "stars": .stars(stars),
      "start": (reading?.start ?? stopped?.start)?.description.json ?? .null,
      "end": (reading?.finish ?? stopped?.stop)?.description.json ?? .null,
      "tags": note.tags.json,
    ]
  }
}

extension JSONValue {
  /// Stars: a whole number where it is one.
  static func stars(_ stars: Double?) -> JSONValue {
    guard let stars else { return .null }
    return Int(exactly: stars).map(\.json) ?? .double(stars)
  }
}
