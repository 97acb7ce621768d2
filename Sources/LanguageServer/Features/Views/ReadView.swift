import JSON
import LanguageServerProtocol
import Notebook
import NotebookFile
import PackratParsing

extension Feature {
  /// `{uri}` -> `{text, title}`: renders a `commonplace-view:` document, for clients without
  /// `workspace/textDocumentContent`.
  static let readView = Feature("commonplace/readView", queue: .notebook) { _ in
    (["experimental", "commonplace", "readView"], true)
  } answer: { (context, params: TextDocumentIdentifier) throws(ResponseError) -> JSONValue in
    guard let view = ViewURI(params.uri) else {
      throw .invalidParams(
        "uri: expected commonplace-view://NOTEBOOK/search?q=…, …/books or another view")
    }
    let rendered = try context.views.render(view)
    return ["text": rendered.text.json, "title": rendered.windowTitle.json]
  }
}

extension ViewRequests {
  func render(_ view: ViewURI) throws(ResponseError) -> RenderedView {
    let rendered: RenderedView
    switch view.content {
    case .search(let query):
      rendered = try notebook.ask { (notebook) throws(NotebookError) in
        try RenderedView(search: query, in: notebook)
      }
    case .quotes(let seed, let count):
      rendered = try notebook.ask { (notebook) throws(NotebookError) in
        try RenderedView(quotes: count, seed: seed, in: notebook)
      }
    case .books(let selection):
      let names = clientNotes.names
      rendered = try notebook.ask { (notebook) throws(NotebookError) in
        try RenderedView(books: selection, in: notebook) { names.uri(of: $0, in: notebook.path) }
      }
    case .around(let note):
      let names = clientNotes.names
      rendered = try notebook.ask { (notebook) throws(NotebookError) in
        try RenderedView(around: note, in: notebook) { names.uri(of: $0, in: notebook.path) }
      }
    case .review(let selection): return try context.reviews.render(reviewOf: selection, in: view)
    case .trash, .conflicts, .history, .text, .difference:
      let names = clientNotes.names
      rendered = try notebook.ask { (notebook) throws(NotebookError) in
        try RenderedView(view.content, in: notebook) {
          names.uri(of: $0, title: $1, in: notebook.path)
        }
      }
    }
    memory.views.remember(rendered, of: view.content)
    return rendered
  }

  /// Returns the links of an open view; empty if the client shows another text.
  func links(ofView view: ViewURI, in document: OpenDocument) -> [RenderedView.Link] {
    let text = document.snapshot.text
    if let known = memory.views.view(of: view.content, saying: text) { return known.links }
    // Reviews may only be rendered in the notebook's queue.
    if case .review = view.content { return [] }
    guard let rendered = try? render(view), rendered.text.utf8.elementsEqual(text.utf8) else {
      return []
    }
    return rendered.links
  }
}
