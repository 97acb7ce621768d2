import Base
package import Books
import Foundation

/// The words or ISBN of a lookup: the only data of a notebook that leaves the machine.
package enum LookupQuestion: Sendable, Equatable {
  /// The ISBN of an edition. It is never turned into a search for words.
  case isbn(ISBN)
  case words(String)

  /// Maximum length, in bytes, of words that are sent.
  package static let mostBytes = 200

  /// Creates a question for words, on one line, shortened to `mostBytes`. Returns nil if fewer than
  /// three characters remain.
  package init?(words: String) {
    var kept = ""
    for word in words.split(whereSeparator: { $0.isWhitespace || $0.isNewline }) {
      let clean = String(word.filter { !$0.hasControl })
      guard !clean.isEmpty else { continue }
      let next = kept.isEmpty ? clean : kept + " " + clean
      guard next.utf8.count <= Self.mostBytes else { break }
      kept = next
    }
    guard kept.count >= 3 else { return nil }
    self = .words(kept)
  }

  /// Creates a question about a book: its ISBN, or else its title and first author. Returns nil
  /// without an ISBN if fewer than three characters remain.
  package init?(about record: BookRecord) {
    if let isbn = record.isbn {
      self = .isbn(isbn)
    } else {
      // “Walden (Classics, #2)” is searched as “Walden”.
      let title = record.title.prefix { $0 != "(" }
      self.init(words: ([String(title)] + record.authors.prefix(1)).joined(separator: " "))
    }
  }
}

extension LookupQuestion: CustomStringConvertible {
  package var description: String {
    switch self {
    case .isbn(let isbn): "ISBN \(isbn)"
    case .words(let words): "“\(words)”"
    }
  }
}
