import Base
import Books
import Foundation
import MiniMarkdown
import Notebook
import NotebookFile
import NotebookReview

/// Charts of reading and reviews. Each is a table with a bar next to each number.
struct StatisticsPage: WebPage {
  var books: BookStatistics
  /// The statistics of reviews; nil while due prompts are counted.
  var review: ReviewStatistics?
  var tagCount = 0
  var noteCount = 0

  init(_ visit: Visit) throws(NotebookError) {
    let survey = try visit.survey()
    books = BookStatistics(survey.books)
    noteCount = survey.notes.count
    if visit.notebook.reviews.areCounted {
      review = try visit.notebook.reviews.statistics()
    } else {
      visit.site.countDuePrompts()
    }
  }

  var title: String { "Statistics" }
  var part: SitePart? { .statistics }

  private static let (mostYears, mostAuthors) = (40, 10)

  @HTMLBuilder var main: HTML {
    HTML(.h1) { title }
    HTML(.p) {
      "\(noteCount.counted("note")), \(books.books.counted("book"))"
      if let mean = books.meanStars { ", \((mean * 100).rounded() / 100) stars on average" }
      "."
    }
    HTML(.div, .class("columns")) {
      reading
      if let review { Self.charts(review) } else { HTML(.p) { "Counting prompts…" } }
    }
  }

  @HTMLBuilder private var reading: HTML {
    Chart(
      "Books read", "year",
      books.years.prefix(Self.mostYears).map { year in
        Chart.Bar(
          year.year.map { "\($0)" } ?? "unknown", year.books,
          words: year.pages > 0 ? "\(year.books), \(year.pages.counted("page"))" : nil,
          address: year.year.map {
            HTML.Address("shelf", query: [("section", "read"), ("year", "\($0)")])
          })
      }
    ).html
    if let last = books.years.first, let year = last.year {
      Chart(
        "Books read in \(year)", "month",
        last.monthBooks.enumerated().map { Chart.Bar(Words.month($0.offset + 1), $0.element) }
      ).html
    }
    Chart(
      "Stars", "stars",
      books.stars.enumerated().reversed().map {
        Chart.Bar(StarParts.words(Double($0.offset + 1)), $0.element)
      }
    ).html
    Chart(
      "Authors", "author",
      books.authors.prefix(Self.mostAuthors).map { author in
        Chart.Bar(
          author.name, author.books,
          address: HTML.Address("shelf", query: [("author", author.name), ("sort", "title")]))
      }
    ).html
  }

  @HTMLBuilder private static func charts(_ review: ReviewStatistics) -> HTML {
    HTML(.section) {
      HTML(.h2) { "Review" }
      HTML(.p) {
        "Prompts: \(review.prompts), new: \(review.new). Answers: \(review.answers.all)"
        if let retention = review.answers.retention { ", right: \(percent(retention))" }
        ". "
        review.streak == 1 ? "Reviewed 1 day in a row." : "Reviewed \(review.streak) days in a row."
      }
    }
    Chart(
      "Due", "day",
      review.due.prefix(15).enumerated().map {
        Chart.Bar(
          $0.offset == 0 ? "today" : $0.offset == 1 ? "tomorrow" : "in \($0.offset) days",
          $0.element)
      }
    ).html
    Chart(
      "Answers", "day",
      review.days.suffix(14).map { day in
        Chart.Bar(
          Words.day(day.start), day.answers.all,
          words: day.answers.retention.map { "\(day.answers.all), \(percent($0)) right" })
      }
    ).html
    Chart(
      "Answers by interval", "interval",
      [("21 days or more", review.mature), ("less than 21 days", review.young)].map {
        name, answers in
        Chart.Bar(
          name, answers.all,
          words: answers.retention.map { "\(answers.all), \(percent($0)) right" })
      }
    ).html
  }

  private static func percent(_ part: Double) -> String {
    "\(Int(exactly: (part * 100).rounded()) ?? 0) %"
  }
}

struct Chart {
  struct Bar: Sendable {
    var name: String
    var count: Int
    var words: String
    var address: HTML.Address?

    init(_ name: String, _ count: Int, words: String? = nil, address: HTML.Address? = nil) {
      (self.name, self.count, self.address) = (name, count, address)
      self.words = words ?? "\(count)"
    }
  }

  let title: String
  let unit: String
  let bars: [Bar]

  init(_ title: String, _ unit: String, _ bars: [Bar]) {
    (self.title, self.unit, self.bars) = (title, unit, bars)
  }

  /// Empty if all counts are 0.
  var html: HTML {
    guard let most = bars.map(\.count).max(), most > 0 else { return HTML() }
    return HTML(.section, .class("chart")) {
      HTML(.h2) { title }
      HTML(.table) {
        HTML(.caption, .class("unseen")) { title }
        HTML(.thead, .class("unseen")) {
          HTML(.tr) {
            HTML(.th, .set(.scope, "col")) { unit }
            HTML(.th, .set(.scope, "col")) { "number" }
          }
        }
        HTML(.tbody) {
          for bar in bars {
            HTML(.tr) {
              HTML(.th, .set(.scope, "row"), .set(.dir, "auto")) { name(bar) }
              HTML(.td) {
                drawn(bar.count, of: most)
                " "
                HTML(.span, .class("count")) { bar.words }
              }
            }
          }
        }
      }
    }
  }

  private func name(_ bar: Bar) -> HTML {
    guard let address = bar.address else { return HTML(bar.name) }
    return HTML(.a, .href(address)) { bar.name }
  }

  /// Returns a bar of up to 100 units.
  private func drawn(_ count: Int, of most: Int) -> HTML {
    let part = Double(max(0, count)) / Double(max(1, most)) * 100
    let length = Int(exactly: part.rounded(.up)) ?? 0
    return HTML(
      .svg, .class("bar"), .set(.viewBox, "0 0 100 10"), .set(.preserveAspectRatio, "none"),
      .set(.width, 100), .set(.height, 10),
      .set(.ariaHidden, "true")
    ) {
      HTML(.rect, .set(.width, length), .set(.height, 10), .set(.rx, 1))
    }
  }
}
