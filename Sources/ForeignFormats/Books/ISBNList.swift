import Books

extension ForeignFormat {
  static let isbns = ForeignFormat("isbns", "a file of ISBNs", read: ISBNList.list)
}

/// A text file with one ISBN per line.
enum ISBNList {
  /// Reads a file, skipping lines that begin with `#`. Returns nil for 16 MB and more, without any
  /// number, and if a line before the first number has more than 100 bytes. Without a header, also
  /// returns nil if more than a fifth of the lines are not like ISBNs, or if none is valid.
  static func list(_ file: ImportedFile) throws -> BookList? {
    let utf8 = try file.text().utf8
    guard utf8.count < 16 << 20 else { return nil }
    let lineEnd: UInt8 = utf8.contains(0x0A) ? 0x0A : 0x0D
    var hasHeader = false
    let all = utf8.split(
      maxSplits: DelimitedText.Limits.rows, omittingEmptySubsequences: false
    ) { $0 == lineEnd }
    var lines: [(number: Int, text: String)] = []
    var wrong = 0
    for (index, line) in all.enumerated() {
      guard line.count <= 100 || !lines.isEmpty else { return nil }
      let text = String(decoding: line.prefix(200), as: UTF8.self).trimmedField
        .trimming("\"'=,;")
      if text.isEmpty || text.hasPrefix("#") { continue }
      if lines.isEmpty, ["isbn", "isbn13", "isbn-13", "ean"].contains(text.lowercased()) {
        hasHeader = true
        continue
      }
      lines.append((index + 1, text))
      if ISBN.digits(of: text) == nil { wrong += 1 }
      if !hasHeader, wrong > 20, wrong * 5 > lines.count { return nil }
    }
    guard
      hasHeader && !lines.isEmpty
        || wrong * 5 <= lines.count && lines.contains(where: { ISBN($0.text) != nil })
    else {
      return nil
    }
    var list = BookList()
    list.rows = lines.map { number, text in
      var book = ForeignBook()
      book.isbns = [text]
      guard ISBN(text) == nil else { return BookList.Row(number: number, content: .book(book)) }
      let reason =
        ISBN.digits(of: text) == nil
        ? "is not a valid ISBN: check its length and its digits"
        : "is not a valid ISBN: check its digits"
      return BookList.Row(number: number, content: .unreadable(reason))
    }
    let texts = lines.map(\.text)
    list.rest = { indexes in
      // The header identifies the file as a list, even if all numbers are invalid.
      Array("ISBN\n".utf8)
        + indexes.flatMap { texts.indices.contains($0) ? Array(texts[$0].utf8) + [0x0A] : [] }
    }
    return list
  }
}

extension String {
  fileprivate func trimming(_ marks: String) -> String {
    guard let start = firstIndex(where: { !marks.contains($0) }),
      let end = lastIndex(where: { !marks.contains($0) })
    else { return "" }
    return String(self[start...end]).trimmedField
  }
}
