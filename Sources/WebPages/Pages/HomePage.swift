import Books
import Dispatch
import MiniMarkdown
import Notebook
import NotebookFile
import NotebookIndex
import NotebookReview

struct HomePage: WebPage {
  var reading: [ShelvedBook] = []
  /// Number of all books being read, shown or not.
  var readingCount = 0
  var notes: [NoteSummary] = []
  /// The numbers of prompts; nil while due prompts are counted.
  var counts: ReviewCounts?
  var quotes: [FoundQuote] = []
  var isReadOnly = false
  /// Whether the list of notes is still being read, which takes a while in a long notebook.
  var isBeingRead = false

  private static let (mostBooks, mostNotes, mostQuotes) = (12, 8, 5)
  private static let patience = DispatchTimeInterval.milliseconds(25)

  init() {}

  init(_ visit: Visit) throws(NotebookError) {
    isReadOnly = visit.site.isReadOnly
    try readLists(visit)
    if visit.notebook.reviews.areCounted {
      counts = try visit.notebook.reviews.counts()
    } else {
      visit.site.countDuePrompts()
    }
    quotes = try visit.notebook.quotes.some(
      Self.mostQuotes, seed: UInt64.random(in: .min ... .max))
  }

  private mutating func readLists(_ visit: Visit) throws(NotebookError) {
    var shown: [ListedBook] = []
    // A file without a working copy has no index.
    let readiness =
      visit.notebook.hasWorkingCopy
      ? visit.site.titles.readiness(of: visit.notebook, patience: Self.patience) : .failed
    if readiness == .ready,
      let last = try visit.notebook.titles.lastWritten(Self.mostNotes, books: Self.mostBooks)
    {
      (notes, readingCount) = (last.notes, last.countBeingRead)
      for note in last.beingRead { shown += try visit.notebook.books.list(of: note) }
      shown.removeAll { $0.section != .reading }
    } else if readiness != .beingMade,
      let survey = try visit.site.survey.surveySoon(of: visit.notebook)
    {
      (notes, readingCount) = (Array(survey.notes.prefix(Self.mostNotes)), survey.reading.count)
      shown = survey.reading
    } else {
      isBeingRead = true
      return
    }
    shown = Array(shown.prefix(Self.mostBooks))
    let covers = try visit.notebook.books.notesWithCover(among: shown.map(\.note.id))
    reading = shown.map { ShelvedBook($0, hasCover: covers.contains($0.note.id)) }
  }

  var title: String { SitePart.home.name }
  var part: SitePart? { .home }

  @HTMLBuilder var main: HTML {
    HTML(.h1) { title }
    if isBeingRead {
      HTML(.p, .class("notice"), .set(.role, "status"), .set(.part, "again")) {
        "Reading the notebook… "
        HTML(.a, .href(HTML.Address())) { "Reload" }
      }
    }
    if !reading.isEmpty {
      HTML(.section) {
        HTML(.h2) { "Currently reading" }
        ShelvedBook.list(reading, asCovers: true)
        if readingCount > reading.count {
          HTML(.p) {
            HTML(.a, .href(HTML.Address("shelf", query: [("section", "reading")]))) {
              "Show all \(readingCount)"
            }
          }
        }
      }
    }
    HTML(.div, .class("columns")) {
      HTML(.section) {
        HTML(.h2) { "Review" }
        due
      }
      HTML(.section) {
        HTML(.h2) { "Recently changed" }
        if notes.isEmpty, !isBeingRead { HTML(.p) { "This notebook does not have notes yet." } }
        NoteParts.list(notes)
      }
    }
    if !quotes.isEmpty {
      HTML(.section) {
        HTML(.h2) { "Quotes" }
        for quote in quotes { QuoteParts.html(quote) }
        HTML(.p) { HTML(.a, .class("button quiet"), .href(HTML.Address())) { "Show other quotes" } }
      }
    }
    if !isReadOnly {
      HTML(.p) { HTML(.a, .class("button"), .href(HTML.Address("add"))) { "Add a book" } }
    }
  }

  @HTMLBuilder private var due: HTML {
    switch counts {
    case nil: HTML(.p) { "Counting due prompts…" }
    case let counts? where counts.due == 0: HTML(.p) { "No prompts are due now." }
    case let counts?:
      HTML(.p, .class("number")) {
        HTML(.b) { "\(counts.due)" }
        counts.due == 1 ? " prompt is due" : " prompts are due"
        if counts.new > 0 { ", \(counts.new) of them new" }
      }
    }
    if let counts, counts.answeredToday > 0 {
      HTML(.p) { "Answered today: \(counts.answeredToday)." }
    }
    if !isReadOnly {
      HTML(.p) { HTML(.a, .class("button"), .href(HTML.Address("review"))) { "Review" } }
    }
  }
}
