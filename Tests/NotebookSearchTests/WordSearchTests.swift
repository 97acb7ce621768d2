import Base
import Foundation
import GRDB
import NotebookTestSupport
import TestSupport
import Testing

@testable import Notebook
@testable import NotebookFile
@testable import NotebookIndex
@testable import NotebookSearch

/// Our own index of words finds what the notebook's finds, whatever was done to the notebook.
@Suite struct WordSearchTests {
  private static let words = [
    "oak", "oaks", "oaken", "happy", "happiness", "happily", "every", "everything", "elm", "Élan",
    "Việt", "strasse", "Straße", "ｏａｋ", "日本語oak", "#tree", "o", "oa", "don't", "elms", "x9",
  ]
  private static let typed = [
    "o", "oa", "oak", "oak.", "ha", "happ", "happin", "happiness.", "e", "eve", "everyt", "el",
    "elm oa", "oak. ha", "viet", "str", "strasse.", "tree", "elm. oak. e", "don", "don't",
    "\"oak elm",
    "nothing", "x", "日", "oak OR elm", "oak -elm", "#tree oa",
  ]

  private static func text(_ random: inout SeededGenerator) -> String {
    func some(_ count: ClosedRange<Int>) -> String {
      (0..<Int.random(in: count, using: &random)).map { _ in
        words.randomElement(using: &random) ?? ""
      }.joined(separator: " ")
    }
    return "# \(some(1...2))\n\n\(some(0...9))\n"
  }

  /// The results without our index.
  private static func plain(
    _ notebook: Notebook, _ query: String, limit: Int
  ) throws -> SearchResults {
    var limits = WordSearch.Limits()
    limits.hits = 0
    return try notebook.searches.run(
      SearchQuery(parsing: query), limit: limit, fewestRows: .max, limits: limits, observing: nil)
  }

  private static func ids(_ results: SearchResults) -> [String] { results.hits.map(\.note.id) }

  private static func change(
    _ notebook: Notebook, using random: inout SeededGenerator
  ) throws {
    let notes = try notebook.notes.all(includingTrash: true)
    guard let note = notes.randomElement(using: &random) else { return }
    switch Int.random(in: 0..<8, using: &random) {
    case 0: try notebook.trash(note.id)
    case 1: try notebook.restore(note.id)
    case 2 where notes.count > 12: try notebook.delete(note.id)
    case 3, 4: _ = try notebook.createNote(text: text(&random))
    default: _ = try notebook.save(text: text(&random), note: note.id)
    }
  }

  @Test(arguments: seeds("COMMONPLACE_SEEDS", 2)) func findsTheSame(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let device = try Device(notes: (0..<14).map { _ in Self.text(&random) })
    let notebook = try device.open()
    let process = try device.open()
    try Self.change(notebook, using: &random)
    var searchesWithIndex = 0
    for step in 0..<12 {
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        try Self.change(Bool.random(using: &random) ? notebook : process, using: &random)
      }
      if step % 5 == 4 { try Self.spoil(device, using: &random) }
      for reader in [notebook, process] {
        if Int.random(in: 0..<3, using: &random) == 0 { try reader.searches.makeWords() }
        if reader.searches.wordsUpToDate != nil { searchesWithIndex += 1 }
        for query in Self.typed { try Self.compare(reader, query, "seed \(seed), step \(step)") }
      }
    }
    #expect(searchesWithIndex > 8, "seed \(seed)")
    try process.close()
    try notebook.close()
  }

  private static func compare(_ notebook: Notebook, _ query: String, _ moment: String) throws {
    let expected = try plain(notebook, query, limit: 50)
    // Ranked by all words: the same in the same order.
    var limits = WordSearch.Limits()
    (limits.hits, limits.isForAll) = (1000, true)
    func search(limit: Int) throws -> SearchResults {
      try notebook.searches.run(
        SearchQuery(parsing: query), limit: limit, limits: limits, observing: nil)
    }
    #expect(try search(limit: 50) == expected, "\(moment): \(query)")
    // Ranked by rare words alone: the same notes.
    (limits.ranked, limits.isForAll) = (3, false)
    let ranked = try search(limit: 50)
    #expect(Set(ids(ranked)) == Set(ids(expected)), "\(moment): \(query)")
    #expect(ranked.total == expected.total, "\(moment): \(query)")
    // Very many: some of them. `RankingTests` has which.
    limits.hits = 5
    let newest = try search(limit: 4)
    #expect(Set(ids(newest)).isSubset(of: Set(ids(expected))), "\(moment): \(query)")
    #expect(newest.hits.count == min(4, expected.total), "\(moment): \(query)")
    #expect(newest.total >= expected.total, "\(moment): \(query)")
    let shown = Dictionary(uniqueKeysWithValues: expected.hits.map { ($0.note.id, $0) })
    for hit in newest.hits { #expect(hit == shown[hit.note.id], "\(moment): \(query)") }
  }

  /// Does to the index what may happen to a file that other programs can reach.
  private static func spoil(_ device: Device, using random: inout SeededGenerator) throws {
    let path = device.paths.state + "/words.sqlite"
    guard FileManager.default.fileExists(atPath: path) else { return }
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    switch Int.random(in: 0..<3, using: &random) {
    case 0: for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
    case 1: try queue.write { db in try db.execute(sql: "DELETE FROM words_data WHERE id > 10") }
    default: try queue.write { db in try db.execute(sql: "UPDATE state SET change = change - 1") }
    }
  }

  /// Of more notes than are ranked: titles, then hashtags, then the newest.
  @Test func theBestComeFirst() throws {
    let device = try Device(notes: ["# Start\n"])
    let notebook = try device.open()
    let time = Date(timeIntervalSince1970: 1_700_000_000)
    var texts = (0..<30).map { "# Note \($0)\n\noak\n" }
    texts[3] = "# Oak trees\n"
    texts[5] = "# Note 5\n\n#oak\n"
    texts[7] = "# On oaks\n"
    for (index, text) in texts.enumerated() {
      _ = try notebook.createNote(text: text, now: time.addingTimeInterval(Double(index) * 60))
    }
    try notebook.searches.makeWords()
    var limits = WordSearch.Limits()
    limits.hits = 10
    let results = try notebook.searches.run(
      SearchQuery(parsing: "oa"), limit: 6, limits: limits, observing: nil)
    #expect(
      results.hits.map(\.note.title)
        == ["On oaks", "Oak trees", "Note 5", "Note 29", "Note 28", "Note 27"])
    #expect(results.total == 30 && !results.totalIsExact)
    #expect(results.hits.last?.highlights.isEmpty == false)
  }

  /// The first letters of a word cost the same in more notes, but for counting them.
  @Test func twoLettersAreNoScan() throws {
    let steps = try [300, 1200].map { count in
      let texts = (0..<count).map { "# Note \($0)\n\nthat this \($0) the those them\n" }
      let device = try Device(notes: texts)
      let notebook = try device.open()
      defer { try? notebook.close() }
      _ = try notebook.createNote(text: "# New\n")
      try notebook.searches.makeWords()
      var limits = WordSearch.Limits()
      (limits.hits, limits.ranked) = (100, 200)
      return try notebook.countingSteps {
        let results = try notebook.searches.run(
          SearchQuery(parsing: "th"), limit: 20, limits: limits, observing: nil)
        #expect(results.total == count && results.hits.count == 20)
      }
    }
    #expect(steps[0] > 0 && steps[1] < steps[0] * 3, "\(steps)")
  }

  /// A longer beginning is looked for as the few words that begin so, spelled so that porter leaves them.
  @Test func longBeginningsAreWords() throws {
    let many = (0..<60).map { "mass\($0)" }.joined(separator: " ")
    let device = try Device(notes: ["# Start\n"])
    let notebook = try device.open()
    defer { try? notebook.close() }
    _ = try notebook.createNote(text: "# Nature\n\nnatural naturally nation \(many)\n")
    try notebook.searches.makeWords()
    let words = try #require(notebook.searches.wordsUpToDate)
    func stems(_ beginning: String) throws -> [String]? {
      try words.with(notebook) { try $0.stems(beginningWith: beginning) }
    }
    #expect(try stems("natu") == ["natur"])
    #expect(try stems("nation") == ["nation"])
    #expect(try stems("naturo") == [])
    // The index has these itself; those are too many.
    #expect(try stems("nat") == nil && stems("mass") == nil)
    let pattern = try notebook.read { db in
      let tokenizer = IndexTokenizer(db)
      return try TermPattern(words: ["natu"], isPrefix: true, tokenizer: tokenizer)
        .byWords({ _ in ["natur", "nature"] }, tokenizer: tokenizer).certain
    }
    #expect(pattern == "\"natur\" OR \"naturee\"")
  }

  /// A save does not wait for the index, however long its text; the next search enters it.
  @Test func aSaveDoesNotEnterIt() throws {
    let device = try Device(notes: ["# One\n"])
    let notebook = try device.open()
    defer { try? notebook.close() }
    let note = try notebook.createNote(text: "# Two\n").summary.id
    let long = String(repeating: "word ", count: 20_000)
    func save(_ word: String) throws -> Int {
      try notebook.countingSteps {
        _ = try notebook.save(text: "# \(word)\n\n\(long)", note: note)
      }
    }
    _ = try save("first")
    let before = try save("second")
    try notebook.searches.makeWords()
    #expect(try save("third") <= before + 50)
    #expect(notebook.searches.wordsUpToDate != nil)
    var limits = WordSearch.Limits()
    limits.isForAll = true
    let found = try ["third", "second"].map { word in
      try notebook.searches.run(SearchQuery(parsing: word), limits: limits, observing: nil).total
    }
    #expect(found == [1, 0])
  }

  /// A small notebook gains nothing by an index; nothing is made of one without a working copy.
  @Test func smallNotebooksHaveNone() throws {
    let fixture = try NotebookFixture(notes: ["# One\n"])
    let notebook = try fixture.open()
    try notebook.searches.makeWords()
    #expect(!notebook.searches.lacksWords && !notebook.hasState)
    _ = try notebook.createNote(text: "# Two\n")
    #expect(!notebook.searches.lacksWords)
  }
}
