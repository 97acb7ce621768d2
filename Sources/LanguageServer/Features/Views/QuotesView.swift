import Books
import LanguageServerProtocol
import MiniMarkdown
import Notebook
import NotebookFile

extension RenderedView {
  /// Renders random quotes, each above a link to its note. Equal seeds give equal quotes while the
  /// notebook does not change.
  init(quotes count: Int, seed: UInt64, in notebook: Notebook) throws(NotebookError) {
    let quotes = try notebook.quotes.random(count, seed: seed)
    append("# Quotes\n")
    if quotes.isEmpty { append("\nNo quotes in this notebook yet.\n") }
    for quote in quotes {
      append("\n\(quote.text.withoutEmptyLines)\n\n")
      append("— ")
      append(
        quote.source.withoutControls,
        linkingTo: quote.note.uri(in: notebook.path) + "#L\(quote.line + 1)")
      append("\n")
    }
  }
}

extension FoundQuote {
  fileprivate var source: String {
    guard let book = note.book, !book.title.isEmpty else { return note.title }
    return book.authors.isEmpty
      ? book.title : "\(book.authors.joined(separator: ", ")), \(book.title)"
  }
}

extension String {
  fileprivate var withoutEmptyLines: String {
    split(separator: "\n").joined(separator: "\n")
  }
}
