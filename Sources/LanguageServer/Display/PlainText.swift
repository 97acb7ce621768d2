import Base
import Foundation

extension String {
  /// The text as a name in a list: control characters, line ends and characters that reverse the
  /// direction of writing are spaces, so that no client takes it for two lines, obeys it, or shows
  /// the text after it wrongly. Offsets in UTF-16 stay as they are.
  var withoutControls: String {
    var name = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      let isObeyed = scalar.isControl || scalar.isLineSeparator || scalar.turnsDirection
      name.append(isObeyed ? " " : scalar)
    }
    return String(name)
  }

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
