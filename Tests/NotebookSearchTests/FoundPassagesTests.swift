import Books
import Notebook
import NotebookSearch
import NotebookTestSupport
import TestSupport
import Testing

/// The passages of a note that were found: the prompts that were asked for, or the first match.
@Suite struct FoundPassagesTests {
  private static let text = """
    # Walden

    > Simplify, simplify.

    Wörter 🌱 davor: a pond ?[how deep?](a hundred feet) and ?[how wide?](half a mile).

    > Time is but the stream I go a-fishing in.

    Q: Who fished in the stream?
    A: Thoreau
    """

  @Test(arguments: [
    ("is:quote", ["3:1 > Simplify, simplify.", "7:1 > Time is but the stream I go a-fishing in."]),
    ("is:quote stream", ["7:19 > Time is but the «stream» I go a-fishing in."]),
    (
      "is:quote \"the stream\" fishing",
      ["7:15 > Time is but «the stream» I go a-«fishing» in."]
    ),
    ("is:quote simplifying", ["3:3 > «Simplify», «simplify»."]),
    ("is:quote strea", ["7:19 > Time is but the «stream» I go a-fishing in."]),
    (
      "is:question stream",
      ["9:22 Q: Who fished in the «stream»? A: Thoreau"]
    ),
    (
      "is:cloze",
      [
        "5:24 Wörter 🌱 davor: a pond «?[how deep?](a hundred feet)» and «?[how wide?](half a mile)»."
      ]
    ),
    (
      "is:cloze 🌱",
      [
        "5:8 Wörter «🌱» davor: a pond ?[how deep?](a hundred feet) and ?[how wide?](half a mile)."
      ]
    ),
    (
      "is:quote stream OR is:question thoreau",
      [
        "7:19 > Time is but the «stream» I go a-fishing in.",
        "10:4 Q: Who fished in the stream? A: «Thoreau»",
      ]
    ),
    (
      "is:quote is:question fished",
      [
        "7:33 > Time is but the stream I go a-«fishing» in.",
        "9:8 Q: Who «fished» in the stream? A: Thoreau",
      ]
    ),
  ])
  func prompts(query: String, passages: [String]) throws {
    let fixture = try NotebookFixture(notes: [Self.text])
    let hits = try fixture.open().searches.run(SearchQuery(parsing: query)).hits
    #expect(hits.first?.passages.map(\.printed) == passages)
    #expect(hits.first?.passageCount == passages.count)
  }

  @Test func words() throws {
    let fixture = try NotebookFixture(notes: [Self.text, "# Other\n\n#fish\n"])
    let notebook = try fixture.open()
    func passage(_ query: String) throws -> FoundPassage? {
      try notebook.searches.run(SearchQuery(parsing: query)).hits.first?.passages.first
    }
    let davor = try #require(try passage("davor"))
    #expect(davor.line == 4 && davor.columns == 10..<15 && davor.scalarsBefore == 9)
    let tagged = try #require(try passage("#fish"))
    #expect(tagged.line == 0 && tagged.columns == nil && tagged.scalarsBefore == nil)
  }

  /// A note of very many prompts shows the first, and says how many there are.
  @Test func manyPromptsAreCounted() throws {
    let quotes = (1...150).map { "> Quote \($0)\n\n" }.joined()
    let fixture = try NotebookFixture(notes: ["# Many\n\n" + quotes])
    let hit = try #require(
      try fixture.open().searches.run(SearchQuery(parsing: "is:quote")).hits.first)
    #expect(hit.passages.count == SearchHit.mostPassages && hit.passageCount == 150)
    #expect(hit.passages.last?.line == 200)
  }

  /// As the command line shows it: line and column from 1.
  @Test func aListingChoosesAndSorts() throws {
    let fixture = try NotebookFixture()
    for (id, title) in [("1", "beta"), ("2", "Álpha"), ("3", "Gamma")] {
      try fixture.putNote(
        id, title: title, text: "word " + String(repeating: "more ", count: Int(id) ?? 0),
        minute: Int(id) ?? 0)
    }
    let notebook = try fixture.open()
    func titles(_ listing: NoteListing, limit: Int = 50) throws -> [String] {
      try notebook.searches.run(SearchQuery(parsing: "word"), limit: limit, listing: listing).hits
        .map(\.note.title)
    }
    var listing = NoteListing()
    #expect(try titles(listing) == ["beta", "Álpha", "Gamma"])
    listing.isReversed = true
    #expect(try titles(listing, limit: 2) == ["Álpha", "beta"])
    listing.order = .title
    #expect(try titles(listing, limit: 2) == ["Gamma", "beta"])
    listing.isReversed = false
    #expect(try titles(listing) == ["Álpha", "beta", "Gamma"])
    listing.order = .changed
    listing.changedSince = try #require(notebook.notes.all().first { $0.id == "2" }).modified
    #expect(try titles(listing) == ["Gamma", "Álpha"])
    listing.sections = [.read]
    #expect(try titles(listing) == [])
    listing.sections = [.read, nil]
    #expect(try titles(listing) == ["Gamma", "Álpha"])
  }
}

extension FoundPassage {
  /// `LINE:COLUMN text`, from 1, with the matches between marks.
  fileprivate var printed: String {
    var units = Array(snippet.utf16)
    for range in highlights.reversed() {
      units.insert(contentsOf: "»".utf16, at: range.upperBound)
      units.insert(contentsOf: "«".utf16, at: range.lowerBound)
    }
    let text = String(decoding: units, as: UTF16.self)
    return "\(line + 1):\((scalarsBefore ?? -1) + 1) \(text)"
  }
}
