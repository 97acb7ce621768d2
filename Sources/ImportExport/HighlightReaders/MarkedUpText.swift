/// The text of a piece of HTML: without its tags, and with its entities read. Nothing makes it fail.
enum MarkedUpText {
  /// Cost: linear.
  static func text(of html: Substring) -> String {
    var result = String.UnicodeScalarView()
    var rest = html.unicodeScalars[...]
    while let scalar = rest.first {
      switch scalar {
      case "<":
        // Of what begins like a tag and has no end only the mark is text.
        let isTag = rest.dropFirst().first.map {
          $0.properties.isAlphabetic || "/!".unicodeScalars.contains($0)
        }
        guard isTag == true, let end = rest.prefix(4_000).firstIndex(of: ">") else {
          result.append(scalar)
          rest = rest.dropFirst()
          continue
        }
        let name = rest[..<end].dropFirst().drop { $0 == "/" }
          .prefix { $0.properties.isAlphabetic || $0.properties.numericType != nil }
        if breaks.contains(String(name).lowercased()) { result.append("\n") }
        rest = rest[end...].dropFirst()
      case "&":
        if let (text, next) = entity(rest) {
          result.append(contentsOf: text.unicodeScalars)
          rest = rest[next...]
        } else {
          result.append(scalar)
          rest = rest.dropFirst()
        }
      default:
        result.append(scalar == "\u{A0}" ? " " : scalar)
        rest = rest.dropFirst()
      }
    }
    return String(result).split(whereSeparator: \.isNewline)
      .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
      .filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// Tags at which a line ends.
  private static let breaks: Set = ["br", "p", "div", "li", "tr"]

  private static let names: [String: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "middot": "·",
    "mdash": "—", "ndash": "–", "hellip": "…", "lsquo": "‘", "rsquo": "’", "ldquo": "“",
    "rdquo": "”", "laquo": "«", "raquo": "»", "bull": "•", "eacute": "é", "egrave": "è",
    "agrave": "à", "ccedil": "ç", "auml": "ä", "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö",
    "Uuml": "Ü", "szlig": "ß", "ntilde": "ñ",
  ]

  private static func entity(
    _ text: Substring.UnicodeScalarView
  ) -> (String, Substring.UnicodeScalarView.Index)? {
    guard let end = text.prefix(12).firstIndex(of: ";") else { return nil }
    let name = String(Substring(text[..<end].dropFirst()))
    let next = text.index(after: end)
    if let known = names[name] { return (known, next) }
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let isHexadecimal = digits.lowercased().hasPrefix("x")
    let number = isHexadecimal ? Int(digits.dropFirst(), radix: 16) : Int(digits)
    let code = number.flatMap { UInt32(exactly: $0) }
    guard let scalar = code.flatMap(Unicode.Scalar.init), scalar != "\0" else { return nil }
    return (scalar == "\u{A0}" ? " " : String(Character(scalar)), next)
  }
}
