import Foundation
import NotebookTestSupport
import Testing

import struct Synchronization.Atomic

@testable import Notebook
@testable import NotebookFile
@testable import NotebookSearch

/// Queries of many words, and searches that are not waited for any more.
@Suite struct ManyWordsTests {
  private static func words(_ text: String) -> Int {
    SearchQuery(parsing: text).groups.map { $0.terms.count }.reduce(0, +)
  }

  @Test(arguments: [
    // A query, and how many words of it are looked for. The last one may go on, and is another.
    ("a ".repeated(2_000), 2), ("A a á A", 3), ("seneca Seneca SENECA.", 2),
    ((0..<40).map { "w\($0)" }.joined(separator: " "), 32), ("a OR a OR a", 2),
    ("a b OR a b OR b a", 4), ("\"a b\" \"a b\" \"A B\"", 1),
  ])
  func aRepeatedWordCountsOnce(_ text: String, count: Int) {
    #expect(Self.words(text) == count)
    #expect((SearchQuery(parsing: text).limitNote != nil) == (count == 32))
  }

  @Test func ofAPhraseTheFirstWordsCount() throws {
    let phrase = (0..<50).map { "w\($0)" }.joined(separator: " ")
    let query = SearchQuery(parsing: "first \"\(phrase)\" last")
    let terms = try #require(query.groups.first).terms.map(\.text)
    #expect(terms == ["first", (0..<31).map { "w\($0)" }.joined(separator: " ")])
    #expect(
      query.limitNote
        == "The query is too long: only its first words were searched, at most 32.")
    // A shorter phrase would exclude more.
    let excluding = SearchQuery(parsing: "first -\"\(phrase)\"")
    #expect(excluding.groups.first?.excludedTerms.isEmpty == true)
    #expect(excluding.limitNote != nil)
  }

  @Test func wordsAfterALimitOfBytesAreNotRead() {
    let text = "w".repeated(3_000) + " " + "x".repeated(3_000) + " y"
    let query = SearchQuery(parsing: text)
    #expect(query.groups.first?.terms.map(\.text) == ["w".repeated(3_000)])
    #expect(query.limitNote != nil)
    #expect(SearchQuery(parsing: "é".repeated(5_000)).groups.count <= 1)
    let hyphens = SearchQuery(parsing: "a-".repeated(2_000) + "a")
    #expect(hyphens.groups.first?.terms.map(\.text) == ["a-".repeated(31) + "a"])
  }

  /// A request that is canceled ends in the middle of a statement.
  @Test func aCanceledSearchEnds() throws {
    let texts = (0..<300).map { "# \($0)\n\n" + "some words of a text ".repeated(50) }
    let fixture = try NotebookFixture(notes: texts)
    let notebook = try fixture.open()
    let looks = Atomic(0)
    #expect(throws: NotebookError.cancelled(path: notebook.path)) {
      try Cancellable.with({ looks.add(1, ordering: .relaxed).newValue > 5 }) {
        try notebook.searches.run(SearchQuery(parsing: "some words of a te"))
      }
    }
    #expect(looks.load(ordering: .relaxed) > 5)
    // The connection is as it was.
    #expect(try notebook.searches.run(SearchQuery(parsing: "words")).total == 300)
    #expect(try notebook.notes.all().count == 300)
    withExtendedLifetime(fixture) {}
  }

  /// In a file in place and in a working copy.
  @Test(arguments: [false, true])
  func aReaderDoesNotWaitForASearch(isSaved: Bool) throws {
    let fixture = try NotebookFixture(notes: ["# One\n\nA word."])
    defer { withExtendedLifetime(fixture) {} }
    let notebook = try fixture.open()
    if isSaved { _ = try notebook.createNote(text: "# Two\n\nAnother word.") }
    var read = 0
    _ = try notebook.searches.run(SearchQuery(parsing: "word")) { _ in
      // In the middle of the search's transaction, on its thread: would it wait, it would for ever.
      read = (try? notebook.notes.all().count) ?? 0
    }
    #expect(read == (isSaved ? 2 : 1))
    // A saved text is found, by each connection.
    let note = try notebook.createNote(text: "# Three\n\nA third word.")
    #expect(
      try notebook.searches.run(SearchQuery(parsing: "third")).hits.map(\.note.id) == [
        note.summary.id
      ])
  }

  @Test func listsWithoutTextsWhatASearchFinds() throws {
    let notebook = try NotebookFixture(notes: ["# One\n\nA word. #tag", "# Two\n\nWords."]).open()
    for text in ["word", "word -two", "#tag", "word OR #tag", "", "nothing"] {
      let query = SearchQuery(parsing: text)
      #expect(
        try notebook.searches.notes(matching: query)
          == notebook.searches.run(query).hits.map(\.note))
    }
  }
}

extension String {
  fileprivate func repeated(_ count: Int) -> String { String(repeating: self, count: count) }
}
