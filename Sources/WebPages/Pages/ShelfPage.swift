import Books
import MiniMarkdown
import Notebook
import NotebookFile

/// The list of books, or a part of it, as covers or as rows. The address contains all choices.
struct ShelfPage: WebPage {
  var choice: Choice
  var groups: [(heading: String, books: [ShelvedBook])] = []
  var total = 0
  var page = 1
  /// The years with finished readings, latest first.
  var years: [Int] = []
  var isReadOnly = false

  struct Choice: Sendable {
    var section: BookListSection?
    var year: Int?
    var author: String?
    var order = BookListing.Order.created
    var isReversed = false
    var asCovers = true

    init(_ visit: Visit) {
      section = visit.field("section").flatMap(BookListSection.init(rawValue:))
      year = visit.field("year").flatMap { Int($0) }.flatMap {
        PartialDate.years.contains($0) ? $0 : nil
      }
      author = visit.field("author")
      order =
        visit.field("sort").flatMap(BookListing.Order.init(rawValue:))
        ?? (section == .read || year != nil ? .read : .created)
      isReversed = visit.field("reverse") == "yes"
      asCovers = visit.field("view") != "list"
    }

    var listing: BookListing {
      var listing = BookListing()
      listing.order = order
      listing.isReversed = isReversed
      listing.isByYear = order == .read
      listing.sections = section.map { [$0] } ?? (year == nil ? [] : [.read])
      listing.year = year
      listing.author = author
      return listing
    }

    var query: [(name: String, value: String)] {
      var query: [(name: String, value: String)] = []
      if let section { query.append(("section", section.rawValue)) }
      if let year { query.append(("year", "\(year)")) }
      if let author { query.append(("author", author)) }
      query.append(("sort", order.rawValue))
      if isReversed { query.append(("reverse", "yes")) }
      if !asCovers { query.append(("view", "list")) }
      return query
    }
  }

  init(_ visit: Visit) throws(NotebookError) {
    choice = Choice(visit)
    isReadOnly = visit.site.isReadOnly
    page = visit.page
    let survey = try visit.survey()
    years = Array(Set(survey.books.compactMap { $0.section == .read ? $0.year : nil })).sorted(
      by: >)
    let rows = choice.listing.listed(survey.books)
    total = rows.count
    let shown = PageLinks.slice(rows, page: page)
    let covers =
      choice.asCovers
      ? try visit.notebook.books.notesWithCover(among: shown.map(\.note.id)) : []
    for row in shown {
      let heading = row.heading(isByYear: choice.listing.isByYear)
      if groups.last?.heading != heading { groups.append((heading, [])) }
      groups[groups.count - 1].books.append(
        ShelvedBook(row, hasCover: covers.contains(row.note.id)))
    }
  }

  var title: String {
    let name = choice.section?.heading ?? "Books"
    let parts = [choice.year.map { "\(name), \($0)" } ?? name, choice.author.map { "by \($0)" }]
    return parts.compactMap { $0 }.joined(separator: " ")
  }

  var part: SitePart? { .shelf }

  @HTMLBuilder var main: HTML {
    HTML(.h1) { HTML(.bdi) { title } }
    sections
    filter
    HTML(.p, .class("quiet")) {
      total == 1 ? "1 book" : "\(total) books"
      ". "
      HTML(.a, .href(HTML.Address("authors"))) { "Authors" }
      if !isReadOnly {
        " · "
        HTML(.a, .href(HTML.Address("add"))) { "Add a book" }
      }
    }
    for group in groups {
      HTML(.section) {
        HTML(.h2) { group.heading }
        ShelvedBook.list(group.books, asCovers: choice.asCovers)
      }
    }
    PageLinks(page: page, total: total, path: ["shelf"], query: choice.query).html
  }

  private var sections: HTML {
    HTML(.nav, .class("choices"), .set(.ariaLabel, "Lists of books")) {
      HTML(.ul) {
        HTML(.li) { link(nil, "All") }
        for section in BookListSection.allCases { HTML(.li) { link(section, section.heading) } }
      }
    }
  }

  private func link(_ section: BookListSection?, _ words: String) -> HTML {
    var query: [(name: String, value: String)] = section.map { [("section", $0.rawValue)] } ?? []
    if !choice.asCovers { query.append(("view", "list")) }
    var attributes: [HTML.Attribute] = [.href(HTML.Address("shelf", query: query))]
    if section == choice.section { attributes.append(.set(.ariaCurrent, "page")) }
    return HTML(.a, attributes, HTML(words))
  }

  private var filter: HTML {
    HTML(
      .form, .class("bar"), .set(.method, "get"), .action(HTML.Path("shelf"))
    ) {
      if let section = choice.section { FormParts.hidden("section", section.rawValue) }
      FormParts.choice(
        "year", "Year", [("", "all")] + years.map { ("\($0)", "\($0)") },
        selected: choice.year.map { "\($0)" } ?? "")
      FormParts.text("author", "Author", value: choice.author ?? "")
      FormParts.choice("sort", "Sorted by", Self.orders, selected: choice.order.rawValue)
      FormParts.choice(
        "reverse", "Order", [("", "usual"), ("yes", "reversed")],
        selected: choice.isReversed ? "yes" : "")
      FormParts.choice(
        "view", "Shown as", [("covers", "covers"), ("list", "list")],
        selected: choice.asCovers ? "covers" : "list")
      FormParts.button("Show")
    }
  }

  private static let orders: [(value: String, words: String)] = [
    ("created", "date of the note"), ("read", "last read"), ("title", "title"),
    ("author", "author"),
    ("stars", "stars"), ("changed", "last changed"),
  ]
}

struct AuthorsPage: WebPage {
  var authors: [(name: String, count: Int)] = []
  var total = 0
  var page = 1

  init(_ visit: Visit) throws(NotebookError) {
    page = visit.page
    var books: [String: Set<String>] = [:]
    for row in try visit.survey().books {
      for author in row.book.authors where !author.isEmpty {
        books[author, default: []].insert(row.note.id)
      }
    }
    let all = books.map {
      (name: $0.key, last: AuthorName($0.key).lastFirst, count: $0.value.count)
    }
    .sorted { ($0.last, $0.name) < ($1.last, $1.name) }
    total = all.count
    authors = PageLinks.slice(all, page: page).map { ($0.name, $0.count) }
  }

  var title: String { "Authors" }
  var part: SitePart? { .shelf }

  @HTMLBuilder var main: HTML {
    HTML(.h1) { title }
    HTML(.ul, .class("rows")) {
      for author in authors {
        HTML(.li, .class("row")) {
          HTML(
            .a, .href(HTML.Address("shelf", query: [("author", author.name), ("sort", "title")])),
            .set(.dir, "auto")
          ) { author.name }
          HTML(.span, .class("facts")) { author.count == 1 ? "1 book" : "\(author.count) books" }
        }
      }
    }
    PageLinks(page: page, total: total, path: ["authors"], query: []).html
  }
}
