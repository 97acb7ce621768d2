import Books
import Foundation
import JSON
import LanguageServerProtocol
import Notebook
import NotebookFile

extension Feature {
  /// `{section?, year?, author?, sort?, reverse?, limit?, covers?}` -> `{books}`: the rows of a
  /// list of books, by section, and in `read` by year. With `covers`, the first `mostCovers` books
  /// have a `cover`, if there is one: the URI of an image file in the user's cache.
  static let listBooks = Feature("commonplace/listBooks", queue: .notebook) { _ in
    (["experimental", "commonplace", "listBooks"], true)
  } answer: { (context, params: ListBooksParams) throws(ResponseError) -> JSONValue in
    let names = context.clientNotes.names
    let (shown, covers, path) = try context.notebook.ask { (notebook) throws(NotebookError) in
      let rows = params.selection.listing.listed(try notebook.books.list())
      let shown = rows.prefix(max(0, params.limit ?? .max))
      var covers: [String: URL] = [:]
      for row in shown.prefix(params.hasCovers ? mostCovers : 0) where covers[row.note.id] == nil {
        covers[row.note.id] = try notebook.books.cover(of: row.note.id).flatMap {
          ImageFiles.standard.file(ofPicture: $0.data)
        }
      }
      return (shown, covers, notebook.path)
    }
    return [
      "books": .array(
        shown.map { row in
          var json = row.json(as: names.uri(of: row.note, in: path))
          json["cover"] = covers[row.note.id]?.absoluteString.json
          return .object(json)
        })
    ]
  }
}

/// The maximum number of books whose covers are sent: about one screen. Their files must fit into
/// the cache (`ImageFiles.most`).
private let mostCovers = 50

private struct ListBooksParams: JSONDecodable {
  var selection = BookSelection()
  var limit: Int?
  var hasCovers: Bool

  init(json: JSONValue) throws(JSONDecodingError) {
    let section: BookListSection? = try json.decodeIfPresent("section")
    selection.section = section
    selection.year = try json.decodeIfPresent("year")
    selection.author = try json.decodeIfPresent("author")
    selection.order = try json.decodeIfPresent("sort") ?? .created
    selection.isReversed = try json.decodeIfPresent("reverse") ?? false
    limit = try json.decodeIfPresent("limit")
    hasCovers = try json.decodeIfPresent("covers") ?? false
  }
}

extension BookListSection: JSONDecodable {}
extension BookListing.Order: JSONDecodable {}

extension ListedBook {
  fileprivate func json(as uri: String) -> JSONObject {
    [
      "uri": uri.json, "id": note.id.json, "title": book.title.withoutControls.json,
      "authors": book.authors.map(\.withoutControls).json, "year": book.year?.json ?? .null,
      "section": section.rawValue.json, "heading": heading(isByYear: true).json,
      "stars": .stars(stars),
      "start": (reading?.start ?? stopped?.start)?.description.json ?? .null,
      "end": (reading?.finish ?? stopped?.stop)?.description.json ?? .null,
      "tags": note.tags.json,
    ]
  }
}
