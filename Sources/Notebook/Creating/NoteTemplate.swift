import Foundation
import MiniMarkdown

/// The text that a new note begins with, in which the title, the hashtags and the date are filled in.
package struct NoteTemplate {
  /// The text with its places.
  let text: String
  /// The marks around the names of places.
  private let marks: (open: String, close: String)
  private let places: [String]

  /// A template of the settings, with the places `{title}`, `{tags}` and `{date}`.
  package init(_ text: String) {
    (self.text, marks, places) = (text, ("{", "}"), ["title", "tags", "date"])
  }

  /// A template that is a file, with the places `{{title}}`, `{{tags}}`, `{{date}}` and `{{cursor}}`.
  package init(file text: String) {
    (self.text, marks, places) = (text, ("{{", "}}"), ["title", "tags", "date", "cursor"])
  }

  private func place(_ name: String) -> String { marks.open + name + marks.close }

  /// A filled text.
  package struct Filled: Equatable, Sendable {
    package var text: String
    /// The bytes before the cursor's place; nil if the template names none.
    package var cursor: Int?

    package init(text: String, cursor: Int? = nil) { (self.text, self.cursor) = (text, cursor) }

    /// The line of the cursor, from 1; the last line if the template names none.
    package var line: Int {
      text.utf8.prefix(cursor ?? .max).count { $0 == UInt8(ascii: "\n") } + 1
    }
  }

  /// A template that is a file, with places for the title and the hashtags where it has none and there
  /// are some: a first heading, and a line at the end.
  package init(file text: String, title: String, tags: [String]) {
    self.init(file: text)
    var text = text
    if !title.allSatisfy(\.isWhitespace), !text.contains(place("title")) {
      text = "# \(place("title"))\n\n" + text
    }
    if !tags.isEmpty, !text.contains(place("tags")) {
      while text.last?.isNewline == true { text.removeLast() }
      text += "\n\n\(place("tags"))\n"
    }
    self.init(file: text)
  }

  /// The filled text. A line on which nothing is filled in but empty tags goes, with the empty line
  /// before it. Lines end in line feeds alone. Of several places for the cursor the first counts.
  package func filled(title: String, tags: [String], day: NoteDay) -> Filled {
    let line = title.split(whereSeparator: \.isNewline).joined(separator: " ")
    let hashtags = tags.map(Hashtag.withNumberSign).joined(separator: " ")
    let values = ["title": line, "tags": hashtags, "date": day.text]
    var lines: [String] = []
    var cursor: (line: Int, byte: Int)?
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    for part in parts {
      if part == place("tags"), hashtags.isEmpty {
        if lines.last?.isEmpty == true, cursor?.line != lines.count - 1 { lines.removeLast() }
        continue
      }
      let (filled, byte) = fill(part, values)
      if let byte, cursor == nil { cursor = (lines.count, byte) }
      lines.append(filled)
    }
    return Filled(
      text: lines.joined(separator: "\n"),
      cursor: cursor.map { place in
        lines.prefix(place.line).reduce(place.byte) { $0 + $1.utf8.count + 1 }
      })
  }

  /// A filled line, and the bytes before the cursor's place in it, if it is there. In one pass: inserted text
  /// is not filled in again.
  private func fill(
    _ line: Substring, _ values: [String: String]
  ) -> (text: String, cursor: Int?) {
    var filled = ""
    var cursor: Int?
    var rest = line
    while let start = rest.range(of: marks.open) {
      filled += rest[..<start.lowerBound]
      rest = rest[start.lowerBound...]
      guard let name = places.first(where: { rest.hasPrefix(place($0)) }) else {
        filled.append(rest.removeFirst())
        continue
      }
      if name == "cursor" { cursor = cursor ?? filled.utf8.count }
      filled += values[name] ?? ""
      rest = rest.dropFirst(place(name).count)
    }
    return (filled + rest, cursor)
  }
}
