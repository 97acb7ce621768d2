import Base
import Books
import Foundation
import MiniMarkdown
import Notebook

struct ShelvedBook: Sendable, Equatable {
  var id: String
  var title: String
  var authors: [String]
  var stars: Double?
  /// A short remark, such as the day on which the book was finished; may be empty.
  var remark = ""
  var hasCover: Bool

  init(_ row: ListedBook, hasCover: Bool) {
    id = row.note.id
    title = row.book.title.isEmpty ? row.note.title : row.book.title
    authors = row.book.authors
    stars = row.stars
    self.hasCover = hasCover
    switch row.section {
    case .read: remark = Words.date(row.date)
    case .reading: remark = row.date.map { "since \(Words.date($0))" } ?? ""
    case .stopped, .want: break
    }
  }

  init(id: String, title: String, authors: [String], stars: Double?, hasCover: Bool) {
    (self.id, self.title, self.authors, self.stars) = (id, title, authors, stars)
    self.hasCover = hasCover
  }

  /// Number of colors for drawn covers; the title selects one.
  private static let colors: UInt64 = 8

  /// A drawn cover, behind the cover's image if there is one.
  var cover: HTML {
    let color = TextDigest(title).value % Self.colors
    return HTML(.span, .class("cover c\(color)"), .set(.ariaHidden, "true")) {
      HTML(.span, .class("drawn"), .set(.dir, "auto")) {
        HTML(.b) { Words.short(title, 60) }
        HTML(.span) { Words.short(Words.authors(authors), 40) }
      }
      if hasCover {
        HTML(
          .img, .src(HTML.Path("cover", id)), .set(.alt, ""), .set(.loading, "lazy"))
      }
    }
  }

  var onShelf: HTML {
    HTML(.li, .class("book")) {
      HTML(.a, .href(HTML.Address("book", id))) {
        cover
        HTML(.span, .class("name"), .set(.dir, "auto")) { title }
      }
      HTML(.span, .class("by"), .set(.dir, "auto")) { Words.authors(authors) }
      facts
    }
  }

  var inList: HTML {
    HTML(.li, .class("row")) {
      HTML(.a, .href(HTML.Address("book", id)), .set(.dir, "auto")) { title }
      " "
      HTML(.span, .class("by")) { HTML(.bdi) { Words.authors(authors) } }
      facts
    }
  }

  private var facts: HTML {
    let stars = StarParts.html(stars)
    guard !stars.isEmpty || !remark.isEmpty else { return HTML() }
    return HTML(.span, .class("facts")) {
      stars
      if !stars.isEmpty, !remark.isEmpty { " " }
      remark
    }
  }

  static func list(_ books: [ShelvedBook], asCovers: Bool) -> HTML {
    HTML(.ul, .class(asCovers ? "shelf" : "rows")) {
      for book in books { asCovers ? book.onShelf : book.inList }
    }
  }
}

/// Stars, with a text for screen readers.
enum StarParts {
  static func html(_ stars: Double?) -> HTML {
    guard let stars, stars > 0 else { return HTML() }
    return HTML(.span, .class("stars"), .set(.role, "img"), .set(.ariaLabel, words(stars))) {
      Stars.text(stars)
    }
  }

  static func words(_ stars: Double) -> String {
    guard let whole = Int(exactly: stars) else { return "\(stars) stars" }
    return whole == 1 ? "1 star" : "\(whole) stars"
  }
}
