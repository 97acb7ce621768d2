import Books
import JSON
import LanguageServerProtocol
import Notebook
import NotebookReview

/// The prompts to review, as a client requests them.
struct ReviewSelection: Sendable, Hashable {
  /// The notes that are reviewed.
  var scope = ReviewScope.notebook
  /// Whether cards that are not due are included, and nothing is recorded.
  var isCram = false
  /// At most so many cards; nil for as many as the settings say.
  var limit: Int?
}

/// A section of books, as a client names it, or `other`: the notes about no book.
struct ReviewSection: JSONDecodable, RawRepresentable {
  /// Nil for no book.
  var section: BookSection?

  var scope: ReviewScope { .section(section) }
  var rawValue: String { section?.rawValue ?? BookSection.other }

  init(_ section: BookSection?) { self.section = section }

  init?(rawValue: String) {
    section = BookSection(rawValue: rawValue)
    guard section != nil || rawValue == BookSection.other else { return nil }
  }
}
