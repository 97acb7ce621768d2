import Foundation
import JSON
import NotebookTestSupport
import SpacedRepetition
import TestSupport
import Testing

@testable import KeyValueStore
@testable import MiniMarkdown
@testable import Notebook
@testable import NotebookFile

/// Prompts that move to a new note with their text.
@Suite struct ExtractingTests {
  private static let text =
    "# Walden\n\n> Simplify.\n\n> Economy.\n\n?[](one) and ?[](two)\n\nRest\n"

  /// The review counts of a note's prompts, by the texts of their blocks.
  private func reviews(_ notebook: Notebook, _ id: String) throws -> [String: [Int]] {
    let states = try notebook.notes.promptStates(of: id)
    return NoteContent(text: try notebook.note(id: id).text).promptCollections
      .reduce(into: [:]) { reviews, prompts in
        reviews[prompts.rawValue.trimmed] = states[prompts]?.map(\.reviewCount)
      }
  }

  /// A notebook in which the first cloze of a note was answered seven times, its second is suspended, and
  /// the first quote was answered three times.
  private func notebook() throws -> (NotebookFixture, Notebook, String) {
    let fixture = try NotebookFixture(notes: [Self.text])
    try fixture.execute(
      """
      UPDATE entry SET json = json_set(json, '$.promptStatistics[0].reviewCount', 7)
        WHERE key LIKE 'prompt=cloze%';
      UPDATE entry SET json = json_set(json, '$.promptStatistics[0].reviewCount', 3)
        WHERE key LIKE 'prompt=quote%' AND json LIKE '%Simplify%'
      """)
    let notebook = try fixture.open()
    let id = try #require(try notebook.notes.all().first?.id)
    try notebook.write { author, db in
      let block = try #require(
        try NoteValues.fetch(db, note: id).values.keys.compactMap { $0.promptKey(note: id) }
          .first { $0.hasPrefix("prompt=cloze") })
      try author.write(
        [
          (
            PromptAnnotations.suspendedKey(note: id, block: block),
            PromptAnnotations.suspendedValue([1], over: nil)
          )
        ], at: Date(), superseding: .winners, in: db)
    }
    return (fixture, notebook, id)
  }

  @Test func statesGoAlong() throws {
    let (fixture, notebook, id) = try notebook()
    let before = try reviews(notebook, id)
    let made = try notebook.notes.extract(
      title: "Part", text: "> Simplify.\n\n?[](one) and ?[](two)\n", tags: ["#x"], from: id)
    #expect(made.text == "# Part\n#x\n\n> Simplify.\n\n?[](one) and ?[](two)\n")
    #expect(
      try reviews(notebook, made.summary.id)
        == ["> Simplify.": [3], "?[](one) and ?[](two)": [7, 0]])
    let states = try notebook.notes.promptStates(of: made.summary.id)
    let cloze = try #require(
      NoteContent(text: made.text).promptCollections.first { $0.kind == .cloze })
    #expect(states.suspended(in: cloze) == [1])
    // The rest of the source is not there, and nothing was written that says so.
    let rows = try notebook.read { db in
      try NoteValues.fetch(db, note: made.summary.id).values
    }
    #expect(rows.values.filter { $0 == .null }.count == 1, "only .bookIndex")
    #expect(!rows.values.contains { "\($0)".contains("Economy") })
    // The source has them until it is saved without the part.
    #expect(try reviews(notebook, id) == before)
    withExtendedLifetime(fixture) {}
  }

  /// A text that was not saved since goes on from what is stored, as by an edit.
  @Test func anEditedPartIsRecognized() throws {
    let (fixture, notebook, id) = try notebook()
    let made = try notebook.notes.extract(text: "> Simplify, simplify.\n\n> Others.\n", from: id)
    #expect(
      try reviews(notebook, made.summary.id)
        == ["> Simplify, simplify.": [3], "> Others.": [0]])
    withExtendedLifetime(fixture) {}
  }

  @Test func imagesGoAlong() throws {
    let (fixture, notebook, id) = try notebook()
    let shown = try notebook.images.add(try ImageContent(TestImages.png()), to: id)
    _ = try notebook.images.add(try ImageContent(TestImages.gif), to: id)
    let made = try notebook.notes.extract(
      text: "A pond: ![](\(shown.key)) ![](assets/gone.png) ![](.noteText)\n", from: id)
    #expect(try notebook.images.assets(of: made.summary.id) == [shown])
    withExtendedLifetime(fixture) {}
  }

  @Test(arguments: [nil, "nobody", "", ".commonplace"]) func withoutASource(id: String?) throws {
    let (fixture, notebook, _) = try notebook()
    let made = try notebook.notes.extract(title: "T", text: "> Simplify.\n", from: id)
    #expect(made.text == "# T\n\n> Simplify.\n")
    #expect(try reviews(notebook, made.summary.id) == ["> Simplify.": [0]])
    withExtendedLifetime(fixture) {}
  }
}
