import Foundation

extension String {
  /// The text as a name in a list: control characters, line ends and what turns the direction of
  /// writing are spaces, so that no client takes it for two lines, obeys it, or shows the text
  /// after it as another. Offsets in UTF-16 stay as they are.
  var withoutControls: String {
    var name = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: name.append(" ")
      default: name.append(scalar.turnsDirection ? " " : scalar)
      }
    }
    return String(name)
  }

  /// Text for people in lines: what a client might obey is spaces, as in a name, but the lines stay.
  var keepingLines: String {
    unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).withoutControls }.joined(separator: "\n")
  }

  /// For comparing what people type: without case and accents.
  var folded: String { folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil) }
}

extension Unicode.Scalar {
  /// Whether it turns the direction of writing for what follows.
  var turnsDirection: Bool {
    "\u{202A}"..."\u{202E}" ~= self || "\u{2066}"..."\u{2069}" ~= self
  }
}
