import Foundation
import LanguageServerProtocol

extension String {
  /// Text for people in lines: characters that a client might obey are spaces, as in a name, but
  /// the lines stay.
  var keepingLines: String {
    unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).withoutControls }.joined(separator: "\n")
  }

  /// For comparing typed text: without case and accents.
  var folded: String { folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil) }

  /// Whether the folded text has `word`, which is folded, too, in it. Cost: linear in both, however
  /// often the beginning of `word` occurs. A zero byte ends the text that is searched.
  func hasFolded(_ word: String) -> Bool {
    folded.withCString { text in word.withCString { strstr(text, $0) != nil } }
  }
}
