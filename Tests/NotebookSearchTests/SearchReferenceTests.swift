import Base
import Books
import GRDB
import Notebook
import NotebookSearch
import NotebookTestSupport
import TestSupport
import Testing

/// Search looks at as little as it can; what it finds is the same as when it looks at everything.
@Suite struct SearchReferenceTests {
  private static let words = ["oak", "elm", "ash", "yew", "fir", "box"]
  private static let tags = [
    "#a", "#a/b", "#A/c", "#ab", "#k", "#\u{212A}/x", "#é", "#É/x", "#x/y",
  ]

  @Test(arguments: seeds("COMMONPLACE_SEEDS", 3))
  func findsWhatThereIs(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let fixture = try Self.notebook(&random)
    let notebook = try fixture.open()
    for _ in 0..<120 {
      let query = Self.query(&random)
      let limit = Int.random(in: 0...45, using: &random)
      let expected = try fixture.write { db in
        try Reference(db, notes: notebook.notes.all()).ids(matching: SearchQuery(parsing: query))
      }
      let results = try notebook.searches.run(SearchQuery(parsing: query), limit: limit)
      #expect(results.hits.map(\.note.id) == Array(expected.prefix(limit)), "\(query)")
      #expect(results.total == expected.count, "\(query)")
    }
  }

  /// However a writer of JSON spells them: hashtags and the trash.
  @Test(arguments: [
    (##"["#a\/b"]"##, true), (##"["#A/B/c"]"##, true), (##"["\u0023a/\u0062"]"##, true),
    (##"["#a\/bc"]"##, false), (##"["x #a/b"]"##, false), (##"[] , "summary": "#a/b""##, false),
    (##"["#a/b"], "folder": "recently\u0044eleted""##, false),
    (##"["#a/b"], "folder": "x"}"##, false), (##"["#a/b"], "summary": "\"#a""##, true),
  ])
  func readsTagsAsJSON(tags: String, isFound: Bool) throws {
    let fixture = try NotebookFixture()
    try fixture.put("A", ".metadata", json: metadata().replacing("[]", with: tags))
    try fixture.put("A", ".noteText", text: "word")
    let notebook = try fixture.open()
    #expect(try notebook.searches.run(SearchQuery(parsing: "#a/b word")).total == (isFound ? 1 : 0))
    let plain = try notebook.notes.all().isEmpty ? 0 : 1
    #expect(try notebook.searches.run(SearchQuery(parsing: "word")).total == plain)
  }

  /// One to four words, phrases, hashtags and exclusions, in one or two groups.
  private static func query(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 1...2, using: &random)).map { _ in
      (0..<Int.random(in: 1...4, using: &random)).map { _ in
        let isExcluded = Int.random(in: 0..<5, using: &random) == 0
        let word = words.randomElement(using: &random) ?? ""
        let other = words.randomElement(using: &random) ?? ""
        let tag = tags.randomElement(using: &random) ?? ""
        let part = [word + ".", word + ".", "\"\(word)\"", "\"\(word) \(other)\"", tag]
        return (isExcluded ? "-" : "") + (part.randomElement(using: &random) ?? "")
      }.joined(separator: " ")
    }.joined(separator: " OR ")
  }

  /// Forty notes: about books and not, in the trash and not, in conflict and not.
  private static func notebook(_ random: inout SeededGenerator) throws -> NotebookFixture {
    func phrase(_ count: ClosedRange<Int>) -> String {
      (0..<Int.random(in: count, using: &random)).map { _ in
        // The first words are the commonest.
        words[Int.random(in: 0...Int.random(in: 0..<words.count, using: &random), using: &random)]
      }.joined(separator: " ")
    }
    func some(_ tags: [String]) -> [String] {
      tags.filter { _ in Int.random(in: 0..<5, using: &random) == 0 }
    }
    let fixture = try NotebookFixture()
    for number in 0..<40 {
      let isAboutBook = Bool.random(using: &random)
      try fixture.putNote(
        "note \(number)", title: number.isMultiple(of: 7) ? "recentlyDeleted" : "\(number)",
        text: Int.random(in: 0..<8, using: &random) == 0 ? nil : phrase(1...12),
        tags: some(tags),
        book: isAboutBook ? (phrase(1...3), phrase(1...2), some(["a", "B", "x/y", "K"])) : nil,
        folder: Int.random(in: 0..<6, using: &random) == 0 ? "recentlyDeleted" : nil,
        minute: Int.random(in: 0..<20, using: &random))
      if Int.random(in: 0..<4, using: &random) == 0 {
        let day = Bool.random(using: &random) ? "2023" : "2025"
        let key = [".noteText", ".bookIndex"].randomElement(using: &random) ?? ""
        try fixture.put(
          "note \(number)", key, text: phrase(1...5), author: 2, at: "\(day)-01-01 00:00:00.000")
      }
      try fixture.put("note \(number)", "other", text: phrase(1...5))
    }
    return fixture
  }
}

/// Search as it is defined: each word by itself, in all notes.
private struct Reference {
  private let db: Database
  private let notes: [NoteSummary]

  /// `notes` are those outside the trash, in their order.
  init(_ db: Database, notes: [NoteSummary]) {
    self.db = db
    self.notes = notes
  }

  /// The notes that match, best first.
  func ids(matching query: SearchQuery) throws -> [String] {
    let ranks = try query.groups.map { group in
      (
        group, try group.terms.map { try self.ranks(of: $0) },
        try group.excludedTerms.map { try self.ranks(of: $0) }
      )
    }
    let found = notes.enumerated().compactMap { index, note -> (Double, Int)? in
      let best = ranks.compactMap { group, terms, excluded -> Double? in
        let sums = terms.compactMap { $0[note.id] }
        let hasTags = group.tags.allSatisfy { isTagged(note, $0) }
        guard sums.count == terms.count, excluded.allSatisfy({ $0[note.id] == nil }), hasTags,
          !group.excludedTags.contains(where: { isTagged(note, $0) })
        else { return nil }
        return sums.reduce(isTitled(note, group) ? -1e6 : 0, +)
      }.min()
      return best.map { (($0 * 1e9).rounded(), index) }
    }
    return found.sorted { $0 < $1 }.map { notes[$0.1].id }
  }

  /// Whether all words stand in the title of the note or its book.
  private func isTitled(_ note: NoteSummary, _ group: SearchQuery.Group) -> Bool {
    let title = [note.storedTitle, note.book?.title ?? ""].map { " \($0) " }.joined(separator: "\n")
    return !group.terms.isEmpty
      && group.terms.allSatisfy { title.contains(" \($0.text.filter { $0 != "." }) ") }
  }

  private func isTagged(_ note: NoteSummary, _ path: HashtagPath) -> Bool {
    note.tags.contains { path.contains(HashtagPath($0)) }
  }

  /// The sum of the ranks of a word in the texts of each note.
  private func ranks(of term: SearchQuery.Term) throws -> [String: Double] {
    let sql = """
      SELECT entry.scope, sum(entryFullText.rank) FROM entryFullText
      JOIN entry ON entry.rowid = entryFullText.rowid
      WHERE entryFullText MATCH ? AND key IN ('.noteText', '.bookIndex') AND NOT EXISTS (
        SELECT 1 FROM entry AS other WHERE other.scope = entry.scope AND other.key = entry.key
        AND other.timestamp > entry.timestamp)
      GROUP BY entry.scope
      """
    let words = term.text.filter { $0 != "." }
    let rows = try Row.fetchAll(db, sql: sql, arguments: ["\"\(words)\""])
    return Dictionary(uniqueKeysWithValues: rows.map { ($0[0] as String, $0[1] as Double) })
  }
}
