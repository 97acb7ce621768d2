import Base

extension String {
  /// The text as a name in a list: control characters, line ends and characters that reverse the
  /// direction of writing are spaces, so that no client takes it for two lines, obeys it, or shows
  /// the text after it wrongly. Offsets in UTF-16 stay as they are.
  package var withoutControls: String {
    var name = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      let isObeyed = scalar.isControl || scalar.isLineSeparator || scalar.turnsDirection
      name.append(isObeyed ? " " : scalar)
    }
    return String(name)
  }

  /// As a name within a sentence: on one line, and not too long.
  package var shortName: String {
    let line = withoutControls
    return line.count > 40 ? line.prefix(39) + "…" : line
  }
}
