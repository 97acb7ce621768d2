/// Text of other programs that is to be text here too.
enum LiteralText {
  /// Keeps the marks of a text from meaning something in notes: there are no escapes, but a word joiner,
  /// which has no width, before `#`, and within `?[`. Lines do not begin a quote or a question.
  static func literal(_ text: String) -> String {
    guard text.utf8.contains(where: { "#>?".utf8.contains($0) }) || text.contains("Q:") else {
      return text
    }
    var result = String.UnicodeScalarView()
    var former: Unicode.Scalar = "\n"
    var isLineStart = true
    for scalar in text.unicodeScalars {
      let isAfterBlank = former.properties.isWhitespace
      if scalar == "#" && isAfterBlank || scalar == "[" && former == "?"
        || isLineStart && (scalar == ">" || scalar == "Q")
      {
        result.append("\u{2060}")
      }
      result.append(scalar)
      isLineStart = scalar == "\n" || isLineStart && scalar.properties.isWhitespace
      former = scalar
    }
    return String(result)
  }
}
