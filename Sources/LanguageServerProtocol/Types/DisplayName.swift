import Base

extension String {
  /// The text as a name in a list: control characters, line ends and characters that reverse the
  /// writing direction become spaces, so that no client shows two lines, obeys them, or shows the
  /// following text wrongly. Offsets in UTF-16 do not change.
  package var withoutControls: String {
    var name = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      let isObeyed = scalar.isControl || scalar.isLineSeparator || scalar.turnsDirection
      name.append(isObeyed ? " " : scalar)
    }
    return String(name)
  }

  /// The text as a name within a sentence: on one line, and at most 40 characters.
  package var shortName: String {
    let line = withoutControls
    return line.count > 40 ? line.prefix(39) + "…" : line
  }
}
