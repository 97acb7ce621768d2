/// The archive of personal data that Goodreads sends on request: JSON files, often in a ZIP file.
/// Users mistake it for a list of books.
enum PersonalDataArchive {
  static let advice =
    "is your personal data from Goodreads, not a list of books: on Goodreads, use “My Books”, "
    + "“Import and export”, “Export Library”"

  /// Whether a file is this archive, or a JSON file of it: a list that begins with an explanation.
  static func isGoodreads(_ file: ImportedFile) throws -> Bool {
    let bytes = try file.bytes()
    if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) { return hasNames(bytes) }
    let start = String(decoding: try file.text().utf8.prefix(400), as: UTF8.self)
    return start.filter { !$0.isWhitespace }.hasPrefix("[{\"explanation\":")
  }

  /// Whether the first files of a ZIP file are JSON files, and one has a name of this archive.
  private static func hasNames(_ zip: [UInt8]) -> Bool {
    let names = names(in: zip)
    let known = names.filter { name in
      ["review.json", "reviews.json", "user_shelf.json", "shelves.json", "book_review.json"]
        .contains(name.split(separator: "/").last.map { $0.lowercased() } ?? "")
    }
    return !known.isEmpty && names.allSatisfy { $0.hasSuffix(".json") || $0.hasSuffix("/") }
  }

  /// Returns the file names in the local headers of a ZIP file, at most 200. Stops after a header
  /// with the size 0.
  private static func names(in zip: [UInt8]) -> [String] {
    var names: [String] = []
    var header = 0
    while names.count < 200, header + 30 <= zip.count,
      zip[header..<header + 4].elementsEqual([0x50, 0x4B, 0x03, 0x04])
    {
      func number(_ offset: Int, _ count: Int) -> Int {
        let first = header + offset
        return zip[first..<(first + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
      }
      let (size, name, extra) = (number(18, 4), number(26, 2), number(28, 2))
      let start = header + 30
      guard start + name <= zip.count else { break }
      names.append(String(decoding: zip[start..<start + name], as: UTF8.self))
      // If the size follows the data, the next header cannot be found; the first names suffice.
      guard size > 0 else { break }
      header = start + name + extra + size
    }
    return names
  }
}
