import Base
import Foundation
import LanguageServerProtocol

extension String {
  /// The text with control characters, line separators and characters that reverse the writing
  /// direction replaced by spaces. Line feeds stay.
  var keepingLines: String {
    unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).withoutControls }.joined(separator: "\n")
  }

  /// Returns whether the plainly spelled text contains `word`, which must be plainly spelled
  /// already. A zero byte ends the searched text.
  func hasFolded(_ word: String) -> Bool {
    plainlySpelled.withCString { text in word.withCString { strstr(text, $0) != nil } }
  }
}
