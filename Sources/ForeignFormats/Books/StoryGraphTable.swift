import Books

extension ForeignFormat {
  /// “Export StoryGraph Library”, which contains all readings of a book. Some exports have only the
  /// first eight columns.
  static let storyGraph = ForeignFormat(
    "storygraph", "StoryGraph",
    headers: [["title", "read status", "star rating"], ["title", "isbn/uid", "read status"]],
    columns: [
      "title", "authors", "contributors", "isbn/uid", "format", "read status", "date added",
      "last date read", "dates read", "read count", "moods", "pace", "character- or plot-driven?",
      "strong character development?", "loveable characters?", "diverse characters?",
      "flawed characters?", "star rating", "review", "content warnings",
      "content warning description", "tags", "owned?",
    ], book: storyGraphBook)

  private static func storyGraphBook(_ row: BookTableRow) throws(BookRowFault) -> ForeignBook {
    var book = ForeignBook(
      title: row["title"], authors: ForeignValues.names(row["authors"]))
    let id = row["isbn/uid"]
    // Other IDs come from a shop or from StoryGraph.
    if ISBN.digits(of: id) != nil { book.isbns = [id] }
    if !id.isEmpty { book.source = "storygraph:\(id)" }
    book.stars = row.stars("star rating", &book)
    book.review = row.text("review").map(HTMLText.plain)
    book.shelves = ForeignValues.list(row["tags"])
    book.added = row.date("date added", &book)
    let count =
      row.text("read count").flatMap(ForeignValues.number).flatMap(Int.init(exactly:)) ?? 0
    book.readCount = max(0, count)
    switch row["read status"].lowercased() {
    case "read": book.section = .read
    case "currently-reading", "paused": book.section = .reading
    case "to-read": book.section = .want
    case "did-not-finish": book.section = .stopped
    case let status: if !status.isEmpty { book.remark("Read Status", status) }
    }
    take(readings: row, &book)
    return book
  }

  private static func take(readings row: BookTableRow, _ book: inout ForeignBook) {
    var spans: [Span] = []
    for text in ForeignValues.list(row["dates read"]) where !ForeignValues.isNoDate(text) {
      if let span = Span(text) { spans.append(span) } else { book.remark("Dates Read", text) }
    }
    if spans.isEmpty, let last = row.date("last date read", &book) { spans = [Span(finish: last)] }
    // StoryGraph lists the newest reading first.
    spans.reverse()
    let last = spans.last
    switch book.section {
    case .stopped:
      if let last {
        spans.removeLast()
        book.stopped = [StoppedReading(start: last.start, stop: last.finish)]
      }
    case .reading:
      if let last, last.isOpen || last.start == nil {
        // For a book in progress, a single date is the start.
        spans.removeLast()
        book.readings.append(BookReading(start: last.start ?? last.finish))
      }
    case .read, .want, nil: break
    }
    book.readings =
      spans.map { BookReading(start: $0.start, finish: $0.finish ?? .unknown) }
      + book.readings
  }
}

/// A reading: `2022/10/29-2022/11/28`, `2021/09/14`, `2022/10/29-`.
private struct Span {
  var start: PartialDate?
  var finish: PartialDate?
  var isOpen = false

  init(finish: PartialDate) { self.finish = finish }

  init?(_ text: String) {
    var rest = Array(text.utf8)[...]
    guard let first = Self.date(&rest) else { return nil }
    rest = rest.drop { $0 == 0x20 }
    guard let dash = rest.first else {
      finish = first
      return
    }
    // A hyphen, or a dash of three UTF-8 bytes.
    guard dash == 0x2D || dash == 0xE2 else { return nil }
    rest = rest.dropFirst(dash == 0x2D ? 1 : 3).drop { $0 == 0x20 }
    start = first
    guard !rest.isEmpty else {
      isOpen = true
      return
    }
    guard let second = Self.date(&rest), rest.allSatisfy({ $0 == 0x20 }) else { return nil }
    finish = second
  }

  private static func date(_ rest: inout ArraySlice<UInt8>) -> PartialDate? {
    guard let year = number(&rest, digits: 4...4) else { return nil }
    var date = PartialDate(year: year)
    let afterYear = rest
    if let mark = rest.first, mark == 0x2F || mark == 0x2D {
      rest = rest.dropFirst()
      guard let month = number(&rest, digits: 1...2) else {
        rest = afterYear
        return date
      }
      date.month = month
      let afterMonth = rest
      if rest.first == mark {
        rest = rest.dropFirst()
        if let day = number(&rest, digits: 1...2) { date.day = day } else { rest = afterMonth }
      }
    }
    return date.isValid ? date : nil
  }

  private static func number(
    _ rest: inout ArraySlice<UInt8>, digits: ClosedRange<Int>
  ) -> Int? {
    let text = rest.prefix { ForeignValues.isDigit($0) }
    guard digits.contains(text.count) else { return nil }
    rest = rest.dropFirst(text.count)
    return Int(String(decoding: text, as: UTF8.self))
  }
}
