package import Foundation

/// The text that a new note begins with: `{title}`, `{tags}` and `{date}` are filled in.
package struct NoteTemplate {
  let text: String

  package init(_ text: String) { self.text = text }

  /// The filled text. A line on which nothing is filled in but empty tags goes, with the empty line
  /// before it. Lines end in line feeds alone. The date is that of the user's calendar, as `2026-11-21`.
  package func filled(title: String, tags: [String], date: Date) -> String {
    let line = title.split(whereSeparator: \.isNewline).joined(separator: " ")
    let hashtags = tags.map { $0.hasPrefix("#") ? $0 : "#" + $0 }.joined(separator: " ")
    let day = date.formatted(
      Date.ISO8601FormatStyle(timeZone: .current).year().month().day().dateSeparator(.dash))
    var lines: [String] = []
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    for part in parts {
      if part == "{tags}", hashtags.isEmpty {
        if lines.last?.isEmpty == true { lines.removeLast() }
        continue
      }
      // In one pass: inserted text is not filled in again.
      var filled = ""
      var rest = part[...]
      while let open = rest.firstIndex(of: "{") {
        filled += rest[..<open]
        rest = rest[open...]
        if rest.hasPrefix("{title}") {
          filled += line
        } else if rest.hasPrefix("{tags}") {
          filled += hashtags
        } else if rest.hasPrefix("{date}") {
          filled += day
        } else {
          filled += "{"
          rest = rest.dropFirst()
          continue
        }
        rest = rest.drop { $0 != "}" }.dropFirst()
      }
      lines.append(filled + rest)
    }
    return lines.joined(separator: "\n")
  }
}
