import PackratParsing
import Testing

@testable import MiniMarkdown

/// The parts of a text that are compared with other notes.
@Suite struct NoteReferenceTests {
  @Test(
    arguments: [
      ("", [], [], []),
      ("Q: Who?\nA: b", ["who?"], [], []),
      ("Q:   Two\t words \nA: b", ["two words"], [], []),
      ("Q: \nA: b", [], [], []),
      ("text\nQ: none\nA: b", [], [], []),
      ("#a and #b/c.\n\n- #d\n> #e", [], ["#a", "#b/c.", "#d", "#e"], []),
      ("*#no* `#no` (#no", [], [], []),
      ("![x](assets/a.png) ![]()\n![z](https://b)", [], [], ["assets/a.png", "https://b"]),
      ("Q: x #t ![](i)\r\nA: y", ["x #t ![](i)"], ["#t"], ["i"]),
    ] as [(String, [String], [String], [String])])
  func finds(_ text: String, questions: [String], hashtags: [String], images: [String]) throws {
    let document = MiniMarkdownDocument(text).snapshot
    let references = try #require(NoteDiagnostics(document)?.references)
    #expect(references.questions.map(\.text) == questions)
    #expect(references.hashtags.map(\.text) == hashtags)
    #expect(references.images.map(\.text) == images)
    for reference in references.hashtags + references.images {
      #expect(document.text(in: reference.range) == reference.text)
    }
    #expect(text.isEmpty || NoteDiagnostics(document, while: { false }) == nil)
  }
}
