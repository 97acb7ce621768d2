import Base
package import Books

/// An edition of a book as a service describes it. Texts are on one line and have a maximum length.
package struct FoundEdition: Sendable, Equatable {
  package struct Cover: Sendable, Equatable {
    package var host: String
    /// The percent-encoded path on the host, with its query.
    package var path: String
  }

  /// The name of the service and the edition's ID there, as in `BookRecord.sources`:
  /// `openlibrary:OL1M`.
  package var source: String
  package var title: String
  /// Names as “First Last”.
  package var authors: [String] = []
  package var year: Int?
  /// The year of the work's first publication according to the service, unchecked: it may be later
  /// than `year`.
  package var originalYear: Int?
  package var publisher: String?
  package var pages: Int?
  package var isbn: ISBN?
  package var language: String?
  package var series: String?
  package var seriesNumber: String?
  package var format: String?
  package var cover: Cover?

  /// Maximum length of a text in bytes.
  package static let mostBytes = 500
  package static let mostAuthors = 20
  package static let most = 40

  /// Creates an edition; nil without a title. A subtitle is appended, unless the title contains it.
  init?(source: String, title: String?, subtitle: String? = nil) {
    guard let title = Self.line(title) else { return nil }
    self.source = Self.line(source) ?? ""
    let subtitle = Self.line(subtitle)
    let isThere = subtitle.map { title.lowercased().contains($0.lowercased()) } ?? true
    self.title = isThere ? title : Self.line(title + ": " + (subtitle ?? "")) ?? title
  }

  /// Returns an external text on one line, without control characters, at most `mostBytes` long;
  /// nil if the result is empty.
  static func line(_ text: String?) -> String? {
    guard let text else { return nil }
    var line = ""
    for word in text.prefix(4 * mostBytes).split(whereSeparator: { $0.isWhitespace || $0.isNewline }
    ) {
      let word = String(word.filter { !$0.hasControl })
      guard !word.isEmpty else { continue }
      let next = line.isEmpty ? word : line + " " + word
      guard next.utf8.count <= mostBytes else { break }
      line = next
    }
    return line.isEmpty ? nil : line
  }

  static func names(_ names: [String?]) -> [String] {
    var seen: Set<String> = []
    return Array(
      names.compactMap(line).filter { seen.insert($0).inserted }.prefix(mostAuthors))
  }

  /// Returns the year in a text such as `May 1999`, `1999-05` or `c1999`. It is the first group of
  /// exactly four digits that is from 1000 to `latest`. Returns nil if there is none, as in `19--`.
  static func year(in text: String?, latest: Int = 2100) -> Int? {
    guard let text else { return nil }
    for run in text.utf8.prefix(200).split(whereSeparator: { !(0x30...0x39).contains($0) })
    where run.count == 4 {
      if let year = Int(String(decoding: run, as: UTF8.self)), (1000...latest).contains(year) {
        return year
      }
    }
    return nil
  }

  static func pages(_ number: Int?) -> Int? {
    number.flatMap { (1...99_999).contains($0) ? $0 : nil }
  }
}
