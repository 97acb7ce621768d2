import Base
import Books

struct BookTable: Sendable {
  /// The columns that identify its header, in lower case: all columns of one of these lists.
  let headers: [[String]]
  /// The known columns, in lower case, including those that are not imported.
  let columns: Set<String>
  /// Examines a whole table, and returns the reader of its rows.
  let reader: @Sendable (DelimitedText, ImportedFile) -> Reader

  /// Reads a row. Throws if the row cannot be read, or must be skipped.
  typealias Reader = @Sendable (BookTableRow) throws(BookRowFault) -> ForeignBook

  func list(_ file: ImportedFile) throws -> BookList? {
    let table = try file.table()
    guard headers.contains(where: { $0.allSatisfy { table.column($0) != nil } }) else { return nil }
    let reader = reader(table, file)
    var list = BookList()
    list.rows = table.rows.map { row in
      BookList.Row(number: row.line, content: content(of: row, table, reader))
    }
    list.summarize()
    if list.hasBooks {
      list.unknownColumns = table.header.filter {
        !$0.isEmpty && !columns.contains($0.lowercased())
      }
    }
    if table.isCut {
      list.remarks.append(
        "has more than \(DelimitedText.Limits.rows) rows; later rows were skipped")
    }
    list.rest = { indexes in
      table.text(of: indexes.compactMap { table.rows.indices.contains($0) ? table.rows[$0] : nil })
    }
    return list
  }

  private func content(
    of row: DelimitedText.Row, _ table: DelimitedText, _ reader: Reader
  ) -> BookList.Content {
    do throws(BookRowFault) {
      var book = try reader(BookTableRow(row, of: table))
      book.dropUnusableISBNs()
      if book.title.isInvisible, book.isbns.isEmpty {
        return .unreadable("has neither a title nor an ISBN")
      }
      // A row with shifted fields is unreliable; unreadable numbers and dates reveal it.
      if row.isRagged, row.fields.count > table.header.count || row.hasStrayQuotes,
        !book.remarks.isEmpty
      {
        return .unreadable(
          "has \(row.fields.count.counted("value")) for \(table.header.count.counted("column"))")
      }
      if row.isRagged {
        book.remarks.append(
          "has \(row.fields.count.counted("value")) for \(table.header.count.counted("column"))")
      }
      book.limit()
      return .book(book)
    } catch {
      return error.isSkip ? .skipped(error.reason) : .unreadable(error.reason)
    }
  }
}

extension BookTable {
  init(headers: [[String]], columns: Set<String>, book: @escaping Reader) {
    self.init(headers: headers, columns: columns) { _, _ in book }
  }
}

extension ForeignFormat {
  init(
    _ id: String, _ name: String, headers: [[String]], columns: Set<String>,
    book: @escaping BookTable.Reader
  ) {
    self.init(id, name, read: BookTable(headers: headers, columns: columns, book: book).list)
  }
}

struct BookRowFault: Error, Equatable {
  /// The end of a sentence about the row.
  var reason: String
  /// Whether the row is marked as not to be imported.
  var isSkip = false

  static let deleted = Self(reason: "is marked as deleted", isSkip: true)
  static let withoutTitle = Self(
    reason: "has no title: this list of Open Library has only the numbers of its books")
}

struct BookTableRow {
  let row: DelimitedText.Row
  let table: DelimitedText

  init(_ row: DelimitedText.Row, of table: DelimitedText) { (self.row, self.table) = (row, table) }

  /// The field, trimmed; empty if it is missing.
  subscript(name: String) -> String { table[name, row] }

  func text(_ name: String) -> String? {
    let text = self[name]
    return text.isEmpty ? nil : text
  }

  /// Returns a date; nil if the field is empty or unreadable. An unreadable date is added to the
  /// remarks.
  func date(
    _ name: String, _ book: inout ForeignBook, _ order: ForeignValues.DateOrder = .monthFirst
  ) -> PartialDate? {
    let text = self[name]
    guard !ForeignValues.isNoDate(text) else { return nil }
    let date = ForeignValues.date(text, order)
    if date == nil { book.remark(name, text) }
    return date
  }

  /// Returns stars on a scale to 5, converted from a scale to `most`; nil for 0 and an empty field.
  /// An unreadable number gives nil and a remark.
  func stars(_ name: String, of most: Double = 5, _ book: inout ForeignBook) -> Double? {
    guard let text = text(name) else { return nil }
    guard let number = ForeignValues.number(text), (0...most).contains(number) else {
      book.remark(name, text)
      return nil
    }
    return number == 0 ? nil : number * 5 / most
  }

  func pages(_ name: String, _ book: inout ForeignBook) -> Int? {
    guard let text = text(name), ForeignValues.number(text) != 0 else { return nil }
    let pages = ForeignValues.pages(text)
    if pages == nil { book.remark(name, text) }
    return pages
  }

  func year(_ name: String, _ book: inout ForeignBook) -> Int? {
    guard let text = text(name), !ForeignValues.isNoDate(text) else { return nil }
    let year = ForeignValues.year(text)
    if year == nil { book.remark(name, text) }
    return year
  }

  /// Returns the unchecked ISBNs in these fields. A number that a spreadsheet rounded is skipped,
  /// with a remark.
  func isbns(_ names: String..., book: inout ForeignBook) -> [String] {
    var isbns: [String] = []
    for name in names {
      let text = ForeignValues.isbn(self[name])
      guard !text.isEmpty else { continue }
      if ForeignValues.isRounded(text) {
        book.remarks.append("has an ISBN that a spreadsheet rounded, which was skipped")
      } else if !isbns.contains(text) {
        isbns.append(text)
      }
    }
    return isbns
  }
}

extension ForeignBook {
  /// Shows at most 40 characters of the text.
  mutating func remark(_ field: String, _ text: String) {
    let text = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    let shown = text.count > 40 ? text.prefix(40) + "…" : text[...]
    remarks.append("has an unreadable value in “\(field)”, which was skipped: \(shown)")
  }

  /// Drops texts that are not like ISBNs, such as the number of a shop.
  mutating func dropUnusableISBNs() {
    let usable = isbns.filter { ISBN.digits(of: $0) != nil }
    hasUnusableISBN = usable.isEmpty && !isbns.isEmpty
    isbns = usable
  }

  /// Shortens long texts, and drops authors, shelves and genres after the first 200.
  mutating func limit() {
    let most = BookList.mostText
    func isLong(_ text: String) -> Bool { text.utf8.count > most }
    func cut(_ text: String) -> String {
      text.utf8.count > 4_000 ? String(text.prefix(1_000)) : text
    }
    title = cut(title)
    (publisher, series, seriesNumber) = (publisher.map(cut), series.map(cut), seriesNumber.map(cut))
    (language, source) = (language.map(cut), source.map(cut))
    (authors, isbns, shelves, genres) = (
      authors.map(cut), isbns.map(cut), shelves.map(cut), genres.prefix(200).map(cut)
    )
    if let text = review, isLong(text) { review = String(text.prefix(most / 4)) }
    if notes.contains(where: isLong) { notes = notes.map { String($0.prefix(most / 4)) } }
    if authors.count > 200 {
      remarks.append("has \(authors.count) authors, of which 200 were imported")
      authors = Array(authors.prefix(200))
    }
    if shelves.count > 200 {
      remarks.append("has \(shelves.count) shelves, of which 200 were imported")
      shelves = Array(shelves.prefix(200))
    }
  }
}
