import Books
import JSON
import LanguageServerProtocol
import Notebook
import NotebookReview

struct ReviewSelection: Sendable, Hashable {
  var scope = ReviewScope.notebook
  /// Whether cards that are not due are included, and answers are not recorded.
  var isCram = false
  /// The maximum number of cards; nil for the number in the settings.
  var limit: Int?
}

/// A book section, by its name in requests, or `other`: the notes without a book.
struct ReviewSection: JSONDecodable, RawRepresentable {
  /// The book section; nil for notes without a book.
  var section: BookSection?

  var scope: ReviewScope { .section(section) }
  var rawValue: String { section?.rawValue ?? BookSection.other }

  init(_ section: BookSection?) { self.section = section }

  init?(rawValue: String) {
    section = BookSection(rawValue: rawValue)
    guard section != nil || rawValue == BookSection.other else { return nil }
  }
}
