import Base
import JSON
import LanguageClient
import LanguageServerProtocol
import MiniMarkdown
import Notebook
import PackratParsing
import TestSupport
import Testing

@testable import LanguageServer

@Suite struct HashtagCompletionTests {
  /// The cursor is at `»`; what an item replaces is between the marks, or goes on after them.
  @Test(
    arguments: [
      "«#»", "«#bo»", "a «#bo»", "«#bo»oks/2021 b", "a\t«#books/»", "- «#b»", "> «#»", "1. a «#»",
      "# Title «#t»", "Q: a «#t»", "(«#»", "a\n«#é😀»é", "\u{3000}«#»", "«＃»", "字 «＃小»说",
    ].filter { !$0.hasPrefix("(") })
  func offersAt(_ marked: String) throws {
    let text = MarkedText(marked)
    let range = try #require(text.ranges.first)
    let snapshot = MiniMarkdownDocument(text.text).snapshot
    let hashtag = try #require(snapshot.hashtagForCompletion(at: range.upperBound))
    #expect(hashtag.lowerBound == range.lowerBound)
    let rest = snapshot.text(in: range.upperBound..<snapshot.count)
    let tail = rest.prefix { !$0.isWhitespace }
    #expect(hashtag.upperBound == range.upperBound + tail.utf8.count)
  }

  @Test(
    arguments: [
      "«»", "# «»", "#«» ", "c#«»", "a#b«»", "##«»", "＃＃«»", "字＃«»", "# #«»", "Q: #«»",
      "tl;dr: #«»",
      "**a #b«» c**",
      "`a #b«»`", "?[h](a #b«»)", "![a #b«»](c)", "#a «»", "(#a«»)", "x «»#a",
    ].filter { $0 != "#«» " })
  func offersNothingAt(_ marked: String) throws {
    let text = MarkedText(marked)
    let offset = try #require(text.ranges.first?.lowerBound)
    let snapshot = MiniMarkdownDocument(text.text).snapshot
    #expect(snapshot.hashtagForCompletion(at: offset) == nil)
  }

  /// Inside a hashtag of the tree completion offers that hashtag, and what it offers is one.
  @Test func agreesWithTheTree() {
    let pieces = [
      "#a", "#", "# ", " ", "\n", "\r\n", "\u{200B}", "\u{2028}", "\u{85}", "\u{A0}", "> ", ">",
      "- ",
      "a", "é", "😀", "Q: ", "\nA: ", "*", "`", "?[", "](", ")", "tl;dr: ", "/b", "中", "\t",
    ]
    for seed in UInt64(0)..<400 {
      var random = SeededGenerator(seed: seed)
      let text = (0..<12).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      let snapshot = MiniMarkdownDocument(text).snapshot
      let tags = snapshot.roots.flatMap { root in
        root.descendants.filter { $0.kind == .hashtag }.map(\.range)
      }
      // In a question without its answer, and among heading marks, a tag is about to be none.
      for tag in tags where !snapshot.text(in: tag).hasPrefix("##") {
        let line = snapshot.lineRange(snapshot.line(at: tag.lowerBound))
        let before = snapshot.text(in: line.lowerBound..<tag.lowerBound)
        if before == "Q: " || before == "A: " { continue }
        let offered = snapshot.hashtagForCompletion(at: tag.upperBound)
        #expect(offered == tag, "seed \(seed) \(text.debugDescription) \(tag)")
      }
      var offset = 0
      for scalar in text.unicodeScalars {
        offset += UTF8.width(scalar)
        if let offered = snapshot.hashtagForCompletion(at: offset), offered.count > 1,
          !snapshot.text(in: offered).hasPrefix("##")
        {
          #expect(tags.contains(offered), "seed \(seed) \(text.debugDescription) \(offered)")
        }
      }
    }
  }

  private func complete(
    _ server: ServerFixture, _ uri: String, line: Int = 0, _ character: Int
  ) throws -> JSONValue {
    try server.client.request(
      "textDocument/completion",
      [
        "textDocument": ["uri": .string(uri)],
        "position": ["line": line.json, "character": character.json],
      ])
  }

  @Test func offersTheNotebooksTagsWithTheirCounts() throws {
    let server = try ServerFixture(notes: [
      "# a\n#books/2020", "# b\n#books/2021 #nature", "# c\n#books/2021",
    ])
    server.client.open("file:///a.md", "see #bo and more")
    let list = try complete(server, "file:///a.md", 7)
    #expect(list["isIncomplete"] == false)
    let items = list["items"]?.array ?? []
    #expect(
      items.map { "\($0["label"]?.string ?? "") \($0["detail"]?.string ?? "")" } == [
        "#books 3 notes", "#books/2021 2 notes", "#books/2020 1 note", "#nature 1 note",
      ])
    for item in items {
      #expect(item["filterText"] == item["label"])
      #expect(item["textEdit"]?["newText"] == item["label"])
      #expect(
        item["textEdit"]?["range"] == [
          "start": ["line": 0, "character": 4], "end": ["line": 0, "character": 7],
        ])
      #expect(item["additionalTextEdits"] == nil && item["insertTextFormat"] == nil)
    }
  }

  @Test func offersTagsOfOpenDocumentsButNotTheOneBeingTyped() throws {
    let server = try ServerFixture(notes: ["# a\n#stored"])
    server.client.open("file:///a.md", "#here/below and #typ")
    server.client.open("untitled:b", "#there")
    let labels = try complete(server, "file:///a.md", 20)["items"]?.array?
      .compactMap { $0["label"]?.string }
    #expect(labels == ["#stored", "#here", "#here/below", "#there"])
  }

  @Test func worksWithoutANotebook() throws {
    let server = try ServerFixture(notes: nil)
    server.client.open("file:///a.md", "#one #")
    let labels = try complete(server, "file:///a.md", 6)["items"]?.array?
      .compactMap { $0["label"]?.string }
    #expect(labels == ["#one"])
  }

  private static let range = LSPRange(
    start: Position(line: 0, character: 0), end: Position(line: 0, character: 1))

  private func labels(_ stored: [TagCount], open: [String] = [], typed: String) -> [String] {
    hashtagCompletions(stored: TagIndex(stored), open: open, typed: typed, range: Self.range)
      .items.map(\.label)
  }

  private func tag(_ tag: String, _ count: Int) -> TagCount {
    TagCount(tag: tag, noteCount: count, isImplied: false)
  }

  /// Few are all sent, whatever is typed: the client chooses in its own way.
  @Test func fewTagsAreAllSent() {
    #expect(
      labels([tag("#a", 1), tag("#b", 3)], open: ["#c/d", "#A"], typed: "#zzz") == [
        "#b", "#a", "#c", "#c/d",
      ])
  }

  /// What is inserted has an ASCII `#`; what is filtered is what is typed.
  @Test func afterAFullWidthMark() {
    let items = hashtagCompletions(
      stored: TagIndex([tag("#小说", 1)]), open: [], typed: "＃小", range: Self.range
    ).items
    #expect(items.map(\.textEdit?.newText) == ["#小说"])
    #expect(items.map(\.filterText) == ["＃小说"])
  }

  /// The tags of books can be anything.
  @Test func otherTextIsNotOffered() {
    #expect(
      labels([tag("#Science Fiction", 9), tag("#a\u{1B}\n", 8), tag("#b", 1)], typed: "#") == ["#b"]
    )
  }

  @Test func manyTagsAreCapped() {
    let many = (0..<1500).map { "#t\($0)" }
    let list = hashtagCompletions(stored: TagIndex([]), open: many, typed: "#", range: Self.range)
    #expect(list.isIncomplete && list.items.count == 200)
    let few = hashtagCompletions(
      stored: TagIndex(many.map { tag($0, 1) }), open: ["#x/T12"], typed: "#t12",
      range: Self.range)
    #expect(!few.isIncomplete)
    #expect(
      few.items.map(\.label)
        == many.filter { $0.hasPrefix("#t12") }.sorted() + ["#x/T12"])
  }

  /// Of many tags those are sent of which a segment begins as what is typed, most used first.
  @Test func ofManyTagsThoseThatBeginSoAreSent() {
    let others = (0..<1200).map { tag("#other\($0)", 1) }
    let stored = [tag("#Books", 5), tag("#books/2021", 4), tag("#x/bookish", 7), tag("#ebooks", 9)]
    let index = others + stored
    #expect(labels(index, typed: "#boo") == ["#x/bookish", "#Books", "#books/2021"])
    #expect(labels(index, typed: "#BOOKS/2") == ["#books/2021"])
    #expect(labels(index, typed: "#2021") == ["#books/2021"])
    #expect(labels(index, typed: "#zzz") == [])
    #expect(
      labels(index, typed: "#").prefix(4) == ["#ebooks", "#x/bookish", "#Books", "#books/2021"])
  }

  /// With 100,000 tags no more than three times what is looked at with 1,000 is looked at, whatever
  /// is typed.
  @Test func manyTagsAreNotLookedAt() {
    let tags = (0..<100_000).map { tag("#t\($0 % 1000)/s\($0)", $0 % 37) }
    let index = TagIndex(tags)
    let sentOfFew = 1000
    for typed in ["", "t", "t1", "s", "s99", "t999/s", "zzz", "t5/s5"] {
      let answer = index.search(typed, limit: 200)
      #expect(answer.examined + answer.ranks.count <= 3 * sentOfFew, "\(typed)")
    }
  }
}
