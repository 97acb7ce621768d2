import Base
import Books
import Foundation
import MiniMarkdown
import Notebook
import NotebookFile
import PackratParsing
import SpacedRepetition

struct BookPage: WebPage {
  var note: NoteSummary
  var record: BookRecord
  var shelved: ShelvedBook
  var links: LinkedNotes
  var chapters: [NoteHTML.Chapter] = []
  var quotes: [FoundQuote] = []
  var prompts: [Prompt] = []
  /// Number of all prompts, shown or not.
  var promptCount = 0
  var isReadOnly = false
  var isCoverComing = false
  var refusal: BookForm.Refused?

  struct Prompt: Sendable, Equatable {
    var words: String
    var due: String
  }

  private static let (mostQuotes, mostPrompts) = (30, 60)

  /// Nil if the note is missing, in the trash, or not about a book.
  init?(_ visit: Visit) throws(NotebookError) {
    guard let summary = try visit.note(),
      let record = try visit.notebook.books.record(of: summary.id)
    else {
      return nil
    }
    (note, self.record) = (summary, record)
    let covers = try visit.notebook.books.notesWithCover(among: [summary.id])
    shelved = ShelvedBook(
      id: summary.id, title: record.title.isEmpty ? summary.title : record.title,
      authors: record.authors, stars: record.stars, hasCover: !covers.isEmpty)
    let text = try visit.notebook.note(id: summary.id).text
    let document = MiniMarkdownDocument(text).snapshot
    links = try LinkedNotes(of: summary.id, document, visit)
    chapters = NoteHTML(document, targets: .of(note: summary.id)).chapters
    quotes = Array(try visit.notebook.quotes.of([summary]).prefix(Self.mostQuotes))
    isReadOnly = visit.site.isReadOnly
    isCoverComing = visit.site.lookups.isFetchingCover(of: summary.id)
    refusal = visit.field("refused").flatMap(BookForm.Refused.init(rawValue:))
    let states = try visit.notebook.notes.promptStates(of: summary.id)
    let blocks = document.promptBlocks(in: 0..<document.count)
    promptCount = blocks.reduce(0) { $0 + $1.prompts.promptCount }
    for block in blocks.prefix(Self.mostPrompts) {
      prompts.append(Prompt(block, states, now: Date()))
    }
  }

  var title: String { shelved.title }
  var part: SitePart? { .shelf }

  @HTMLBuilder var main: HTML {
    HTML(.div, .class("bookhead")) {
      shelved.cover
      HTML(.div) {
        HTML(.h1, .set(.dir, "auto")) { shelved.title }
        HTML(.p, .class("by")) { authors }
        HTML(.p) {
          StarParts.html(record.stars)
          " "
          HTML(.span, .class("section")) { record.section.heading }
          if let page = record.page { ", page \(page)" }
        }
        HTML(.p) {
          HTML(.a, .class("button"), .href(HTML.Address("note", note.id))) { "Read the note" }
        }
      }
    }
    if isCoverComing {
      HTML(.p, .class("quiet"), .set(.role, "status")) { "Fetching the cover…" }
    }
    if let refusal { HTML(.p, .class("notice"), .set(.role, "alert")) { refusal.sentence } }
    if !isReadOnly { BookForm.html(record, of: note.id) }
    HTML(.div, .class("columns")) {
      HTML(.section) {
        HTML(.h2) { "Record" }
        facts
        NoteParts.tags(note.tags)
      }
      if !record.readings.isEmpty || !record.stopped.isEmpty {
        HTML(.section) {
          HTML(.h2) { "Readings" }
          HTML(.ul, .class("rows")) {
            for reading in record.readings { HTML(.li, .class("row")) { words(reading) } }
            for stopped in record.stopped { HTML(.li, .class("row")) { words(stopped) } }
          }
        }
      }
      if !chapters.isEmpty {
        HTML(.section) {
          HTML(.h2) { "Chapters of the note" }
          Contents(chapters: chapters, note: note.id).html
        }
      }
    }
    if let review = record.review?.trimmed, !review.isEmpty {
      HTML(.section) {
        HTML(.h2) { "Review" }
        HTML(.p, .class("lines"), .set(.dir, "auto")) { review }
      }
    }
    if !quotes.isEmpty {
      HTML(.section) {
        HTML(.h2) { "Quotes" }
        for quote in quotes { QuoteParts.html(quote) }
      }
    }
    LinkParts.html(links)
    if !prompts.isEmpty {
      HTML(.section) {
        HTML(.h2) { "Prompts" }
        HTML(.ul, .class("rows")) {
          for prompt in prompts {
            HTML(.li, .class("row")) {
              HTML(.span, .set(.dir, "auto")) { prompt.words }
              HTML(.span, .class("facts")) { prompt.due }
            }
          }
        }
        HTML(.p, .class("quiet")) {
          promptCount == 1 ? "1 prompt" : "\(promptCount) prompts in all"
        }
        if !isReadOnly {
          FormParts.post(HTML.Path("review")) {
            FormParts.hidden("note", note.id)
            FormParts.button("Review this book")
          }
        }
      }
    }
  }

  @HTMLBuilder private var authors: HTML {
    for (number, author) in record.authors.prefix(20).enumerated() {
      if number > 0 { ", " }
      HTML(
        .a, .href(HTML.Address("shelf", query: [("author", author), ("sort", "title")])),
        .set(.dir, "auto")
      ) { author }
    }
  }

  private var facts: HTML {
    let series = record.series.map { name in
      record.seriesNumber.map { "\(name), \($0)" } ?? name
    }
    let all: [(String, String?)] = [
      ("First published", record.originalYearPublished.map { "\($0)" }),
      ("This edition", record.yearPublished.map { "\($0)" }),
      ("Publisher", record.publisher), ("Pages", record.pages.map { "\($0)" }),
      ("ISBN", record.isbn?.thirteen ?? record.wrongISBNs.first), ("Series", series),
      ("Language", record.language),
      ("Genres", record.tags.isEmpty ? nil : record.tags.prefix(20).joined(separator: ", ")),
      ("Added", record.added.map { Words.day($0) }),
    ]
    return HTML(.dl, .class("facts")) {
      for (name, value) in all {
        if let value, !value.isEmpty {
          HTML(.div) {
            HTML(.dt) { name }
            HTML(.dd, .set(.dir, "auto")) { value }
          }
        }
      }
    }
  }

  private func words(_ reading: BookReading) -> String {
    let (start, finish) = (Words.date(reading.start), Words.date(reading.finish))
    if reading.isOpen { return start.isEmpty ? "Reading" : "Reading since \(start)" }
    let days = reading.dayCount.map { $0 == 1 ? " (1 day)" : " (\($0) days)" } ?? ""
    if start.isEmpty { return finish.isEmpty ? "Read, date unknown" : "Finished \(finish)" }
    return "\(start) to \(finish.isEmpty ? "an unknown day" : finish)\(days)"
  }

  private func words(_ stopped: StoppedReading) -> String {
    let day = Words.date(stopped.stop)
    let page = stopped.page.map { ", on page \($0)" } ?? ""
    return day.isEmpty ? "Did not finish\(page)" : "Did not finish, \(day)\(page)"
  }
}

extension BookPage.Prompt {
  init(_ block: PromptBlock, _ states: PromptStates, now: Date) {
    words = Words.short(
      block.prompts.rawValue.split(whereSeparator: \.isNewline).joined(separator: " ").trimmed, 160)
    guard let known = states[block.prompts] else {
      due = "not scheduled yet"
      return
    }
    let asked = known.enumerated().filter {
      !states.suspended(in: block.prompts).contains($0.offset)
    }
    if asked.isEmpty {
      due = "suspended"
    } else if asked.contains(where: { $0.element.due == nil }) {
      due = asked.allSatisfy { $0.element.reviewCount == 0 } ? "new" : "due"
    } else {
      due = asked.compactMap(\.element.due).min().map { Words.due($0, now: now) } ?? ""
    }
  }
}
