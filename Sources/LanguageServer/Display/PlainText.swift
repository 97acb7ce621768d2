import Foundation
import LanguageServerProtocol

extension String {
  /// The text with characters that a client might obey replaced by spaces, but with its line
  /// breaks.
  var keepingLines: String {
    unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).withoutControls }.joined(separator: "\n")
  }

  /// The text without case and accents, for comparisons with typed text.
  var folded: String { folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil) }

  /// Returns whether the folded text contains `word`, which is folded, too. Cost: linear in both. A
  /// zero byte ends the searched text.
  func hasFolded(_ word: String) -> Bool {
    folded.withCString { text in word.withCString { strstr(text, $0) != nil } }
  }
}
