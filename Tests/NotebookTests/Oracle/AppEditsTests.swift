import Foundation
import JSON
import NotebookTestSupport
import SpacedRepetition
import TestSupport
import Testing

@testable import MiniMarkdown
@testable import Notebook
@testable import NotebookReview

/// Edits between which the app saves a separate text, by its own rule.
@Suite(.enabled(if: AppOracle.isThere, "\(AppOracle.absence)"), .serialized)
struct AppEditsTests {
  @Test func keepWhatIsTheSame() throws {
    let oracle = try AppOracle()
    for edit in PromptEdit.all {
      guard let between = edit.between else { continue }
      let device = try Device(notes: [edit.before])
      let notebook = try device.open()
      defer { try? notebook.close() }
      let note = try #require(try notebook.notes.all().first?.id)
      // Each prompt is answered as often as its number says.
      for (number, (block, index)) in PromptEdit.prompts(in: edit.before).enumerated() {
        let key = try values(notebook, note).stored(block)?.key.text ?? ""
        for turn in 0...number {
          let answer = ReviewAnswer(
            prompt: PromptID(note: note, block: key, index: index),
            date: Date(timeIntervalSince1970: 1_700_000_000 + Double(turn) * 864_000), ease: .good,
            answers: .two)
          #expect(try notebook.reviews.record(answer, scheduler: .libraryNotes) != nil)
        }
      }
      try notebook.publish()
      let phone = device.folder + "/../phone.libnotes"
      try FileManager.default.copyItem(atPath: device.path, toPath: phone)
      let answer = try oracle.ask([
        "cmd": "edit", "file": .string(phone), "id": .string(note), "markdown": .string(between),
      ])
      #expect(answer != nil && answer?["error"] == nil, "\(edit): \(answer ?? .null)")
      try device.receive(phone)
      _ = try notebook.refresh()
      #expect(try notebook.note(id: note).text == between)
      _ = try notebook.save(text: edit.after, note: note)
      let counts = try values(notebook, note).reviewCounts(of: edit.after)
      #expect(counts == edit.kept.map { $0.map { $0 + 1 } ?? 0 }, "\(edit)")
      for (number, (block, index)) in PromptEdit.prompts(in: edit.after).enumerated() {
        let key = try values(notebook, note).stored(block)?.key.text ?? ""
        let prompt = PromptID(note: note, block: key, index: index)
        #expect(try notebook.reviews.answers(to: prompt).count == counts[number] ?? -1, "\(edit)")
      }
      try notebook.publish()
      #expect(try oracle.faults(of: device.path) == [], "\(edit)")
    }
  }

  private func values(_ notebook: Notebook, _ note: String) throws -> NoteValues {
    try notebook.read { try NoteValues.fetchPrompts($0, note: note) }
  }
}
