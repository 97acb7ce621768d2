import FrontMatter
import Testing

@testable import ForeignFormats

@Suite struct ObsidianCardsTests {
  private func note(_ text: String, areConverted: Bool = true) -> ForeignNote {
    var note = ForeignNote(text: text, frontMatter: FrontMatter(), name: "n", folder: [])
    ObsidianCards.read(&note, areConverted: areConverted)
    return note
  }

  @Test(arguments: [
    ("a b::c d", "Q: a b\nA: c d\n"),
    ("- a::b", "Q: a\nA: b\n"),
    ("a:::b", "Q: a\nA: b\n\nQ: b\nA: a\n"),
    ("one\ntwo\n?\nthree\nfour", "Q: one two\nA: three four\n"),
    ("one\n??\ntwo", "Q: one\nA: two\n\nQ: two\nA: one\n"),
    ("He stayed ==two== years.", "He stayed ?[](two) years."),
    ("a::b <!--SR:!2024-08-16,4,270-->", "Q: a\nA: b\n"),
    ("a::b\n<!--SR:!2024-08-16,4,270-->\n\nc", "Q: a\nA: b\n\n\nc"),
    ("?\na", "?\na"), ("a\n?", "a\n?"), ("`a::b` is code", "`a::b` is code"), ("::", "::"),
    ("```\na::b\n```", "```\na::b\n```"),
  ])
  func converts(_ text: String, _ expected: String) {
    #expect(note("#flashcards\n\n" + text).text == "#flashcards\n\n" + expected)
  }

  @Test func onlyInNotesWithTheHashtag() {
    #expect(note("a::b").text == "a::b")
    #expect(note("#flashcardsx\n\na::b").text == "#flashcardsx\n\na::b")
  }

  @Test func reportsWhatItLeaves() {
    let text = "#flashcards/pond\n\na::b\n<!--SR:!2024-08-16,4,270-->\n\nc:::d"
    let left = note(text, areConverted: false)
    #expect(left.text == text)
    #expect(left.leftOut.map(\.part) == ["cards of the plugin Spaced Repetition"])
    #expect(left.leftOut.first?.count == 3)
    #expect(note(text).leftOut.map(\.part) == ["schedules of cards"])
  }
}
