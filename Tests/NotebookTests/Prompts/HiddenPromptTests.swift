import JSON
import Testing

@testable import MiniMarkdown
@testable import Notebook

/// Prompts that the app would count otherwise are stored where it does not look.
@Suite struct HiddenPromptTests {
  private static let plain = "The word is ?[](café)."
  private static let marked = "The word is ?[](cafe\u{301})."

  private func hidden(_ key: String) -> String { ".commonplace NOTE;\(key)" }

  @Test func theyAreInOurScope() {
    let note = TestNote(Self.marked)
    let key = freshKey(.cloze, Self.marked)
    #expect(note.prompts.keys.first == hidden(key))
    #expect(note.prompts.values.first?["type"] == "prompt=cloze")
    #expect(note.liveKeys == [".metadata", ".noteText", hidden(key)])
  }

  @Test func anEditMovesThemThereAndBack() {
    var note = TestNote(Self.plain)
    let key = freshKey(.cloze, Self.plain)
    note.review(3)
    #expect(note.save(Self.marked) == [".metadata", ".noteText", key, hidden(key)])
    #expect(note.key(of: Self.marked) == hidden(key) && note.reviews(of: Self.marked) == 3)
    #expect(note.prompts.count == 1)
    note.save(Self.marked + " Indeed.")
    #expect(note.reviews(of: Self.marked + " Indeed.") == 3)
    note.save(Self.plain + " Indeed.")
    #expect(note.key(of: Self.plain + " Indeed.") == key && note.prompts.count == 1)
    #expect(note.reviews(of: Self.plain + " Indeed.") == 3)
    note.save("nothing")
    #expect(note.prompts.isEmpty)
  }

  /// The app sees one of two clozes. That is stored for it as it stores it itself, and its statistics are
  /// its own; both are asked here.
  @Test func theAppHasWhatItMakesOfTheText() throws {
    let text = "?[](e\u{301}) and ?[](b)"
    var note = TestNote(text)
    let apps = freshKey(.cloze, text)
    #expect(Set(note.prompts.keys) == [apps, hidden(freshKey(.cloze, text, count: 2))])
    try note.put(
      apps,
      json: #"""
        {"type":"prompt=cloze","rawValue":"?[](e\u0301) and ?[](b)",
        "promptStatistics":[{"reviewCount":7}]}
        """#)
    #expect(note.save(text).isEmpty)
    #expect(
      note.save(text + "!") == [
        ".metadata", ".noteText", apps, hidden(freshKey(.cloze, text, count: 2)),
      ])
    #expect(note.prompts[apps]?["rawValue"]?.string == text + "!")
    #expect(note.prompts[apps]?["promptStatistics"]?.array?.first?["reviewCount"] == 7)
    note.save("?[](é) and ?[](b)!")
    #expect(Array(note.prompts.keys) == [freshKey(.cloze, text, count: 2)])
  }

  /// On a paragraph on which the app crashes nothing is stored for it; what is beside it, is.
  @Test func promptsThatCrashTheAppAreHidden() {
    let note = TestNote("I like ?[h](a) 🇪🇸\n\n> A quote\n\nI love 🇪🇸 ?[h](b)")
    #expect(
      Set(note.prompts.keys) == [
        hidden(freshKey(.cloze, "I like ?[h](a) 🇪🇸\n")), freshKey(.quote, "> A quote\n"),
        hidden(freshKey(.cloze, "I love 🇪🇸 ?[h](b)")),
        freshKey(.cloze, "I love 🇪🇸 ?[h](b)", count: 0),
      ])
  }

  /// Two prompts have one key, one in each scope, and both come to be in one.
  @Test func oneKeyIsNotTwoPrompts() throws {
    var note = TestNote(Self.marked)
    let key = freshKey(.cloze, Self.marked)
    note.review(5)
    try note.put(
      key,
      json: #"""
        {"type":"prompt=cloze","rawValue":"Another ?[](text)","promptStatistics":[{"reviewCount":2}]}
        """#)
    note.save(Self.plain + "\n\nAnother ?[](text)")
    #expect(note.prompts.count == 2 && note.reviews(of: Self.plain + "\n") == 5)
    #expect(note.reviews(of: "Another ?[](text)") == 2)
    #expect(note.prompts.keys.allSatisfy { PromptKey($0)?.id.count == 40 })
  }
}
