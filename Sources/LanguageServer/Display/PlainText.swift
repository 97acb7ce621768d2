import Foundation
import LanguageServerProtocol

extension String {
  /// The text with control characters, line separators and characters that reverse the writing
  /// direction replaced by spaces. Line feeds stay.
  var keepingLines: String {
    unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).withoutControls }.joined(separator: "\n")
  }

  /// The text without case and accents, for comparisons with typed text.
  var folded: String { folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil) }

  /// Returns whether the folded text contains `word`, which must be folded already. Cost: linear in
  /// both. A zero byte ends the searched text.
  func hasFolded(_ word: String) -> Bool {
    folded.withCString { text in word.withCString { strstr(text, $0) != nil } }
  }
}
