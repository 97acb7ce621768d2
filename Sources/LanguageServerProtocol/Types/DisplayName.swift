import Base

extension String {
  /// The text as a name in a list. Control characters, line ends and characters that change the
  /// writing direction become spaces: clients might show two lines, or reorder the text after the
  /// name. Offsets in UTF-16 do not change.
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
