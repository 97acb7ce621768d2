/// A table as text: rows of fields between commas, semicolons or tabs, the first row being the header.
///
///     let table = DelimitedText(TextEncodingSniffer.read(bytes).utf8)
///     for row in table.rows {
///       let title = table["Title", row]   // by the header's name, in any case; "" if there is none
///     }
///
/// Nothing makes it fail. Fields in quotes may contain separators, line breaks and doubled quotes. A stray
/// quote is text: a row whose quotes make no sense ends with its line, so that one such row never
/// takes the others in. Lines end with `\n` or `\r\n`; with `\r` if there is no `\n` at all. Rows may have
/// fewer or more fields than the header, which `Row.isRagged` says. Lines without any text are no rows.
struct DelimitedText: Sendable {
  /// A row.
  struct Row: Sendable, Equatable {
    /// The number of its first line in the file, from 1.
    var line: Int
    var fields: [String]
    /// Its place in the table's bytes, without the end of its line.
    var range: Range<Int>
    /// Whether it has fewer fields than the header, or more that are not empty.
    var isRagged = false
    /// Whether quotes in it stand where none should be.
    var hasStrayQuotes = false
  }

  /// The most that is read; what is beyond is not, and `isCut` says so.
  enum Limits {
    static let rows = 1_000_000
    /// Fields of a row. What is beyond them belongs to the last.
    static let fields = 2_000
    /// Bytes of a field in quotes; in a longer one the first quote is taken for a stray one.
    static let field = 1 << 20
    /// Rows that are read a second time, because of their quotes. In later ones quotes end with lines.
    static let secondLooks = 1_000
  }

  /// The text, in UTF-8.
  let utf8: [UInt8]
  let separator: UInt8
  /// The names of the columns, trimmed.
  private(set) var header: [String] = []
  /// The place of the header in `utf8`.
  private(set) var headerRange = 0..<0
  private(set) var rows: [Row] = []
  /// Whether there are more rows than are read.
  private(set) var isCut = false

  private var columns: [String: Int] = [:]

  /// Reads a text in UTF-8 without a byte order mark. Without a `separator` it is the one by which the
  /// first line has the most parts. Between tabs quotes are text, unless the header has some.
  /// Cost: linear.
  init(_ utf8: [UInt8], separator: UInt8? = nil) {
    self.utf8 = utf8
    var start = 0
    var line = 1
    var separator = separator
    if let (given, rest) = Self.excelSeparator(utf8) {
      (separator, start, line) = (separator ?? given, rest, 2)
    }
    let chosen = separator ?? Self.guessedSeparator(utf8, from: start)
    self.separator = chosen
    var reader = RowReader(utf8, separator: chosen, at: start, line: line)
    var isFirst = true
    while let row = reader.next() {
      if isFirst {
        isFirst = false
        header = row.fields.map(\.trimmedField)
        headerRange = row.range
        for (index, name) in header.enumerated() where columns[Self.folded(name)] == nil {
          columns[Self.folded(name)] = index
        }
        reader.hasQuotes = chosen != UInt8(ascii: "\t") || utf8[row.range].contains(0x22)
        reader.width = header.count
        continue
      }
      guard rows.count < Limits.rows else {
        isCut = true
        return
      }
      rows.append(row)
    }
  }

  /// The number of a column by its name, in any case; nil if there is none.
  func column(_ name: String) -> Int? { columns[Self.folded(name)] }

  /// Whether there is a column with each of these names.
  func hasColumns(_ names: String...) -> Bool { names.allSatisfy { column($0) != nil } }

  /// A field by its column's name, trimmed; empty if there is none.
  subscript(name: String, row: Row) -> String {
    guard let column = column(name), column < row.fields.count else { return "" }
    return row.fields[column].trimmedField
  }

  /// The rows at `rows` as a table with the same header, byte for byte.
  func text(of rows: some Sequence<Row>) -> [UInt8] {
    var text = Array(utf8[headerRange]) + [0x0A]
    for row in rows { text += utf8[row.range] + [0x0A] }
    return text
  }

  private static func folded(_ name: String) -> String { name.trimmedField.lowercased() }
}

// MARK: The separator

extension DelimitedText {
  /// The separator that the first line names, as in `sep=;`, and the place of the next line.
  private static func excelSeparator(_ utf8: [UInt8]) -> (UInt8, Int)? {
    guard utf8.count > 5, utf8.starts(with: Array("sep=".utf8)) else { return nil }
    let end = utf8[5...].firstIndex { $0 != 0x0D } ?? utf8.count
    guard end < utf8.count, utf8[end] == 0x0A else { return nil }
    return (utf8[4], end + 1)
  }

  /// The separator by which the first line has the most parts, outside quotes.
  private static func guessedSeparator(_ utf8: [UInt8], from start: Int) -> UInt8 {
    let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    var counts = [0, 0, 0]
    var isQuoted = false
    for byte in utf8[start...].drop(while: { $0 == 0x0A || $0 == 0x0D }).prefix(1 << 16) {
      if byte == 0x22 { isQuoted.toggle() }
      if byte == 0x0A || byte == 0x0D, !isQuoted { break }
      if !isQuoted, let index = candidates.firstIndex(of: byte) { counts[index] += 1 }
    }
    let most = counts.max() ?? 0
    return counts.firstIndex(of: most).map { candidates[$0] } ?? UInt8(ascii: ",")
  }
}

extension StringProtocol {
  /// Without blanks, no-break spaces and line breaks at its ends.
  var trimmedField: String {
    // Most fields have none: those are only looked at.
    let scalars = unicodeScalars
    func isBlank(_ scalar: Unicode.Scalar) -> Bool {
      // ASCII's are known without a look into Unicode's tables.
      if scalar.isASCII {
        return scalar == " " || (0x09...0x0D).contains(scalar.value) || scalar == "\0"
      }
      return scalar.properties.isWhitespace || scalar == "\u{FEFF}"
    }
    guard let first = scalars.first, let last = scalars.last else { return "" }
    guard isBlank(first) || isBlank(last) else { return String(self) }
    guard let start = scalars.firstIndex(where: { !isBlank($0) }),
      let end = scalars.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(self[start...end])
  }
}
