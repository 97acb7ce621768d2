import Base
import Books
import LanguageServerProtocol
import Notebook
import NotebookFile

extension BookSelection {
  fileprivate var words: String {
    let parts = [
      section?.heading, year.map { "read in \($0)" }, author.map { "by \($0.withoutControls)" },
      order == .created ? nil : "sorted by \(order.rawValue)",
    ]
    let words = parts.compactMap(\.self).joined(separator: ", ")
    return words.isEmpty ? "Books" : "Books: \(words)"
  }
}

private let listLimit = 5000

extension RenderedView {
  /// Renders books by section, read ones by year; each line links to the note.
  init(
    books selection: BookSelection, in notebook: Notebook, uri: (NoteSummary) -> String
  ) throws(NotebookError) {
    let rows = selection.listing.listed(try notebook.books.list())
    append("# \(selection.words)\n")
    if rows.isEmpty { append("\nNo books match.\n") }
    var heading: String?
    for row in rows.prefix(listLimit) {
      let next = row.heading(isByYear: true)
      if next != heading {
        append("\n## \(next)\n\n")
        heading = next
      }
      append("- ")
      append(row.citation, linkingTo: uri(row.note))
      let facts = [Stars.text(row.stars), row.date?.description ?? ""].filter { !$0.isEmpty }
      append(facts.map { "  \($0)" }.joined() + "\n")
    }
    if rows.count > listLimit { append("\n… and \(rows.count - listLimit) more\n") }
  }
}

extension ListedBook {
  fileprivate var citation: String {
    let names = ([book.title] + book.authors).filter { !$0.isEmpty }.joined(separator: ", ")
    return (names + (book.year.map { " (\($0))" } ?? "")).withoutControls
  }
}
