import Books
import Foundation
import MiniMarkdown
import SpacedRepetition
import TestSupport
import Testing

@testable import Notebook
@testable import NotebookReview

/// The cards of the app's own starter notebook, read where it lies, when it is there.
@Suite(.enabled(if: LibrarySample.isThere, "\(LibrarySample.absence)"))
struct SampleCardsTests {
  private struct Sample {
    var prompts: PromptCollection
    var card: Card
    var book: Book
  }

  private static func samples() throws -> [Sample] {
    let notebook = try Notebook.open(at: LibrarySample.path)
    return try notebook.notes.all(includingTrash: true).flatMap { note in
      let book = try #require(note.book)
      let text = try notebook.note(id: note.id).text
      return try NoteContent(text: text).promptCollections.map { prompts in
        let source = CardSource.book(title: book.title, authors: book.authors, year: book.year)
        let card = try #require(Card(prompts.kind, rawValue: prompts.rawValue, source: source))
        return Sample(prompts: prompts, card: card, book: book)
      }
    }
  }

  /// Sides as the specification's own expression gives them.
  @Test func sidesAreWhatTheTextImplies() throws {
    let samples = try Self.samples()
    #expect(samples.count == 18)
    let annotation = try NSRegularExpression(pattern: #"\s+\([^\)]*\)\W*$"#)
    for sample in samples where sample.prompts.kind == .quote {
      let quote = sample.prompts.rawValue.dropFirst(2)
        .trimmingCharacters(in: .whitespacesAndNewlines)
        .replacing("'", with: "’").replacing(" \"", with: " “").replacing("\"", with: "”")
        .replacing("*", with: "")
      let whole = NSRange(quote.startIndex..., in: quote)
      let found = annotation.firstMatch(in: quote, range: whole).flatMap {
        Range($0.range, in: quote)
      }
      let front = String(quote[..<(found?.lowerBound ?? quote.endIndex)])
      let verse = found.map { String(quote[$0]) } ?? ""
      #expect(sample.card.context == "IDENTIFY THE SOURCE")
      #expect(sample.card.front.plain == front)
      #expect(sample.card.back.plain == "\(front)\n\n—\(sample.book.citation)\(verse)")
    }
    #expect(samples.filter { $0.prompts.kind == .quote }.count == 16)
  }

  @Test func theOthersAskForWhatTheyHide() throws {
    let samples = try Self.samples()
    let cloze = try #require(samples.first { $0.prompts.kind == .cloze }).card
    #expect(cloze.front.runs.filter { $0.style == .hint }.map(\.text) == ["what?"])
    let answer = try #require(cloze.back.runs.first { $0.style == .answer }?.text)
    #expect(!cloze.front.plain.contains(answer) && cloze.back.plain.contains(answer))
    #expect(
      cloze.front.runs.first?.style == .strong && cloze.front.runs.contains { $0.style == .code })
    let pair = try #require(samples.first { $0.prompts.kind == .questionAndAnswer }).card
    #expect(pair.context == samples.first?.book.citation)
    #expect(pair.front.plain.hasSuffix("?") && !pair.back.plain.contains("—"))
  }
}
