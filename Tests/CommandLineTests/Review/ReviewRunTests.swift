import Foundation
import Notebook
import NotebookFile
import NotebookReview
import SpacedRepetition
import TestSupport
import Testing

@testable import commonplace

/// A session on this device, while others write the same notebook.
@Suite struct ReviewRunTests {
  private let folder: TemporaryFolder
  private let notebook: Notebook
  private let run: ReviewRun
  private var path: String { folder.path("n.libnotes") }
  /// The card that the session asks second.
  private let second: PromptID

  init() throws {
    folder = try TemporaryFolder()
    let path = folder.path("n.libnotes")
    try Notebook.create(at: path, notes: ["# N\n\n> A\n\n> B\n"])
    notebook = try Notebook.open(at: path, state: StateFolder(path: folder.path("state")))
    let cards = try notebook.reviews.chooseCards(seed: 1)
    second = try #require(cards.last)
    run = ReviewRun(notebook, cards, options: ReviewOptions(), isCram: false)
  }

  /// Does something as another process, or with a copy of the file on another device whose sync
  /// program then replaces ours by its own.
  private func elsewhere(onOtherDevice isFar: Bool, _ body: (Notebook) throws -> Void) throws {
    let file = isFar ? folder.path("far.libnotes") : path
    if isFar {
      try notebook.publish()
      try FileManager.default.copyItem(atPath: path, toPath: file)
    }
    let state = StateFolder(path: folder.path(isFar ? "far" : "state"))
    let other = try Notebook.open(at: file, state: state)
    try body(other)
    try other.close()
    if isFar { #expect(rename(file, path) == 0) }
  }

  private func answer(_ prompt: PromptID, in notebook: Notebook) throws {
    let answer = ReviewAnswer(prompt: prompt, date: Date(), ease: .again, answers: .two)
    _ = try notebook.reviews.record(answer, scheduler: .libraryNotes)
  }

  enum Action: String, CaseIterable {
    case answer, suspend, edit, trash, delete
    var message: String {
      switch self {
      case .answer: "A card was removed from this review: it is no longer due."
      case .suspend: "A card was removed from this review: it was suspended."
      case .edit, .trash, .delete:
        "A card was removed from this review: its prompt was changed or deleted."
      }
    }
  }

  private func take(_ action: Action, in notebook: Notebook) throws {
    switch action {
    case .answer: try answer(second, in: notebook)
    case .suspend: try notebook.reviews.setSuspended(second, true)
    case .edit: _ = try notebook.save(text: "# N\n", note: second.note)
    case .trash: try notebook.trash(second.note)
    case .delete: try notebook.delete(second.note)
    }
  }

  /// A change of the next card is seen when it would be asked.
  @Test(arguments: Action.allCases, [true, false])
  func theNextCardIsLookedAtAgain(action: Action, isFar: Bool) throws {
    run.reveal()
    run.skip()
    run.undo()
    try elsewhere(onOtherDevice: isFar) { try take(action, in: $0) }
    run.skip()
    #expect(run.card == nil && run.session.current == nil && run.failure == nil)
    #expect(run.message?.hasSuffix(action.message) == true)
  }

  /// An answer to a card that is not there any more is refused, and nothing is written.
  @Test(arguments: [Action.edit, .trash, .delete], [true, false])
  func aCardThatVanishedIsNotAnswered(action: Action, isFar: Bool) throws {
    run.reveal()
    try elsewhere(onOtherDevice: isFar) { try take(action, in: $0) }
    run.answer(.good)
    #expect(run.message == Action.edit.message)
    #expect(run.card == nil && run.session.summary.answered == 0)
    #expect(try notebook.reviews.log().isEmpty)
  }

  /// Wrong cards come again although they are not due; suspended ones of a session that crams do not.
  @Test func cardsThatStay() throws {
    run.reveal()
    run.answer(.again)
    run.reveal()
    run.answer(.good)
    #expect(run.card != nil && run.session.isRepetition)
    run.undo()
    #expect(run.session.current == second && run.session.isRevealed)
    let cram = ReviewRun(
      notebook, try notebook.reviews.chooseCards(seed: 1), options: ReviewOptions(), isCram: true)
    try elsewhere(onOtherDevice: false) { try answer(second, in: $0) }
    cram.skip()
    #expect(cram.card != nil || cram.session.current == nil)
  }

  /// Both texts of a note are kept if others change it while it is open in the editor.
  @Test(arguments: [false, true])
  func editingWhatOthersChange(isFar: Bool) throws {
    let note = second.note
    var failure: (any Error)?
    let editor = NoteEditor(environment: ["EDITOR": "sed -i s/A/Mine/"]) { body in
      do {
        try elsewhere(onOtherDevice: isFar) { other in
          _ = try other.save(text: "# N\n\n> Theirs\n\n> B\n", note: note)
        }
      } catch {
        failure = error
      }
      return body()
    }
    run.edit(with: editor)
    #expect(failure == nil)
    #expect(run.message?.hasPrefix("Conflict: the note was also changed") == true)
    let texts = try notebook.conflicts.of(note)?.sides.compactMap(\.text).sorted()
    #expect(texts == ["# N\n\n> Mine\n\n> B\n", "# N\n\n> Theirs\n\n> B\n"])
  }
}
