import Foundation
import MiniMarkdown

/// The initial text of a new note, with placeholders for the title, the hashtags and the date.
package struct NoteTemplate {
  let text: String
  private let marks: (open: String, close: String)
  private let names: [String]

  /// Creates a template from the settings, with the placeholders `{title}`, `{tags}` and `{date}`.
  package init(_ text: String) {
    (self.text, marks, names) = (text, ("{", "}"), ["title", "tags", "date"])
  }

  /// Creates a template from a file, with the placeholders `{{title}}`, `{{tags}}`, `{{date}}` and
  /// `{{cursor}}`.
  package init(file text: String) {
    (self.text, marks, names) = (text, ("{{", "}}"), ["title", "tags", "date", "cursor"])
  }

  private func placeholder(_ name: String) -> String { marks.open + name + marks.close }

  package struct Filled: Equatable, Sendable {
    package var text: String
    /// The cursor's offset in UTF-8 bytes; nil if the template has no cursor placeholder.
    package var cursor: Int?

    package init(text: String, cursor: Int? = nil) { (self.text, self.cursor) = (text, cursor) }

    /// The line of the cursor, from 1; the last line if the template has no cursor placeholder.
    package var line: Int {
      text.utf8.prefix(cursor ?? .max).count { $0 == UInt8(ascii: "\n") } + 1
    }
  }

  /// Creates a template from a file, and adds missing placeholders. A `title` that is not blank
  /// gets a heading at the start; `tags` that are not empty get a line at the end.
  package init(file text: String, title: String, tags: [String]) {
    self.init(file: text)
    var text = text
    if !title.allSatisfy(\.isWhitespace), !text.contains(placeholder("title")) {
      text = "# \(placeholder("title"))\n\n" + text
    }
    if !tags.isEmpty, !text.contains(placeholder("tags")) {
      while text.last?.isNewline == true { text.removeLast() }
      text += "\n\n\(placeholder("tags"))\n"
    }
    self.init(file: text)
  }

  /// Returns the text with values for the placeholders. If `tags` is empty, removes a line that
  /// contains only the tags placeholder, and an empty line before it. Line ends become line feeds.
  /// The cursor is at the first cursor placeholder.
  package func filled(title: String, tags: [String], day: NoteDay) -> Filled {
    let line = title.split(whereSeparator: \.isNewline).joined(separator: " ")
    let hashtags = tags.map(Hashtag.withNumberSign).joined(separator: " ")
    let values = ["title": line, "tags": hashtags, "date": day.text]
    var lines: [String] = []
    var cursor: (line: Int, byte: Int)?
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    for part in parts {
      if part == placeholder("tags"), hashtags.isEmpty {
        if lines.last?.isEmpty == true, cursor?.line != lines.count - 1 { lines.removeLast() }
        continue
      }
      let (filled, byte) = fill(part, values)
      if let byte, cursor == nil { cursor = (lines.count, byte) }
      lines.append(filled)
    }
    return Filled(
      text: lines.joined(separator: "\n"),
      cursor: cursor.map { position in
        lines.prefix(position.line).reduce(position.byte) { $0 + $1.utf8.count + 1 }
      })
  }

  /// Returns the filled line, and the cursor's offset in it in UTF-8 bytes; nil if the line has no
  /// cursor placeholder. Makes one pass: placeholders in inserted text are not replaced.
  private func fill(
    _ line: Substring, _ values: [String: String]
  ) -> (text: String, cursor: Int?) {
    var filled = ""
    var cursor: Int?
    var rest = line
    while let start = rest.range(of: marks.open) {
      filled += rest[..<start.lowerBound]
      rest = rest[start.lowerBound...]
      guard let name = names.first(where: { rest.hasPrefix(placeholder($0)) }) else {
        filled.append(rest.removeFirst())
        continue
      }
      if name == "cursor" { cursor = cursor ?? filled.utf8.count }
      filled += values[name] ?? ""
      rest = rest.dropFirst(placeholder(name).count)
    }
    return (filled + rest, cursor)
  }
}
