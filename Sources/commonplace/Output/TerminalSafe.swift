import Base
import DisplayWidth

extension String {
  /// A sentence as part of a line: its first letter in lower case, and without its full stop.
  var asPhrase: String {
    let text = hasSuffix(".") ? dropLast() : self[...]
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  /// The text without characters that control terminals (CWE-150): control characters other than
  /// line feed and tab, and marks that change the direction of writing, become escapes such as
  /// `\u{1B}`.
  var terminalSafe: String {
    replacing({ $0.isObeyedByTerminals && $0 != "\n" && $0 != "\t" }) {
      "\\u{\($0.hexadecimal(2))}"
    }
  }

  /// The text as part of one line, without characters that control terminals. Line feeds become
  /// `\n` and tabs `\t`, so that a title or a file name cannot look like a separate line.
  var terminalSafeLine: String {
    replacing({ $0.isObeyedByTerminals || $0.isLineSeparator }, with: Self.escape)
  }

  /// The text as a field of a line that a program reads. It is exact, except for characters that
  /// could end the line or the field, or control a terminal that shows the line later. Direction
  /// marks are kept.
  var field: String {
    replacing({ $0.isControl || $0.isLineSeparator }, with: Self.escape)
  }

  /// Equivalent JSON text without characters that control terminals. In JSON, they can be only
  /// inside strings, where an escape such as `\u009B` replaces each.
  var terminalSafeJSON: String {
    replacing({ $0.isObeyedByTerminals || $0.isLineSeparator }) { "\\u\($0.hexadecimal(4))" }
  }

  /// The text as a title in a list: its first 200 columns, with … if there are more. Not escaped
  /// for a terminal.
  var listed: String {
    let most = 200
    // Limits the work: characters may have many scalars without a width.
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
        // Appends scalars one by one: appending several at once copies the whole result.
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

  fileprivate func hexadecimal(_ count: Int) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}
