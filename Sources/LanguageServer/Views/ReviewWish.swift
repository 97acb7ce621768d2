import JSON
import LanguageServerProtocol
import Notebook
import NotebookReview

/// The prompts to review, as a client requests them.
struct ReviewWish: Sendable, Hashable {
  /// Of which notes.
  var scope = ReviewScope.notebook
  /// Whether cards that are not due are included, and nothing is recorded.
  var isCram = false
  /// At most so many cards; nil for as many as the settings say.
  var limit: Int?
}

/// A section of books, as a client names it.
enum ReviewSection: String, JSONDecodable {
  case wantToRead, currentlyReading, read
  /// Notes that are about no book.
  case other

  var scope: ReviewScope { .section(BookSection(rawValue: rawValue)) }

  init(_ section: BookSection?) {
    self = section.flatMap { ReviewSection(rawValue: $0.rawValue) } ?? .other
  }
}
