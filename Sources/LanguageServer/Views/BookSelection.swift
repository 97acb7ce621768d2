import Books
import Notebook

struct BookSelection: Sendable, Hashable {
  /// The section to list; nil for all.
  var section: BookListSection?
  /// The year in which the book must have been read to its end; nil for any.
  var year: Int?
  /// A text that an author's name must contain; nil for any.
  var author: String?
  var order = BookListing.Order.created
  var isReversed = false

  var listing: BookListing {
    var listing = BookListing()
    listing.sections = section.map { [$0] } ?? []
    (listing.year, listing.author) = (year, author)
    (listing.order, listing.isReversed) = (order, isReversed)
    return listing
  }
}

extension BookSelection {
  /// Parses the parameters of a view; missing and invalid values are ignored.
  init(_ values: [String: String]) {
    section = values["section"].flatMap(BookListSection.init(rawValue:))
    year = values["year"].flatMap { Int($0) }
    author = values["author"].flatMap { $0.isEmpty ? nil : $0 }
    order = values["sort"].flatMap(BookListing.Order.init(rawValue:)) ?? .created
    isReversed = values["reverse"] == "true"
  }

  var values: [(name: String, value: String)] {
    var values: [(name: String, value: String)] = []
    if let section { values.append(("section", section.rawValue)) }
    if let year { values.append(("year", String(year))) }
    if let author { values.append(("author", author)) }
    if order != .created { values.append(("sort", order.rawValue)) }
    if isReversed { values.append(("reverse", "true")) }
    return values
  }
}
