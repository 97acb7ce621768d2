import Foundation
import JSON
import SpacedRepetition
import Testing

@testable import KeyValueStore
@testable import MiniMarkdown
@testable import Notebook

/// The keys, and with them the statistics, that prompts keep when a text is edited.
@Suite struct PromptCarryingTests {
  /// A text, reviewed once, and the text after an edit: the blocks that keep their key, each under
  /// its text before, and the blocks that are new.
  struct Edit: Sendable, CustomTestStringConvertible {
    var name: String
    var before: String
    var after: String
    var kept: [String: String] = [:]
    var new: [String] = []
    var testDescription: String { name }
  }

  static let edits = [
    Edit(
      name: "an unrelated quote is added", before: "> To be\n\n",
      after: "> To be\n\n> Not to be\n", kept: ["> To be\n": "> To be\n"], new: ["> Not to be\n"]),
    Edit(
      name: "a source is added", before: "> Listen to many, speak to a few.",
      after: "> Listen to many, speak to a few. (Hamlet)\n",
      kept: ["> Listen to many, speak to a few.": "> Listen to many, speak to a few. (Hamlet)\n"]),
    Edit(
      name: "another quote takes its place",
      before: "> To be, or not to be, that is the question",
      after: "> xxxxxx zzzzz wwww kkkk jjjj vvvvv",
      new: ["> xxxxxx zzzzz wwww kkkk jjjj vvvvv"]),
    Edit(
      name: "a beginning is not enough", before: "> abcd", after: "> a", new: ["> a"]),
    Edit(
      name: "half of both is enough", before: "> one two three", after: "> one two",
      kept: ["> one two three": "> one two"]),
    Edit(
      name: "another answer", before: "One ?[](cloze) here", after: "One ?[hint](clozes) here",
      kept: ["One ?[](cloze) here": "One ?[hint](clozes) here"]),
    Edit(
      name: "a quote becomes an answer", before: "> Q: who\n> A: me",
      after: "Q: who\nA: me", new: ["Q: who\nA: me"]),
    Edit(
      name: "the closest goes first, whatever the order", before: "> one two three",
      after: "> one two four\n\n> one two threes",
      kept: ["> one two three": "> one two threes"], new: ["> one two four\n"]),
    Edit(
      name: "each key goes on once", before: "> twice upon a time",
      after: "> twice upon a time!\n\n> twice upon a time?",
      kept: ["> twice upon a time": "> twice upon a time!\n"],
      new: ["> twice upon a time?"]),
    Edit(
      name: "two quotes change places", before: "> first quote\n\n> second one\n\nend",
      after: "> second one\n\n> first quote\n\nend",
      kept: ["> first quote\n": "> first quote\n", "> second one\n": "> second one\n"]),
    Edit(
      name: "a hashtag is renamed in all", before: "> a #test\n\n> b #test\n\nQ: #test #test\nA: c",
      after: "> a #testing\n\n> b #testing\n\nQ: #testing #testing\nA: c",
      kept: [
        "> a #test\n": "> a #testing\n", "> b #test\n": "> b #testing\n",
        "Q: #test #test\nA: c": "Q: #testing #testing\nA: c",
      ]),
    Edit(
      name: "an accent is written otherwise", before: "> café au lait",
      after: "> cafe\u{301} au lait", kept: ["> café au lait": "> cafe\u{301} au lait"]),
    Edit(name: "all prompts are removed", before: "> a\n\nQ: b\nA: c", after: "nothing"),
  ]

  @Test(arguments: edits) func keeps(_ edit: Edit) {
    var note = TestNote(edit.before)
    let keys = Dictionary(
      uniqueKeysWithValues: note.prompts.map { ($0.value["rawValue"]?.string ?? "", $0.key) })
    note.review()
    note.save(edit.after)
    var expected: [String: String] = [:]
    for (before, after) in edit.kept { expected[after] = keys[before] }
    for text in edit.new {
      let key = note.key(of: text)
      #expect(key != nil && !keys.values.contains(key ?? ""))
      expected[text] = key
    }
    #expect(
      note.prompts.reduce(into: [:]) { $0[$1.value["rawValue"]?.string ?? ""] = $1.key }
        == expected)
    for text in edit.kept.values { #expect(note.reviews(of: text) ?? 0 > 0) }
    for text in edit.new { #expect(note.reviews(of: text) == 0) }
    #expect(note.save(edit.after).isEmpty)
  }

  /// A quote that is being written, and saved at each pause, keeps its key until it is answered.
  @Test func aPromptBeingWrittenKeepsItsKey() {
    let text = "> It was the best of times, it was the worst of times\n\nQ: one\nA: two\n"
    var note = TestNote("> ")
    for end in stride(from: 3, to: text.count, by: 7) { note.save(String(text.prefix(end))) }
    note.save(text)
    let quote = NoteContent(text: text).promptCollections[0].rawValue
    #expect(note.key(of: quote) == freshKey(.quote, "> "))
    var cloze = TestNote("The capital is ?[](M)")
    cloze.save("The capital is ?[](Madrid)")
    #expect(Array(cloze.prompts.keys) == [freshKey(.cloze, "The capital is ?[](M)")])
    cloze.review()
    cloze.save("The capital is ?[](Lisbon)")
    #expect(cloze.reviews(of: "The capital is ?[](Lisbon)") == 0)
  }

  /// All that is known of a prompt besides its statistics goes with it, and nothing of it stays.
  @Test func marksGoWithTheirPrompts() throws {
    let before = "?[](one) and ?[](two)"
    var note = TestNote(before)
    let old = freshKey(.cloze, before, count: 2)
    note.answerInOrder(before)
    note.values.values[PromptAnnotations.memoryKey(note: "NOTE", block: old)] = .json([
      "fsrs": [["phase": "review", "step": 1], .null]
    ])
    let after = "?[](zero), ?[](two) and ?[](one)"
    note.save(after)
    let new = freshKey(.cloze, after, count: 3)
    let lineage = note.values.values[PromptLineage.key(note: "NOTE", block: new)]?.json
    #expect(
      PromptLineage(json: lineage, note: "NOTE", block: new).ancestors.map { $0.map(\.index) }
        == [[], [1], [0]])
    #expect(note.suspended(in: after) == [false, true, false])
    #expect(
      note.values.values[PromptAnnotations.memoryKey(note: "NOTE", block: new)]?.json
        == ["fsrs": [.null, .null, ["phase": "review", "step": 1]]])
    #expect(!note.liveKeys.contains { $0.hasSuffix(old) })
    // Their state before that is known, too.
    note.save("?[](one), ?[](three), ?[](two), ?[](zero)")
    let last = freshKey(.cloze, "?[](one), ?[](three), ?[](two), ?[](zero)", count: 4)
    let longer = note.values.values[PromptLineage.key(note: "NOTE", block: last)]?.json
    #expect(
      PromptLineage(json: longer, note: "NOTE", block: last).ancestors.map {
        $0.map { "\($0.block == old ? "old" : "new") \($0.index)" }
      } == [["new 2", "old 0"], [], ["new 1", "old 1"], ["new 0"]])
    note.save(before)
    #expect(note.values.reviewCounts(of: before) == [1, 2])
  }

  /// Texts and what the app's own tests find in them.
  @Test(arguments: [
    ("* A ?[](b) and ?[c](d)\n", ["cloze;count=2 A ?[](b) and ?[c](d)\n"]),
    ("1. One\n  - A ?[](b)\n", ["cloze;count=1 A ?[](b)\n"]),
    ("> A ?[](b)\n", ["cloze;count=1 A ?[](b)\n", "quote;count=1 > A ?[](b)\n"]),
    (
      "Q: *a*\nA: b\n\nQ: c\nA: d\n\n> e",
      ["qanda;count=1 Q: *a*\nA: b\n", "qanda;count=1 Q: c\nA: d\n", "quote;count=1 > e"]
    ),
    ("# ?[](a)\ntl;dr: ?[](b)\n", []), ("> a\n\n> a\n\n", ["quote;count=1 > a\n"]),
  ])
  func finds(text: String, prompts: [String]) {
    let found = TestNote(text).prompts.map { key, json in
      key.dropFirst(7).prefix { $0 != ";" } + ";count=\(PromptKey(key)?.count ?? 0) "
        + (json["rawValue"]?.string ?? "")
    }
    #expect(found.map { String($0) }.sorted() == prompts)
  }

  @Test func unmatchedKeysAreNull() {
    var note = TestNote("# Title\n> Some quote\n\nQ: who\nA: me\n\nA ?[](cloze)")
    #expect(note.prompts.count == 3)
    note.save("# Title\n")
    #expect(note.prompts.isEmpty)
    #expect(note.values.values.filter { $0.value == .null }.count == 4)  // .bookIndex, too
  }

  @Test func anEmptyQuoteIsAPrompt() {
    let note = TestNote("# Title\n>\n")
    #expect(note.prompts.map { $0.value["rawValue"] } == [">\n"])
  }

  /// A second quote is typed while the first still owns the key of its beginning.
  @Test func aTakenKeyIsNotTakenAgain() throws {
    var note = TestNote("> ")
    note.save("> To be, or not to be\n")
    note.review()
    let first = freshKey(.quote, "> ")
    #expect(note.key(of: "> To be, or not to be\n") == first)
    note.save("> To be, or not to be\n\n> ")
    let second = try #require(note.key(of: "> "))
    #expect(second != first && PromptKey(second)?.id.count == 40)
    #expect(note.reviews(of: "> To be, or not to be\n") == 1 && note.reviews(of: "> ") == 0)
    // Nor is one that was deleted: its history is another's.
    note.save("nothing")
    note.save("> ")
    #expect(![first, second].contains(note.key(of: "> ")))
  }

  @Test func fieldsThatAreUnknownStay() throws {
    var note = TestNote("> a quote")
    let key = freshKey(.quote, "> a quote")
    try note.put(
      key,
      json: #"""
        {"zeal":[1,2.50],"rawValue":"> a quote","type":"prompt=quote",
        "promptStatistics":[{"reviewCount":3,"due":"2024-01-01T00:00:00Z","mood":null}]}
        """#)
    #expect(note.save("> a quote, longer") == [".metadata", ".noteText", key])
    let stored = note.values[key].json?.stored
    #expect(
      try stored
        == JSONValue(
          stored: #"""
            {"zeal":[1,2.50],"rawValue":"> a quote, longer","type":"prompt=quote",
            "promptStatistics":[{"reviewCount":3,"due":"2024-01-01T00:00:00Z","mood":null}]}
            """#
        ).stored)
  }

  /// Values that a newer program may have stored, and values that cannot be read.
  @Test func otherKindsStayAndDamagedOnesGo() throws {
    var note = TestNote("> a quote")
    let newer = "prompt=picture;count=1;id=1"
    try note.put(newer, json: #"{"type":"prompt=picture"}"#)
    let damaged = [
      "prompt=quote;count=2;id=2":
        #"{"type":"prompt=quote","rawValue":"> x","promptStatistics":[]}"#,
      "prompt=qanda;count=1;id=3": "null", "prompt=cloze": #"{"rawValue":"?[](a)"}"#,
    ]
    for (key, json) in damaged { try note.put(key, json: json) }
    #expect(note.save("> a quote") == Set(damaged.keys))
    #expect(note.prompts.keys.sorted() == [newer, freshKey(.quote, "> a quote")].sorted())
  }

  /// Two devices stored the same block under different keys.
  @Test func ofTwoRowsForOneBlockTheReviewedOneStays() throws {
    var note = TestNote("> a quote")
    let other = "prompt=quote;count=1;id=0"
    try note.put(
      other,
      json: #"""
        {"type":"prompt=quote","rawValue":"> a quote","promptStatistics":[{"reviewCount":2}]}
        """#)
    #expect(note.save("> a quote") == [freshKey(.quote, "> a quote")])
    #expect(note.key(of: "> a quote") == other)
  }

  /// Every prompt of a long note changes at once.
  @Test func manyChangesAreMatchedInOrder() {
    let quotes = (0..<300).map { "> \($0): it was the age of wisdom, of foolishness \($0 * 7)" }
    var note = TestNote(quotes.joined(separator: "\n"))
    let keys = quotes.map { freshKey(.quote, $0 + ($0 == quotes.last ? "" : "\n")) }
    let edited = quotes.map { $0 + "; it was" }
    note.save((["> 301: a quote in front of them all"] + edited).joined(separator: "\n"))
    for (key, text) in zip(keys, edited) {
      #expect(note.values[key].json?["rawValue"]?.string?.hasPrefix(text) == true)
    }
    #expect(note.prompts.count == 301)
  }
}
