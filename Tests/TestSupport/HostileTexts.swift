/// Texts that break a program that escapes by `Character` what another program reads by bytes.
package enum HostileTexts {
  /// The bytes that have a meaning in a shell, CSV, TeX, YAML, XML, a query or a link.
  package static let marks = Array("'\"\\`$~!#%&*()[]{}<>|;:,=+-@^_/? \t\n\r")

  /// What makes one `Character` of a mark and itself: before the mark, and after it.
  private static let joiners: [(before: String, after: String)] = [
    ("", ""), ("", "\u{301}"), ("", "\u{20E3}"), ("", "\u{200D}"), ("", "\u{FE0F}"),
    ("\u{600}", ""), ("\u{600}", "\u{301}"),
  ]

  /// Each mark with each joiner: within a word, at its start, at its end, doubled, and around a command that
  /// makes the file `PWN`; and CR before LF.
  package static let all: [String] = joiners.flatMap { joiner in
    let joined = marks.map { joiner.before + String($0) + joiner.after }
    return joined.flatMap { mark in
      ["a\(mark)b", mark + "b", "a" + mark, "a\(mark)\(mark)b", "\(mark)$(touch${IFS}PWN)\(mark)"]
    } + ["a\(joiner.before)\r\n\(joiner.after)b"]
  }

  /// Those on one line, without white space at an end, which titles lose.
  package static let lines = all.filter { text in
    !text.unicodeScalars.contains { "\t\n\r".unicodeScalars.contains($0) }
      && text.first?.isWhitespace == false && text.last?.isWhitespace == false
      && text.utf8.last != 0x20
  }
}
