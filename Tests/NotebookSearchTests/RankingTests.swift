import Base
import Foundation
import NotebookTestSupport
import Testing

@testable import Notebook
@testable import NotebookIndex
@testable import NotebookSearch

/// The notes with all words in the title come first, whatever index finds them.
///
/// What is expected is read off the texts: they are made of a few words, and it is written down by hand which of
/// these a query finds.
@Suite struct RankingTests {
  private static let words = [
    "oak", "oaks", "oaken", "elm", "elms", "history", "histories", "historian", "box",
  ]

  /// A query, and for each of its parts the words of the texts that it finds.
  private static let queries: [(query: String, parts: [Set<String>])] = [
    ("oak.", [["oak", "oaks"]]),
    ("oak", [["oak", "oaks", "oaken"]]),
    ("o", [["oak", "oaks", "oaken"]]),
    ("history.", [["history", "histories"]]),
    ("hist", [["history", "histories", "historian"]]),
    ("box.", [["box"]]),
    ("oak. elm", [["oak", "oaks"], ["elm", "elms"]]),
    ("history. el", [["history", "histories"], ["elm", "elms"]]),
  ]

  /// A note as the oracle knows it.
  private struct Expected {
    var id: String
    var text: String
    var modified: Date

    private static func words(_ text: some StringProtocol) -> Set<String> {
      Set(text.split { !$0.isLetter }.map { $0.lowercased() })
    }

    private func has(_ parts: [Set<String>], in words: Set<String>) -> Bool {
      parts.allSatisfy { !$0.isDisjoint(with: words) }
    }

    private var title: Substring { text.prefix { $0 != "\n" } }
    private var hashtags: String {
      text.split(whereSeparator: \.isWhitespace).filter { $0.hasPrefix("#") && $0 != "#" }
        .joined(separator: " ")
    }

    func matches(_ parts: [Set<String>]) -> Bool { has(parts, in: Self.words(text)) }

    /// 0 for one with all words in the title, 1 in the title and hashtags, 2 elsewhere.
    func tier(_ parts: [Set<String>]) -> Int {
      if has(parts, in: Self.words(title)) { return 0 }
      return has(parts, in: Self.words(title + " " + hashtags)) ? 1 : 2
    }
  }

  /// A note of few words, so that titles, hashtags and texts share them.
  private static func text(_ random: inout SeededGenerator) -> String {
    func some(_ count: ClosedRange<Int>, _ mark: String = "") -> String {
      (0..<Int.random(in: count, using: &random)).map { _ in
        mark + (words.randomElement(using: &random) ?? "")
      }.joined(separator: " ")
    }
    return "# In \(some(0...2))\n\n\(some(0...6)) and\n\n\(some(0...2, "#"))\n"
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>) func titlesComeFirst(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let device = try Device(notes: [])
    let notebook = try device.open()
    defer { try? notebook.close() }
    var notes: [Expected] = []
    var time = Date(timeIntervalSince1970: 1_700_000_000)
    for step in 0..<45 {
      time += 60
      let text = Self.text(&random)
      if step % 4 == 3, let index = notes.indices.randomElement(using: &random) {
        _ = try notebook.save(text: text, note: notes[index].id, now: time)
        (notes[index].text, notes[index].modified) = (text, time)
      } else {
        let id = try notebook.createNote(text: text, now: time).summary.id
        notes.append(Expected(id: id, text: text, modified: time))
      }
      guard step % 15 == 14 else { continue }
      if step > 15 { try notebook.searches.makeWords() }
      if Bool.random(using: &random) { try notebook.titles.makeIndex() }
      for (query, parts) in Self.queries {
        let found = notes.filter { $0.matches(parts) }
        for limit in [2, 4, 50] {
          try Self.compare(
            notebook, query, limit, found, parts, "seed \(seed), step \(step), \(query), \(limit)")
        }
      }
    }
    #expect(notebook.searches.wordsUpToDate != nil, "seed \(seed)")
  }

  private static func compare(
    _ notebook: Notebook, _ query: String, _ limit: Int, _ found: [Expected],
    _ parts: [Set<String>], _ circumstances: String
  ) throws {
    func ids(_ limits: WordSearch.Limits, fewestRows: Int = .max) throws -> [String] {
      try notebook.searches.run(
        SearchQuery(parsing: query), limit: limit, fewestRows: fewestRows, limits: limits,
        observing: nil
      ).hits.map(\.note.id)
    }
    var none = WordSearch.Limits()
    none.hits = 0
    var ranked = WordSearch.Limits()
    ranked.isForAll = true
    var rare = WordSearch.Limits()
    rare.ranked = 3
    let tiers = Dictionary(found.map { ($0.id, $0.tier(parts)) }) { first, _ in first }
    let titled = tiers.values.count { $0 == 0 }
    for (name, hits) in [
      ("the notebook's index", try ids(none)), ("its best rows", try ids(none, fewestRows: 1)),
      ("ours", try ids(ranked)), ("ours, by rare words", try ids(rare)),
    ] {
      #expect(hits.count == min(limit, found.count), "\(name), \(circumstances)")
      #expect(hits.allSatisfy { tiers[$0] != nil }, "\(name), \(circumstances)")
      #expect(
        hits.map { tiers[$0] == 0 }
          == hits.indices.map { $0 < titled }, "titles first: \(name), \(circumstances)")
    }
    // Very many: titles, then hashtags, then the newest.
    var many = WordSearch.Limits()
    many.hits = 5
    guard notebook.searches.wordsUpToDate != nil, found.count > many.hits, limit < many.hits else {
      return
    }
    let expected = found.sorted {
      ($0.tier(parts), $1.modified) < ($1.tier(parts), $0.modified)
    }
    #expect(try ids(many) == expected.prefix(limit).map(\.id), "many, \(circumstances)")
  }

  /// Newer notes with the word as a hashtag do not crowd out the one that is called so.
  @Test func titlesAreFoundApartFromHashtags() throws {
    let device = try Device(notes: ["# Start\n"])
    let notebook = try device.open()
    defer { try? notebook.close() }
    let time = Date(timeIntervalSince1970: 1_700_000_000)
    let texts = ["# History\n"] + (0..<40).map { "# Note \($0)\n\n#history\n" }
    for (number, text) in texts.enumerated() {
      _ = try notebook.createNote(text: text, now: time + Double(number * 60))
    }
    try notebook.searches.makeWords()
    var limits = WordSearch.Limits()
    limits.hits = 10
    let hits = try notebook.searches.run(
      SearchQuery(parsing: "history"), limit: 4, limits: limits, observing: nil
    ).hits
    #expect(hits.map(\.note.title) == ["History", "Note 39", "Note 38", "Note 37"])
  }

  /// Of one word in very many rows, a title counts that has it further on, of a note that its long text ranks low.
  @Test(arguments: [false, true]) func titlesNeedNotBegin(hasIndex: Bool) throws {
    let device = try Device(notes: ["# Start\n"])
    let notebook = try device.open()
    defer { try? notebook.close() }
    for number in 0..<30 { _ = try notebook.createNote(text: "# Box \(number)\n\noak oak\n") }
    let long = String(repeating: "elm ", count: 300)
    _ = try notebook.createNote(text: "# Under the oak\n\n\(long)\n")
    if hasIndex { try notebook.titles.makeIndex() }
    var none = WordSearch.Limits()
    none.hits = 0
    let hits = try notebook.searches.run(
      SearchQuery(parsing: "oak"), limit: 2, fewestRows: 4, limits: none, observing: nil
    ).hits
    #expect(hits.first?.note.title == "Under the oak" && hits.count == 2)
  }
}
