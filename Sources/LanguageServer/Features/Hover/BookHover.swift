import Books
import Foundation
import JSON
import LanguageServerProtocol
import Notebook
import NotebookFile
import PackratParsing

extension BookRequests {
  /// Returns the hover about a note's book, on the note's first line and anywhere in its record:
  /// title, authors, state, and the cover if the client shows pictures.
  func hover(in document: OpenDocument, at offset: Int) -> Hover? {
    let line = document.snapshot.line(at: offset)
    let isRecord = document.name.record != nil
    guard isRecord || line == 0, let id = document.name.record?.id ?? document.note,
      let found = try? notebook.ask({ (notebook) throws(NotebookError) in
        (try notebook.recordState(of: id), try notebook.books.cover(of: id))
      }), found.0.isBook
    else { return nil }
    let (record, cover) = (found.0.record, found.1)
    var text = MarkupText()
    text.add(.strong(record.title), .plain(record.credits))
    if !record.state.isEmpty { text.add(.plain(record.state)) }
    if let cover { text.add(.plain("Cover: \(cover.facts)")) }
    var content = text.content(for: profile.client.textDocument.hoverContentFormat)
    if let cover { content.show(cover.data, as: "cover", to: profile.client) }
    return Hover(
      contents: content,
      range: document.snapshot.lspRange(
        of: document.snapshot.lineRange(line), in: profile.encoding))
  }
}

extension BookRecord {
  fileprivate var credits: String {
    let names = authors.filter { !$0.isEmpty }.joined(separator: ", ")
    let year = (originalYearPublished ?? yearPublished).map { " (\($0))" } ?? ""
    return (names.isEmpty ? "" : ", \(names)") + year
  }

  fileprivate var state: String {
    [section.heading, sectionDate?.description, page.map { "page \($0)" }, Stars.text(stars)]
      .compactMap { $0?.isEmpty == false ? $0 : nil }.joined(separator: ", ")
  }
}

extension NoteCover {
  fileprivate var facts: String {
    "\(mimeType.withoutControls.prefix(40)), \((data.count + 500) / 1000) kB"
  }
}
