import Base
import Books
import FrontMatter
import JSON
import LanguageServerProtocol
import Notebook
import NotebookFile
import PackratParsing

extension CompletionSource {
  static let records = CompletionSource(triggers: []) { request in
    guard
      let completable = BookDocument.completable(at: request.offset, in: request.snapshot.text)
    else {
      return nil
    }
    switch completable {
    case .name(let typed, let range): return request.names(typed, range)
    case .value(let field, let typed, let range, let form):
      return request.values(of: field, typed, range, form)
    }
  }
}

private let valueLimit = 50

extension CompletionRequest {
  fileprivate func names(_ typed: String, _ bytes: Range<Int>) -> CompletionList {
    let range = range(bytes)
    let hasColon = snapshot.text(in: bytes.upperBound..<min(bytes.upperBound + 1, snapshot.count))
      .hasPrefix(":")
    return CompletionList(
      items: BookDocument.names.enumerated().filter { $1.contains(typed.lowercased()) }
        .map { index, name in
          CompletionItem(
            label: name, kind: .property, sortText: String(100 + index), filterText: name,
            textEdit: TextEdit(range: range, newText: name + (hasColon ? "" : ": ")))
        })
  }

  fileprivate func values(
    of field: String, _ typed: String, _ bytes: Range<Int>, _ form: BookDocument.Form
  ) -> CompletionList? {
    let known = context.books.words.values[field] ?? []
    let sought = typed.plainlySpelled
    let found = known.filter { sought.isEmpty || $0.plainlySpelled.contains(sought) }
    let range = range(bytes)
    return CompletionList(
      isIncomplete: found.count > valueLimit,
      items: found.prefix(valueLimit).enumerated().map { index, value in
        let written = BookDocument.written(value, as: form)
        // Clients compare the filter text with the text that is replaced.
        let replaced = snapshot.text(in: bytes.lowerBound..<max(bytes.lowerBound, offset))
        let quote = replaced.hasPrefix("\"") ? "\"" : ""
        return CompletionItem(
          label: value.withoutControls, kind: .value, sortText: String(1000 + index),
          filterText: quote + value, textEdit: TextEdit(range: range, newText: written))
      })
  }
}

extension BookRequests {
  /// The values in the records of the notebook's books; empty if the notebook cannot be read. Cost:
  /// linear in its notes, once for each state of the notebook.
  fileprivate var words: BookWords {
    let words = try? memory.records.words.value(at: { notebook.generation }) {
      (_) throws(ResponseError) in
      try notebook.ask { (notebook) throws(NotebookError) in try notebook.bookWords() }
    }
    return words ?? BookWords()
  }
}

extension Notebook {
  fileprivate func bookWords() throws(NotebookError) -> BookWords {
    var counts: [String: [String: Int]] = [:]
    func count(_ value: String?, _ field: String) {
      guard let value = value?.trimmed, !value.isEmpty else { return }
      counts[field, default: [:]][value, default: 0] += 1
    }
    try notes.forEach { note in
      guard let book = note.book else { return }
      for author in book.authors { count(author, "authors") }
      for tag in book.tags { count(tag, "tags") }
      count(book.publisher, "publisher")
    }
    for own in try books.ownValues().values {
      count(own["series"]?.string, "series")
      count(own["language"]?.string, "language")
    }
    return BookWords(counts)
  }
}
