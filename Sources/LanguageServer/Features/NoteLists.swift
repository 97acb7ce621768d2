import Base
import Books
import Foundation
import JSON
import LanguageServerProtocol
import Notebook
import NotebookFile
import NotebookSearch

extension Feature {
  /// `{tag?, query?, sort?, reverse?, limit?, cursor?, since?}` ->
  /// `{notes, total, next?, state?, removed?}`. `sort` is `modified` (newest first), `created`,
  /// `title`, `author` or `due`. Without `sort`, the newest notes are first; with `query`, the best
  /// matches. With `limit`, `next` is the `cursor` of the next page.
  ///
  /// With `since`, an earlier `state`, `notes` contains only the notes changed since then, and
  /// `removed` the IDs of changed notes that are not in the list. If the result has no `removed`,
  /// `notes` contains the list itself, not its changes.
  static let listNotes = Feature("commonplace/listNotes", queue: .notebook) { _ in
    (["experimental", "commonplace", "listNotes"], true)
  } answer: { (context, params: ListNotesParams) throws(ResponseError) -> JSONValue in
    if params.order.key == .due { try context.requireDuePrompts() }
    let path = try context.notebook.notebook().path
    let (page, rows) = try context.notebook.ask { (notebook) throws(NotebookError) in
      let page = try context.memory.lists.page(
        params.page, of: notebook, selection: params.selection
      ) {
        (notebook) throws(NotebookError) in try params.select(from: notebook)
      }
      return (page, ListRows(page.notes, in: notebook, params.order))
    }
    return page.json { $0.listed(as: context.clientNotes.names.uri(of: $0, in: path), rows) }
  }

  /// `{}` -> `{tags: [{tag, noteCount, isImplied}]}`, in alphabetical order.
  static let listTags = Feature("commonplace/listTags", queue: .notebook) { _ in
    (["experimental", "commonplace", "listTags"], true)
  } answer: { (context, _: JSONValue) throws(ResponseError) -> JSONValue in
    _ = try context.notebook.notebook()
    return [
      "tags": .array(
        context.notebook.tags.map {
          [
            "tag": $0.tag.json, "noteCount": $0.noteCount.json, "isImplied": $0.isImplied.json,
          ]
        })
    ]
  }
}

private struct ListNotesParams: JSONDecodable {
  var tag: String?
  var query: String?
  var order = NoteOrder()
  var page: ListedPage.Params

  init(json: JSONValue) throws(JSONDecodingError) {
    tag = try json.decodeIfPresent("tag")
    query = try json.decodeIfPresent("query")
    order.key = try json.decodeIfPresent("sort")
    order.isReversed = try json.decodeIfPresent("reverse") ?? false
    page = try ListedPage.Params(json: json)
  }

  var selection: String {
    "\([tag, query, order.key?.rawValue])\(order.isReversed)"
  }

  func select(from notebook: Notebook) throws(NotebookError) -> [NoteSummary] {
    var notes = try notebook.notes.all(tag: tag)
    if let query, !query.isEmpty {
      let hits = try notebook.searches.notes(matching: SearchQuery(parsing: query))
      let wanted = Set(notes.map(\.id))
      notes = hits.filter { wanted.contains($0.id) }
    }
    return try order.sorted(notes, in: notebook)
  }
}

extension Book {
  fileprivate var listed: JSONValue {
    [
      "title": title.withoutControls.json, "authors": authors.map(\.withoutControls).json,
      "year": year?.json,
    ]
  }
}

extension NoteSummary {
  /// The book's title, if it differs from the note's, with authors and year, for lists; nil if all
  /// are missing.
  var byline: String? {
    guard let book else { return nil }
    let title = book.title == self.title ? [] : [book.title]
    let names = (title + book.authors).filter { !$0.isEmpty }.joined(separator: ", ")
    let line = [names, book.year.map { "(\($0))" } ?? ""].filter { !$0.isEmpty }
      .joined(separator: " ").withoutControls
    return line.isEmpty ? nil : line
  }

  fileprivate func listed(as uri: String, _ rows: ListRows) -> JSONValue {
    [
      "uri": uri.json, "id": id.json, "title": title.withoutControls.json,
      "tags": tags.json, "summary": summary?.json, "modified": Timestamps.json(modified).json,
      "created": Timestamps.json(created).json, "trashed": isTrashed.json,
      "section": section?.rawValue.json, "book": book.map(\.listed),
      "byline": byline?.json, "date": rows.date(of: self).json, "due": rows.due(of: self)?.json,
    ]
  }
}
