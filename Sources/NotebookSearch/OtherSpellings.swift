import Foundation
import GRDB
import JSON
import NotebookFile

/// Words that match although the index stores another form: without marks that the index keeps
/// (`việt`), full-width letters and ligatures as plain ones (`ｓｗｉｆｔ`, `ﬁre`), and words joined to
/// letters of scripts without spaces (`日本語swift`).
enum FoldedWord {
  /// Whether `other`, a word of the index or of a text, contains the ASCII word `word` in another
  /// spelling; with `isPrefix`, a word that begins with it. False if `other` is ASCII.
  static func holds(
    _ other: String, _ word: String, isPrefix: Bool, stem: (String) throws -> String
  ) rethrows -> Bool {
    guard !other.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
    let sought = try stem(word)
    return try folded(other).split(whereSeparator: { !$0.isASCII }).contains { run in
      let run = String(run)
      return try isPrefix && run.hasPrefix(word) || run == sought || stem(run) == sought
    }
  }

  /// Returns the word in lower case without marks, with variant letters replaced by plain ones.
  private static func folded(_ word: String) -> String {
    var folded = String.UnicodeScalarView()
    for scalar in word.decomposedStringWithCompatibilityMapping.lowercased().unicodeScalars {
      if scalar.properties.generalCategory == .nonspacingMark { continue }
      if let plain = letters[scalar] {
        folded.append(contentsOf: plain.unicodeScalars)
      } else {
        folded.append(scalar)
      }
    }
    return String(folded)
  }

  /// Latin letters without a Unicode decomposition.
  private static let letters: [Unicode.Scalar: String] = [
    "đ": "d", "ø": "o", "ł": "l", "ħ": "h", "ı": "i", "ß": "ss", "æ": "ae", "œ": "oe",
  ]
}

extension FullTextIndex {
  /// Maximum numbers of index words to check, and of spellings to return.
  private static let (mostSeen, most) = (20_000, 64)

  /// Returns words of the index that contain `word` in another spelling, as phrases for FTS5. Only
  /// some words are checked. They share the letters of `word` up to a non-ASCII letter, or begin
  /// with a letter in `letters`.
  ///
  /// Cost: an index lookup per letter of `word`, and the words found there: almost none in Latin
  /// texts without special letters, up to `mostSeen` words otherwise.
  func otherSpellings(of word: String, isPrefix: Bool) throws -> [[String]] {
    guard word.utf8.count > 1, word.utf8.allSatisfy({ $0 < 0x80 }) else { return [] }
    // Words that begin with the whole word are found by the prefix query.
    let beginnings = (1...min(word.count, 24) - (isPrefix && word.count <= 24 ? 1 : 0)).map {
      String(word.prefix($0))
    }
    let ranges = Self.letters + beginnings.map { ($0 + "\u{80}", $0 + "\u{10FFFF}") }
    let list = JSONValue.array(ranges.map { [.string($0.0), .string($0.1)] })
    try makeVocabulary()
    let found = try transaction.rows(
      """
      SELECT term FROM json_each(?) AS letters CROSS JOIN temp.\(Self.vocabulary)
      WHERE term >= letters.value ->> 0 AND term < letters.value ->> 1 LIMIT \(Self.mostSeen)
      """, [String(decoding: list.serialized(), as: UTF8.self)])
    var spellings: [[String]] = []
    while spellings.count < Self.most, let row = try found.next() {
      guard let term = row.text(at: 0), !term.utf8.contains(UInt8(ascii: "\"")),
        try FoldedWord.holds(term, word, isPrefix: isPrefix, stem: tokenizer.stem)
      else { continue }
      // FTS5 stems the words of a query again.
      if let spelling = try UnfinishedWord.spelling(of: term, stem: tokenizer.stem) {
        spellings.append([spelling])
      }
    }
    return spellings
  }

  /// Ranges of first letters, without their end: Latin letters that the index keeps; scripts
  /// without spaces, and Vietnamese; numerals, kana, ideographs and Hangul up to ligatures;
  /// full-width letters; rare ideographs.
  private static let letters = [
    ("\u{80}", "\u{250}"), ("\u{E00}", "\u{1F00}"), ("\u{2150}", "\u{FB07}"),
    ("\u{FF00}", "\u{FFF0}"), ("\u{20000}", "\u{32000}"),
  ]

  static let vocabulary = "commonplaceWords"
  static let makingVocabulary = """
    CREATE VIRTUAL TABLE IF NOT EXISTS temp.\(vocabulary) USING fts5vocab(main, entryFullText, row)
    """

  /// Creates the list of words: a virtual table over the index, on this connection only.
  private func makeVocabulary() throws {
    let db = transaction.db
    let sql = "SELECT 1 FROM sqlite_temp_schema WHERE name = '\(Self.vocabulary)'"
    if try Row.fetchOne(db.cachedStatement(sql: sql)) != nil { return }
    let isGuarded = try Bool.fetchOne(db, sql: "PRAGMA query_only") ?? false
    try db.execute(sql: "PRAGMA query_only = OFF")
    defer { if isGuarded { try? db.execute(sql: "PRAGMA query_only = ON") } }
    try db.execute(sql: Self.makingVocabulary)
  }
}
