import Base
import DisplayWidth

extension String {
  /// A sentence as part of a line: without its capital and its full stop.
  var asPhrase: String {
    let text = hasSuffix(".") ? dropLast() : self[...]
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  /// The text without anything a terminal obeys: control characters other than line feed and tab,
  /// and marks that turn the direction of writing, are shown as `\u{1B}`. (CWE-150.)
  var terminalSafe: String {
    replacing({ $0.isObeyedByTerminals && $0 != "\n" && $0 != "\t" }) {
      "\\u{\($0.hexadecimal(2))}"
    }
  }

  /// The same as part of one line: line feeds are shown as `\n` and tabs as `\t`, so that a title
  /// or a file's name cannot pretend to be a separate line.
  var terminalSafeLine: String {
    replacing({ $0.isObeyedByTerminals || $0.isLineSeparator }, with: Self.escape)
  }

  /// The text as a field of a line that a program reads: exact, except for what could end the line or
  /// the field, or control a terminal that shows the line later. Marks of direction stay.
  var field: String {
    replacing({ $0.isControl || $0.isLineSeparator }, with: Self.escape)
  }

  /// JSON text that says the same, and has nothing a terminal obeys. Between strings JSON has no
  /// such characters, and in them `\u009B` may stand for each.
  var terminalSafeJSON: String {
    replacing({ $0.isObeyedByTerminals || $0.isLineSeparator }) { "\\u\($0.hexadecimal(4))" }
  }

  /// The text as a title in a list: its first 200 columns, with … where there is more. It is not made
  /// safe.
  var listed: String {
    let most = 200
    // However many scalars take no column.
    let beginning = String(String.UnicodeScalarView(unicodeScalars.prefix(most * 8)))
    var (columns, end) = (0, beginning.startIndex)
    for index in beginning.indices {
      columns += beginning[index].displayWidth
      if columns > most { break }
      end = beginning.index(after: index)
    }
    let kept = beginning[..<end]
    return kept.utf8.count < utf8.count ? kept + "…" : self
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\t": "\\t"
    default: "\\u{\(scalar.hexadecimal(2))}"
    }
  }

  private func replacing(
    _ isReplaced: (Unicode.Scalar) -> Bool, with replacement: (Unicode.Scalar) -> String
  ) -> String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if isReplaced(scalar) {
        // One by one: to append several at once copies all that is there.
        for scalar in replacement(scalar).unicodeScalars { result.append(scalar) }
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}

extension Unicode.Scalar {
  fileprivate var isObeyedByTerminals: Bool { isControl || turnsDirection || marksDirection }

  /// The value in at least `count` digits.
  fileprivate func hexadecimal(_ count: Int) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}
