import NotebookFile
import WebServer

/// A page or a form of the site, with its address and the function that answers. `Route.all` is the
/// whole list.
struct Route: Sendable {
  private enum Part {
    case name(String)
    /// One part of the path, which is passed to the route.
    case value
    case rest
  }

  let method: WebRequest.Method
  private let parts: [Part]
  let answer: @Sendable (Visit) throws(NotebookError) -> WebResponse

  /// Parses a pattern such as `note/*/history/*`; `**` at the end matches the rest of the path.
  init(
    _ method: WebRequest.Method, _ path: String,
    _ answer: @escaping @Sendable (Visit) throws(NotebookError) -> WebResponse
  ) {
    self.method = method
    parts = path.split(separator: "/").map {
      $0 == "**" ? .rest : $0 == "*" ? .value : .name(String($0))
    }
    self.answer = answer
  }

  /// Creates the route of a page. If `page` returns nil, the response is a 404 error.
  private static func page(
    _ path: String,
    _ page: @escaping @Sendable (Visit) throws(NotebookError) -> (any WebPage)?
  ) -> Route {
    Route(.get, path) { (visit) throws(NotebookError) in
      guard let page = try page(visit) else { return visit.missing }
      return visit.show(page)
    }
  }

  /// Returns the values in an address; nil if the address does not match this route.
  private func values(of path: [String]) -> [String]? {
    var values: [String] = []
    for (index, part) in parts.enumerated() {
      guard index < path.count else { return nil }
      switch part {
      case .name(let name): if path[index] != name { return nil }
      case .value: values.append(path[index])
      case .rest: return values + [path[index...].joined(separator: "/")]
      }
    }
    return path.count == parts.count ? values : nil
  }

  static func find(_ request: WebRequest) -> (Route, [String])? {
    for route in all where route.method == request.method {
      if let values = route.values(of: request.path) { return (route, values) }
    }
    return nil
  }

  static let all: [Route] = [
    page("") { (visit) throws(NotebookError) in try HomePage(visit) },
    page("shelf") { (visit) throws(NotebookError) in try ShelfPage(visit) },
    page("authors") { (visit) throws(NotebookError) in try AuthorsPage(visit) },
    page("notes") { (visit) throws(NotebookError) in try NotesPage(visit) },
    page("book/*") { (visit) throws(NotebookError) in try BookPage(visit) },
    page("note/*") { (visit) throws(NotebookError) in try NotePage(visit) },
    page("note/*/map") { (visit) throws(NotebookError) in try MapPage(visit) },
    page("called") { (visit) throws(NotebookError) in try CalledPage(visit) },
    page("note/*/history") { (visit) throws(NotebookError) in try HistoryPage(visit) },
    page("note/*/history/*") { (visit) throws(NotebookError) in try EarlierTextPage(visit) },
    Route(.post, "note/*/open") { (visit) throws(NotebookError) in try NotePage.open(visit) },
    page("note/*/conflict") { (visit) throws(NotebookError) in try ConflictPage(visit) },
    Route(.get, "search") { (visit) throws(NotebookError) in try SearchPage.answer(visit) },
    page("tags") { (visit) throws(NotebookError) in try TagsPage(visit) },
    page("tag/*") { (visit) throws(NotebookError) in try TagPage(visit) },
    page("quotes") { (visit) throws(NotebookError) in try QuotesPage(visit) },
    page("quote/*/*") { (visit) throws(NotebookError) in try QuotePage(visit) },
    Route(.get, "quote/*/*/picture") { (visit) throws(NotebookError) in
      try QuotePage.picture(visit)
    },
    page("statistics") { (visit) throws(NotebookError) in try StatisticsPage(visit) },
    page("add") { (visit) throws(NotebookError) in try AddBookPage(visit) },
    Route(.post, "add/look-up") { (visit) throws(NotebookError) in BookAdding.lookUp(visit) },
    Route(.post, "add/edition") { (visit) throws(NotebookError) in try BookAdding.take(visit) },
    Route(.post, "add") { (visit) throws(NotebookError) in try BookAdding.add(visit) },
    Route(.post, "book/*") { (visit) throws(NotebookError) in try BookForm.apply(visit) },
    page("review") { (visit) throws(NotebookError) in try ReviewStartPage(visit) },
    Route(.post, "review") { (visit) throws(NotebookError) in try ReviewForm.begin(visit) },
    page("review/*") { (visit) throws(NotebookError) in try ReviewPage(visit) },
    Route(.post, "review/*") { (visit) throws(NotebookError) in
      let response = try ReviewForm.step(visit)
      // The script replaces the card, so it gets the next page instead of a redirection.
      guard response.status == 303, visit.has("part"), let page = try ReviewPage(visit) else {
        return response
      }
      return visit.show(page)
    },
    Route(.get, "image/*/**") { (visit) throws(NotebookError) in try Pictures.image(visit) },
    Route(.get, "cover/*") { (visit) throws(NotebookError) in try Pictures.cover(visit) },
    Route(.get, "asset/*/*") { (visit) throws(NotebookError) in
      Asset.find(visit.value(), visit.value(1))?.response ?? visit.missing
    },
    // The icon for the page that lets a browser in. Its address has no digest, so it is not cached
    // permanently.
    Route(.get, "favicon.ico") { (_) throws(NotebookError) in
      var icon = Asset.icon.response
      icon.isImmutable = false
      return icon
    },
    // Requested by visible pages, so that the server is not idle.
    Route(.get, "ping") { (_) throws(NotebookError) in
      WebResponse(contentType: .json, body: Array("{}".utf8))
    },
  ]
}
