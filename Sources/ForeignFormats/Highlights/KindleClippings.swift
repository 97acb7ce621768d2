import Foundation

extension ForeignFormat {
  static let kindle = ForeignFormat(
    "kindle", "Kindle", highlightsIn: ["txt"],
    files: { path in
      let names = ["My Clippings.txt", "Meine Clippings.txt"]
      return ImportedFile.existing(names, in: path + "/documents")
    },
    read: { file in
      let text = try file.text().text
      return KindleClippings.isOne(text) ? KindleClippings.read(text) : nil
    })
}

/// Reads a Kindle's `My Clippings.txt`, and files of other readers in this format.
///
/// The format has no escapes, and a Kindle never removes records. A text may contain a separator,
/// byte order marks may be anywhere, and an extended highlight occurs twice.
struct KindleClippings {
  private var entries: [KindleEntry] = []
  private var file = HighlightFile(program: "the clippings of a Kindle")

  private static let separator = "=========="

  /// Whether the beginning of a text seems to be in this format: a title, a line such as `- … | …`,
  /// and later a separator.
  static func isOne(_ text: String) -> Bool {
    var lines: [Substring] = []
    for line in linesOf(text.prefix(1 << 16)).prefix(2_000) {
      if isSeparator(line) {
        if lines.count > 1, isLabel(lines[1]) { return true }
        lines = []
      } else if !lines.isEmpty || !line.isBlankLine {
        lines.append(line)
      }
    }
    return false
  }

  /// Reads a file. Cost: linear, except for highlights at one position.
  static func read(_ text: String) -> HighlightFile {
    var reader = KindleClippings()
    var record: [Substring] = []
    var first = 1
    for (number, line) in linesOf(text).enumerated() {
      guard isSeparator(line) else {
        record.append(line)
        continue
      }
      reader.take(record, line: first)
      (record, first) = ([], number + 2)
    }
    reader.take(record, line: first, isLast: true)
    return reader.finished()
  }

  /// Splits the text into lines with any line ends, without byte order marks.
  private static func linesOf(_ text: some StringProtocol) -> [Substring] {
    let scalars = String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\u{FEFF}" })
    let end: Unicode.Scalar = scalars.contains("\n") ? "\n" : "\r"
    return String(scalars).unicodeScalars.split(separator: end, omittingEmptySubsequences: false)
      .map { line in
        let line = line.last == "\r" ? line.dropLast() : line
        return Substring(line)
      }
  }

  private static func isSeparator(_ line: Substring) -> Bool {
    let line = line.trimmingCharacters(in: .whitespaces)
    return line.utf8.count >= 10 && line.utf8.allSatisfy { $0 == UInt8(ascii: "=") }
  }

  private static func isLabel(_ line: Substring) -> Bool {
    guard let first = line.first(where: { !$0.isWhitespace }), "-–—".contains(first) else {
      return false
    }
    return line.contains("|")
  }

  private mutating func take(_ lines: [Substring], line: Int, isLast: Bool = false) {
    let blanks = lines.prefix { $0.isBlankLine }.count
    let lines = Array(lines.dropFirst(blanks))
    guard !lines.isEmpty else { return }
    guard lines.count > 1, Self.isLabel(lines[1]) else {
      // The text of the previous record contained a separator.
      if !entries.isEmpty, !isLast || lines.count > 1 || file.unreadable.isEmpty,
        !Self.isLabel(lines[0])
      {
        let last = entries.count - 1
        entries[last].body += "\n" + Self.separator + "\n" + Self.body(lines)
      } else {
        file.unreadable.append("line \(line + blanks): not a highlight, note or bookmark")
      }
      return
    }
    guard entries.count < HighlightLimits.records else {
      file.unreadable.append(
        "line \(line): only the first \(HighlightLimits.records) entries are imported")
      return
    }
    entries.append(
      KindleEntry(
        title: lines[0], label: String(lines[1]), body: Self.body(Array(lines.dropFirst(2)))))
  }

  private static func body(_ lines: [Substring]) -> String {
    String(lines.joined(separator: "\n").trimmingCharacters(in: .whitespacesAndNewlines))
  }

  private consuming func finished() -> HighlightFile {
    var file = file
    var books: [ForeignHighlightedBook] = []
    var byBook: [ForeignHighlightedBook: [KindleEntry]] = [:]
    for entry in entries {
      switch entry.kind {
      case .bookmark: file.leaveOut("bookmarks", "they mark only a page")
      case .article: file.leaveOut("clipped articles", "they are whole articles")
      case .highlight, .note:
        if byBook[entry.book] == nil { books.append(entry.book) }
        byBook[entry.book, default: []].append(entry)
      }
    }
    for book in books {
      let joined = KindleJoining(byBook[book] ?? [])
      file.merged += joined.merged
      file.books.append(ForeignHighlights(book, joined.highlights))
    }
    return file
  }
}

struct KindleEntry {
  let book: ForeignHighlightedBook
  let kind: KindleWords.Kind
  let position: HighlightPosition
  let date: String?
  var body: String

  init(title: Substring, label: String, body: String) {
    book = Self.book(title)
    self.body = body
    // Dates do not contain `|`, other parts may.
    let bar = label.lastIndex(of: "|")
    let start = bar.map { String(label[..<$0]) } ?? label
    let position = KindleWords.position(in: start)
    self.position = position
    date = bar.flatMap { KindleDate.read(String(label[$0...])) }
    let isRange = position.location.map { $0.lowerBound < $0.upperBound } ?? (position.page != nil)
    kind =
      KindleWords.kind(of: start)
      ?? (body.isEmpty ? .bookmark : isRange ? .highlight : .note)
  }

  /// Parses `Title (Author; Second Author)`. Two spaces at the end mean that there is no author:
  /// parentheses are then part of the title.
  static func book(_ line: Substring) -> ForeignHighlightedBook {
    let hasNoAuthor = line.hasSuffix("  ")
    let line = line.trimmingCharacters(in: .whitespaces)
    guard !hasNoAuthor, line.hasSuffix(")") else {
      return ForeignHighlightedBook(title: line)
    }
    var depth = 0
    var start: String.Index?
    for index in line.indices.reversed() {
      if line[index] == ")" { depth += 1 }
      if line[index] == "(" { depth -= 1 }
      if depth == 0 {
        start = index
        break
      }
    }
    guard let start, start > line.startIndex else { return ForeignHighlightedBook(title: line) }
    let names = line[line.index(after: start)...].dropLast()
    return ForeignHighlightedBook(
      title: line[..<start].trimmingCharacters(in: .whitespaces),
      authors: ForeignNames.authors(String(names), separator: ";"))
  }
}

enum ForeignNames {
  /// Returns at most 50 names, each as “First Last”, without `Unknown`.
  static func authors(_ text: String, separator: Character) -> [String] {
    text.split(separator: separator).prefix(50).map { firstLast(String($0)) }
      .filter { !$0.isEmpty && !["unknown", "unknown author"].contains($0.lowercased()) }
  }

  static func firstLast(_ name: String) -> String {
    let parts = name.split(separator: ",").map {
      $0.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
      return name.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    return "\(parts[1]) \(parts[0])"
  }
}

extension Substring {
  fileprivate var isBlankLine: Bool { unicodeScalars.allSatisfy { $0.properties.isWhitespace } }
}
