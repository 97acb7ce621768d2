extension StringProtocol {
  /// The text for TeX, on one line. Braces become parentheses: an unbalanced brace would end a
  /// BibTeX entry.
  package var texEscaped: String {
    replacingScalars { scalar in
      switch scalar {
      case "\\": "\\textbackslash{}"
      case "{": "("
      case "}": ")"
      case "%", "&", "$", "#", "_": "\\\(scalar)"
      case "~": "\\textasciitilde{}"
      case "^": "\\textasciicircum{}"
      case "\0"..." ", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}": " "
      default: nil
      }
    }
  }

  /// The text as content of an element or an attribute of XML 1.0, on one line. Tabs and line
  /// breaks become spaces. Other control characters, U+FFFE and U+FFFF become U+FFFD.
  package var xmlEscaped: String {
    replacingScalars { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&apos;"
      case "\t", "\n", "\r": " "
      case "\0"..<" ", "\u{7F}"..<"\u{A0}", "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
      default: nil
      }
    }
  }

  /// The text as content of an HTML element, with line ends as `<br/>`. Not for attributes.
  package var htmlLines: String {
    replacingBytes(of: "\r\n", with: "\n").replacingScalars { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\n", "\r": "<br/>"
      default: nil
      }
    }
  }

  /// The text in double quotation marks for YAML, on one line. Quotation marks, backslashes, line
  /// breaks and characters that YAML does not allow are escaped.
  package var yamlQuoted: String {
    let inner = replacingScalars { scalar in
      switch scalar {
      case "\"", "\\": return "\\\(scalar)"
      case "\n": return "\\n"
      case "\t": return "\\t"
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}",
        "\u{FFFE}", "\u{FFFF}":
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: return nil
      }
    }
    return "\"" + inner + "\""
  }

  /// The words for a note in `[[ID|words]]`: the text on one line, without the delimiters of a
  /// link. Nil if the text can be between the brackets without changes.
  package var linkWords: String? {
    guard hasByte(of: "[]|#\\\n\r") else { return nil }
    return replacingScalars { "[]|\n\r".unicodeScalars.contains($0) ? " " : nil }
      .split(separator: " ").joined(separator: " ")
  }
}
