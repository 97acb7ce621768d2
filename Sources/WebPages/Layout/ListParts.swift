import Base
import Books
import MiniMarkdown
import Notebook

struct PageLinks {
  static let size = 60

  let page: Int
  let total: Int
  let path: [String]
  /// The other fields of the address, which links keep.
  let query: [(name: String, value: String)]

  private var count: Int { max(1, (total + Self.size - 1) / Self.size) }

  /// Pages are counted from 1.
  static func slice<Element>(_ list: [Element], page: Int) -> ArraySlice<Element> {
    let (start, overflow) = (page - 1).multipliedReportingOverflow(by: size)
    guard !overflow, start >= 0, start < list.count else { return [] }
    return list[start..<min(list.count, start + size)]
  }

  var html: HTML {
    guard count > 1 else { return HTML() }
    return HTML(.nav, .class("pager"), .set(.ariaLabel, "Pages of this list")) {
      if page > 1 { link("← Previous", page - 1, "prev") }
      HTML(.span) { "Page \(page) of \(count)" }
      if page < count { link("More →", page + 1, "next") }
    }
  }

  private func link(_ words: String, _ page: Int, _ rel: String) -> HTML {
    let address = HTML.Address(HTML.Path(path: path, query: query + [("page", "\(page)")]))
    return HTML(.a, .href(address), .set(.rel, rel)) { words }
  }
}

enum NoteParts {
  static func list(_ notes: some Sequence<NoteSummary>) -> HTML {
    HTML(.ul, .class("rows")) {
      for note in notes {
        HTML(.li, .class("row")) {
          link(note)
          if let summary = note.summary?.trimmed, !summary.isEmpty {
            HTML(.span, .class("by"), .set(.dir, "auto")) { Words.short(summary, 200) }
          }
          HTML(.span, .class("facts")) { Words.day(note.modified) }
        }
      }
    }
  }

  static func link(_ note: NoteSummary) -> HTML {
    HTML(.a, .href(HTML.Address("note", note.id)), .set(.dir, "auto")) {
      Words.short(note.title, 300)
    }
  }

  static func tags(_ tags: [String]) -> HTML {
    guard !tags.isEmpty else { return HTML() }
    return HTML(.ul, .class("tags")) {
      for tag in tags.prefix(60) { HTML(.li) { self.tag(tag) } }
    }
  }

  static func tag(_ tag: String) -> HTML {
    HTML(.a, .class("tag"), .href(address(ofTag: tag)), .set(.dir, "auto")) {
      Words.short(tag, 80)
    }
  }

  static func address(ofTag tag: String) -> HTML.Address {
    HTML.Address("tag", tag.hasPrefix("#") ? String(tag.dropFirst()) : tag)
  }
}

enum QuoteParts {
  static func html(_ quote: FoundQuote, isLinked: Bool = true) -> HTML {
    HTML(.figure, .class("quote")) {
      HTML(.blockquote, .set(.dir, "auto")) { quote.words }
      HTML(.figcaption) {
        "— "
        HTML(.a, .href(noteAddress(quote)), .set(.dir, "auto")) { source(quote.note) }
        if let location = quote.location { HTML(.span, .class("place")) { " (\(location))" } }
        if isLinked {
          " "
          HTML(
            .a, .class("quiet"), .href(HTML.Address("quote", quote.note.id, "\(quote.line)"))
          ) { "Share" }
        }
      }
    }
  }

  static func noteAddress(_ quote: FoundQuote) -> HTML.Address {
    HTML.Address(
      "note", quote.note.id, query: [("line", "\(quote.line)")],
      fragment: NoteHTML.markedFragment)
  }

  /// Returns the authors and the title of the book, or else the note's title.
  static func source(_ note: NoteSummary) -> String {
    guard let book = note.book, !book.title.isEmpty else { return note.title }
    let authors = Words.authors(book.authors)
    return authors.isEmpty ? book.title : "\(authors), \(book.title)"
  }
}
