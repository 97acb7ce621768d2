import Books
import Notebook

/// The books that a list shows, and their order.
struct BookSelection: Sendable, Hashable {
  /// Only these; nil for all.
  var section: BookListSection?
  /// Only readings that ended then.
  var year: Int?
  /// Only authors with this in the name.
  var author: String?
  var order = BookListing.Order.created
  var isReversed = false

  /// The list that it means.
  var listing: BookListing {
    var listing = BookListing()
    listing.sections = section.map { [$0] } ?? []
    (listing.year, listing.author) = (year, author)
    (listing.order, listing.isReversed) = (order, isReversed)
    return listing
  }
}

extension BookSelection {
  /// The parameters of a view; those without a value, or with a wrong one, are skipped.
  init(_ values: [String: String]) {
    section = values["section"].flatMap(BookListSection.init(rawValue:))
    year = values["year"].flatMap { Int($0) }
    author = values["author"].flatMap { $0.isEmpty ? nil : $0 }
    order = values["sort"].flatMap(BookListing.Order.init(rawValue:)) ?? .created
    isReversed = values["reverse"] == "true"
  }

  /// The parameters of a view.
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
