import Base
package import Books

/// An edition of a book as a service describes it. All texts are on one line, and have limits.
package struct FoundEdition: Sendable, Equatable {
  /// The picture of an edition, at a service.
  package struct Cover: Sendable, Equatable {
    /// Such as `covers.openlibrary.org`.
    package var host: String
    /// The path on it, percent-encoded, with its query.
    package var path: String
  }

  /// The name of the service and the edition's id there, as `BookRecord.sources` has them:
  /// `openlibrary:OL1M`.
  package var source: String
  package var title: String
  /// Authors as “First Last”.
  package var authors: [String] = []
  /// The year of this edition.
  package var year: Int?
  /// The year in which the work first appeared, as far as the service says so. Often wrong for reprints.
  package var originalYear: Int?
  package var publisher: String?
  package var pages: Int?
  package var isbn: ISBN?
  /// A tag such as `en`.
  package var language: String?
  package var series: String?
  package var seriesNumber: String?
  /// Such as `Paperback`.
  package var format: String?
  package var cover: Cover?

  /// The most bytes of a text.
  package static let mostBytes = 500
  /// The most authors.
  package static let mostAuthors = 20
  /// Maximum number of editions in an answer.
  package static let most = 40

  /// An edition. Returns nil without a title.
  init?(source: String, title: String?, subtitle: String? = nil) {
    guard let title = Self.line(title) else { return nil }
    self.source = Self.line(source) ?? ""
    let subtitle = Self.line(subtitle)
    let isThere = subtitle.map { title.lowercased().contains($0.lowercased()) } ?? true
    self.title = isThere ? title : Self.line(title + ": " + (subtitle ?? "")) ?? title
  }

  /// A foreign text on one line, without control characters, of at most `mostBytes`. Returns nil if nothing
  /// is left.
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

  /// The foreign names that say something, the first `mostAuthors`.
  static func names(_ names: [String?]) -> [String] {
    var seen: Set<String> = []
    return Array(
      names.compactMap(line).filter { seen.insert($0).inserted }.prefix(mostAuthors))
  }

  /// The year in a free text such as `May 1999`, `1999-05` or `c1999`: the first four digits that stand
  /// alone. Returns nil for `19--`, and for years after `latest`.
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

  /// A number of pages that a book may have.
  static func pages(_ number: Int?) -> Int? {
    number.flatMap { (1...99_999).contains($0) ? $0 : nil }
  }
}
