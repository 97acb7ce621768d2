/// A table as text: rows of fields between commas, semicolons or tabs. The first row is the header.
///
///     let table = DelimitedText(TextEncodingSniffer.read(bytes).utf8)
///     for row in table.rows {
///       let title = table["Title", row]   // by column name, in any case; "" if missing
///     }
///
/// Parsing never fails. Quoted fields may contain separators, line breaks and doubled quotes. A
/// stray quote is text: a row with inconsistent quotes ends with its line, so that it does not
/// swallow other rows. Spaces before the quotes of fields are ignored if the text has them
/// throughout. Lines end with `\n` or `\r\n`, or with `\r` if there is no `\n` at all. Rows may
/// have fewer or more fields than the header; see `Row.isRagged`. Blank lines are not rows.
struct DelimitedText: Sendable {
  struct Row: Sendable, Equatable {
    /// The line number in the file, from 1, of its first line.
    var line: Int
    var fields: [String]
    /// The byte range in the table, without the line end.
    var range: Range<Int>
    /// Whether the row has fewer fields than the header, or nonempty fields beyond it.
    var isRagged = false
    var hasStrayQuotes = false
  }

  /// The limits of parsing. Rows after the first `rows` are skipped, and `DelimitedText.isCut` is
  /// set.
  enum Limits {
    static let rows = 1_000_000
    /// Maximum number of fields per row. Further text belongs to the last field.
    static let fields = 2_000
    /// Maximum size of a quoted field in bytes; in a longer one, the opening quote counts as stray.
    static let field = 1 << 20
    /// Maximum number of rows parsed twice because of their quotes. After that, quoted fields end
    /// with their line.
    static let secondLooks = 1_000
  }

  let utf8: [UInt8]
  let separator: UInt8
  private(set) var header: [String] = []
  private(set) var headerRange = 0..<0
  private(set) var rows: [Row] = []
  private(set) var isCut = false

  private var columns: [String: Int] = [:]

  /// Parses UTF-8 text without a byte order mark. Without `separator`, uses the one that splits the
  /// first line into most parts. In tab-separated text, quotes are text unless the header contains
  /// some. Cost: linear.
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
    reader.isPadded = Self.isPadded(utf8, chosen)
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

  func column(_ name: String) -> Int? { columns[Self.folded(name)] }

  func hasColumns(_ names: String...) -> Bool { names.allSatisfy { column($0) != nil } }

  /// The field in a column, by name, trimmed; empty if there is none.
  subscript(name: String, row: Row) -> String {
    guard let column = column(name), column < row.fields.count else { return "" }
    return row.fields[column].trimmedField
  }

  /// Returns a table with the same header and only these rows, with unchanged bytes.
  func text(of rows: some Sequence<Row>) -> [UInt8] {
    var text = Array(utf8[headerRange]) + [0x0A]
    for row in rows { text += utf8[row.range] + [0x0A] }
    return text
  }

  private static func folded(_ name: String) -> String { name.trimmedField.lowercased() }
}

// MARK: The separator, and spaces beside it

extension DelimitedText {
  /// Returns the separator in a first line such as `sep=;`, and the offset of the next line; nil if
  /// the first line is different.
  private static func excelSeparator(_ utf8: [UInt8]) -> (UInt8, Int)? {
    guard utf8.count > 5, utf8.starts(with: Array("sep=".utf8)) else { return nil }
    let end = utf8[5...].firstIndex { $0 != 0x0D } ?? utf8.count
    guard end < utf8.count, utf8[end] == 0x0A else { return nil }
    return (utf8[4], end + 1)
  }

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

  /// Whether spaces precede almost all quotes after separators, as in `1 , "a"`. Reads the first
  /// megabyte.
  private static func isPadded(_ utf8: [UInt8], _ separator: UInt8) -> Bool {
    var (padded, plain) = (0, 0)
    var isAfterSeparator = false
    var former = separator
    for byte in utf8.prefix(1 << 20) {
      if byte == separator {
        isAfterSeparator = true
      } else if byte != 0x20 {
        if byte == 0x22, isAfterSeparator {
          if former == separator { plain += 1 } else { padded += 1 }
        }
        isAfterSeparator = false
      }
      former = byte
    }
    return plain * 20 < padded
  }
}

extension StringProtocol {
  /// The text without white space, byte order marks and NUL at its ends.
  var trimmedField: String {
    let scalars = unicodeScalars
    func isBlank(_ scalar: Unicode.Scalar) -> Bool {
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
