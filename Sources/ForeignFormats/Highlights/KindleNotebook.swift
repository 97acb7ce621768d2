import Foundation

extension ForeignFormat {
  static let kindleApps = ForeignFormat(
    "kindle-apps", "Kindle apps", highlightsIn: ["html", "htm"],
    read: { try KindleNotebook.read($0.text().text) })
}

/// Reads the notebook that Kindle apps export as HTML. It is read by class names, which do not
/// depend on the language. It is not parsed as a tree, since desktop apps close `h3` with `div`.
enum KindleNotebook {
  private struct Piece {
    var name: Substring
    var html: Substring
  }

  /// Reads a notebook in one pass. Returns nil if the text seems to be another file.
  static func read(_ text: String) -> HighlightFile? {
    let start = text.prefix(1 << 16)
    guard start.contains("bookTitle"),
      start.contains("noteHeading") || start.contains("bodyContainer")
    else { return nil }
    var file = HighlightFile(program: "a notebook that a Kindle app exported")
    var book = ForeignHighlightedBook(title: "")
    var section: String?
    var heading: Substring?
    var headings = 0
    var highlights: [ForeignHighlight] = []

    func take(_ text: String) {
      guard let html = heading else { return }
      heading = nil
      let entry = Entry(html, section: section)
      if entry.isHighlight {
        guard !text.isEmpty else {
          file.unreadable.append("entry \(headings) is a highlight without text")
          return
        }
        highlights.append(
          ForeignHighlight(
            text: text, position: entry.position, chapter: entry.chapter, color: entry.color))
      } else if text.isEmpty {
        file.leaveOut("bookmarks", "they mark only a page")
      } else if let last = highlights.indices.last, highlights[last].note == nil,
        highlights[last].isQuote, entry.isNear(highlights[last])
      {
        highlights[last].note = text
      } else {
        highlights.append(
          ForeignHighlight(text: "", note: text, position: entry.position, chapter: entry.chapter))
      }
    }

    for piece in pieces(text) {
      switch piece.name {
      case "bookTitle": book.title = Self.text(of: piece.html).oneLine
      case "authors":
        book.authors = ForeignNames.authors(
          Self.text(of: piece.html).oneLine, separator: ";")
      case "sectionHeading":
        take("")
        section = Self.text(of: piece.html).oneLine
      case "noteHeading":
        take("")
        headings += 1
        guard headings <= HighlightLimits.records else { continue }
        heading = piece.html
      case "noteText": take(Self.text(of: piece.html))
      default: break
      }
    }
    take("")
    if headings > HighlightLimits.records {
      file.unreadable.append("everything after the first \(HighlightLimits.records) entries")
    }
    file.books = highlights.isEmpty ? [] : [ForeignHighlights(book, highlights)]
    return file
  }

  /// Returns the parts in order: the text after each tag with a known class.
  private static func pieces(_ text: String) -> [Piece] {
    let form =
      #/<[a-zA-Z][a-zA-Z0-9]*\s[^<>]*?class\s*=\s*["'](bookTitle|authors|citation|sectionHeading|noteHeading|noteText)["'][^<>]*>/#
    let matches = text.matches(of: form)
    return matches.indices.map { index in
      let end = index + 1 < matches.count ? matches[index + 1].range.lowerBound : text.endIndex
      return Piece(name: matches[index].1, html: text[matches[index].range.upperBound..<end])
    }
  }

  private static func text(of html: Substring) -> String {
    HTMLText.plain(String(html)).split(whereSeparator: \.isNewline).map { String($0).oneLine }
      .filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// The data in a heading: `Highlight(yellow) - Chapter > Page 4 · Location 274`.
  private struct Entry {
    var isHighlight: Bool
    var color: String?
    var chapter: String?
    var position: HighlightPosition

    init(_ html: Substring, section: String?) {
      color = html.firstMatch(of: #/highlight_([a-z]+)/#).map { String($0.1) }
      let text = KindleNotebook.text(of: html).oneLine
      let isColored = color != nil
      isHighlight = isColored
      let dash = text.firstRange(of: " - ") ?? text.firstRange(of: " – ")
      let rest = dash.map { String(text[$0.upperBound...]) } ?? text
      let parts = rest.split(separator: " > ").map(String.init)
      position = KindleWords.position(in: parts.last ?? "")
      var names = parts.dropLast().map { $0.oneLine }
      // The section contains the chapter.
      if let section, !section.isEmpty, names.first != section { names.insert(section, at: 0) }
      chapter = names.isEmpty ? nil : names.joined(separator: " > ")
    }

    /// Whether a note starts in a highlight, or less than 100 locations after it. If a location is
    /// unknown, whether both are on one page, or the note's page is unknown.
    func isNear(_ highlight: ForeignHighlight) -> Bool {
      if let mine = position.location, let theirs = highlight.position.location {
        // Only the start of a highlight is known.
        return mine.lowerBound >= theirs.lowerBound && mine.lowerBound - theirs.upperBound < 100
      }
      return position.page == highlight.position.page || position.page == nil
    }
  }
}
