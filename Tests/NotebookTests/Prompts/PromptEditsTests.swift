import Base
import Foundation
import JSON
import TestSupport
import Testing

@testable import MiniMarkdown
@testable import Notebook

/// The schedules that prompts keep when a text is edited, as a person wants it.
@Suite struct PromptEditsTests {
  @Test func thereAreEnough() {
    #expect(PromptEdit.all.count >= 300)
    #expect(PromptEdit.all.count { $0.between != nil } >= 50)
  }

  @Test(arguments: PromptEdit.all.filter { $0.between == nil })
  func keepsWhatIsTheSame(_ edit: PromptEdit) {
    var note = TestNote(edit.before)
    note.answerInOrder(edit.before)
    note.save(edit.after)
    #expect(note.values.reviewCounts(of: edit.after) == edit.kept.map { $0.map { $0 + 1 } ?? 0 })
    #expect(note.suspended(in: edit.after) == edit.kept.map { $0.map { $0 % 2 == 1 } ?? false })
    #expect(note.save(edit.after).isEmpty)
  }

  /// Any text can follow any other: nothing is stored twice, and there is nothing that is not in it.
  @Test(arguments: 0..<50) func anyTextAfterAnyOther(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var note = TestNote()
    for _ in 0..<10 {
      guard let edit = PromptEdit.all.randomElement(using: &random) else { return }
      let text = Bool.random(using: &random) ? edit.before : edit.after
      note.save(text)
      #expect(!note.values.reviewCounts(of: text).contains(nil))
      let wanted = WantedPrompts.all(in: text, NoteContent(text: text).promptCollections)
      #expect(note.prompts.count == wanted.count)
      note.answerInOrder(text)
      #expect(note.save(text).isEmpty)
    }
  }
}
