import Base
import LanguageServerProtocol
import MiniMarkdown
import Notebook
import NotebookFile
import NotebookIndex
import NotebookReview
import PackratParsing

extension HoverSource {
  /// The note that a link matches: its title, its book and its first paragraphs.
  static let noteLink = HoverSource(
    kinds: [.text, .delimiter, .clozeAnswer, .clozeHint, .tab]
  ) { request, _ in
    guard let link = request.document.noteLink(at: request.offset), !link.isWithinNote,
      request.context.links.canLookUpLinks,
      let notes = try? request.context.links.notes(meantBy: link),
      request.context.notebook.opened != nil
    else { return nil }
    return HoverText(range: link.range, text: request.context.links.description(of: notes))
  }
}

extension LinkRequests {
  fileprivate func description(of notes: [NoteSummary]) -> MarkupText {
    var text = MarkupText()
    guard let note = notes.first else {
      text.add(.plain("No note matches this link."))
      return text
    }
    if notes.count > 1 {
      text.add(.plain("This link matches \(notes.count.counted("note")):"))
      text.add(list: notes.map { [.plain($0.title)] })
      return text
    }
    text.add(.strong(note.title))
    if let book = note.book { text.add(.plain(book.citation)) }
    let stored =
      context.openNoteDocuments[note.id]?.snapshot.text
      ?? (try? notebook.opened?.note(id: note.id))?.text
    let beginning = stored.map { MiniMarkdownDocument($0).snapshot.beginning } ?? []
    for paragraph in beginning { text.add(.plain(paragraph)) }
    return text
  }
}

extension DocumentSnapshot {
  /// The first paragraphs in Markdown, without front matter and headings, each cut to 600 bytes. At
  /// most four, until they have more than 400 characters in all.
  fileprivate var beginning: [String] {
    let front = ForeignText(self).parts.first.flatMap { $0.kind == .frontMatter ? $0.range : nil }
    var paragraphs: [String] = []
    var length = 0
    for block in blocks where block.range.lowerBound >= front?.upperBound ?? 0 {
      guard let kind = block.nodes.first?.kind, kind != .blankLine, kind != .header else {
        continue
      }
      let paragraph = block.text(
        in: block.range.lowerBound..<min(block.range.upperBound, block.range.lowerBound + 600)
      )
      .trimmed
      if paragraph.isEmpty { continue }
      paragraphs.append(paragraph)
      length += paragraph.count
      if length > 400 || paragraphs.count == 4 { break }
    }
    return paragraphs
  }
}
