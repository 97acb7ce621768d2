import Base
import Foundation
import Quoting

extension ForeignFormat {
  static let readwise = ForeignFormat(
    "readwise", "Readwise", highlightsIn: ImportedFile.tables,
    read: { try ReadwiseHighlights.read($0.table()) })
}

/// Reads the tables that Readwise exports and imports.
enum ReadwiseHighlights {
  static func read(_ table: DelimitedText) -> HighlightFile? {
    guard
      table.hasColumns("Highlight", "Book Title")
        || table.hasColumns("Highlight", "Title", "Location")
    else { return nil }
    var file = HighlightFile(program: "a table of Readwise")
    // A heading marked with `.h1` is the chapter of the highlights after it.
    var chapters: [ForeignHighlightedBook: String] = [:]
    var open: [ForeignHighlightedBook: (book: Int, index: Int)] = [:]
    for row in table.rows.prefix(HighlightLimits.records) {
      func field(_ name: String) -> String { table[name, row] }
      let title = field(table.column("Book Title") == nil ? "Title" : "Book Title")
      let author = field(table.column("Book Author") == nil ? "Author" : "Book Author")
      let number = field("Amazon Book ID")
      let book = ForeignHighlightedBook(
        title: title.oneLine, authors: authors(author),
        sources: number.isEmpty ? [] : ["asin:\(number)"])
      var text = field("Highlight").paragraphs
      guard !text.isEmpty || !field("Note").isEmpty else {
        file.unreadable.append("line \(row.line): the highlight is missing")
        continue
      }
      guard !title.isEmpty || row.isRagged == false else {
        file.unreadable.append("line \(row.line): its columns do not match the first line")
        continue
      }
      let note = Note(field("Note"))
      if note.tags.contains("discard") {
        file.leaveOut("discarded highlights", "their notes say “.discard”")
        continue
      }
      let isPicture = text.hasPrefix("![") && text.wholeMatch(of: #/!\[[^\]]*\]\([^)]*\)/#) != nil
      let isHeading = note.tags.contains { $0.wholeMatch(of: #/h[1-6]/#) != nil }
      if isPicture { file.leaveOut("pictures", "they are only web addresses") }
      if isHeading, !isPicture {
        chapters[book] = text.oneLine
        file.leaveOut("headings", "they name the chapters of highlights")
      }
      if isPicture || isHeading {
        // The reader's note about a picture or heading is imported without the picture or heading.
        guard note.text != nil else { continue }
        text = ""
      }
      let part = note.tags.firstNonNil { $0.hasPrefix("c") ? Int($0.dropFirst()) : nil }
      // The inline tags are among those of the column in newer exports.
      let names = ([field("Tags")] + note.tags).joined(separator: ",")
      let tags = ForeignNote.hashtags(separatedByCommas: names).filter {
        $0.wholeMatch(of: #/#(?:h[1-6]|c\d+)/#) == nil
      }
      if let part, part > 1, let former = open[book] {
        // This row is the next part of the previous highlight.
        file.books[former.book].highlights[former.index].add(text, note.text)
        let known = file.books[former.book].highlights[former.index].tags
        file.books[former.book].highlights[former.index].tags += tags.filter { !known.contains($0) }
        file.merged += 1
        continue
      }
      var highlight = ForeignHighlight(
        text: text, note: note.text, position: position(field("Location Type"), field("Location")),
        chapter: chapters[book],
        date: date(field(table.column("Highlighted at") == nil ? "Date" : "Highlighted at")),
        color: field("Color").nonEmpty)
      highlight.tags = tags
      if highlight.text.utf8.count > HighlightLimits.text { highlight.text = highlight.text.cut }
      let added = file.add(highlight, of: book)
      open[book] = part == 1 ? added : nil
      if file.books[added.book].tags.isEmpty {
        file.books[added.book].tags = ForeignNote.hashtags(
          separatedByCommas: field("Document tags"))
      }
    }
    if table.isCut || table.rows.count > HighlightLimits.records {
      file.unreadable.append("everything after the first \(HighlightLimits.records) rows")
    }
    return file
  }

  /// A note, and the tags at its beginning: `.favorite .h1 the note`.
  private struct Note {
    var tags: [String] = []
    var text: String?

    init(_ field: String) {
      var words = field.split(separator: " ", omittingEmptySubsequences: false)[...]
      while let word = words.first, word.hasPrefix("."), word.count > 1,
        word.dropFirst().allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" })
      {
        tags.append(word.dropFirst().lowercased())
        words = words.dropFirst()
      }
      text = words.joined(separator: " ").paragraphs.nonEmpty
    }
  }

  private static func position(_ kind: String, _ number: String) -> HighlightPosition {
    guard let value = Int(number), value >= 0 else {
      return kind.lowercased() == "page"
        ? HighlightPosition(page: number.nonEmpty) : HighlightPosition()
    }
    switch kind.lowercased() {
    case "page": return HighlightPosition(page: number)
    case "location", "": return HighlightPosition(location: value...value)
    case "order", "offset", "time_offset": return HighlightPosition(order: [value])
    default: return HighlightPosition()
    }
  }

  private static func date(_ text: String) -> String? {
    guard text.count >= 10, text.prefix(4).allSatisfy(\.isNumber) else { return nil }
    let date = text.prefix(19).replacingBytes(of: " ", with: "T")
    return date + (text.hasSuffix("+00:00") ? "Z" : "")
  }

  /// Parses `Ann Example and Bob Example`, `Ann Example, Bob Example` and `Example, Ann`.
  private static func authors(_ text: String) -> [String] {
    let parts = text.replacingBytes(of: ", and ", with: ";").replacingBytes(of: " and ", with: ";")
      .replacingBytes(of: " & ", with: ";").split(separator: ";")
    if parts.count == 1, text.contains(",") {
      let names = text.split(separator: ",").map { String($0).oneLine }
      // Full names between commas, or a single name with the family name first.
      return names.allSatisfy { $0.contains(" ") } ? names : [ForeignNames.firstLast(text)]
    }
    return parts.flatMap { $0.split(separator: ",") }.map { String($0).oneLine }
      .filter { !$0.isEmpty }
  }
}

extension ForeignHighlight {
  fileprivate mutating func add(_ part: String, _ note: String?) {
    text += " " + part
    let notes = [self.note, note].compactMap { $0 }
    self.note = notes.isEmpty ? nil : notes.joined(separator: "\n\n")
  }
}
