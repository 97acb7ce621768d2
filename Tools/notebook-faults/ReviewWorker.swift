import ArgumentParser
import Base
import Foundation
import NoteGenerator
import Notebook
import NotebookReview
import SpacedRepetition

/// A process that reviews session after session, like a server or a command, and sometimes saves a
/// note. It prints each acknowledgment, tab-separated: `answered`, note, block, index and second;
/// `undoing` and then `undone`, with the same fields; `saved`, note and title; or `failed` and the
/// reason.
struct ReviewWorker: ParsableCommand {
  static let configuration = CommandConfiguration(shouldDisplay: false)

  @Argument var root: String
  @Option var name: String
  @Option var seed: UInt64
  /// The start of the scene by the computer's clock, in milliseconds.
  @Option var start: Int
  @Option var first: Int
  @Option var scheduler: String
  @Flag var undoes = false

  /// Returns the text of a note with six prompts; `edit` changes the text.
  static func text(_ note: Int, edit: Int = 0) -> String {
    """
    \(edit) edits, note \(note)

    > The first quote of note \(note), in some words that stay and \(edit % 7) others.

    Q: What is asked in note \(note)?
    A: This, edit \(edit).

    Of note \(note) the ?[organ](heart) beats, the ?[](blood) moves, and the ?[](lung) breathes.

    > The second quote of note \(note).

    """
  }

  func run() throws {
    var random = SeededGenerator(seed: seed)
    let notebook = try Scene(existing: root).open()
    var number = first
    while true {
      do {
        try session(notebook, &number, &random)
      } catch {
        Worker.say("failed\t\(error)")
      }
    }
  }

  /// The current time. The clock advances in steps of ten minutes; `b` is five minutes ahead, so
  /// that answers of the two workers have different seconds.
  private var now: Date { ReviewClock.date(since: start) + (name == "b" ? 300 : 0) }

  private func session(
    _ notebook: Notebook, _ number: inout Int, _ random: inout SeededGenerator
  ) throws {
    _ = try notebook.refresh()
    try notebook.reviews.settle(now: now)
    let choice = CardChoice(limit: Int.random(in: 1...20, using: &random))
    let cards = try notebook.reviews.chooseCards(
      .notebook, choice, now: now, calendar: ReviewClock.calendar, seed: random.next())
    for prompt in cards {
      let ease = Ease.allCases.randomElement(using: &random) ?? .good
      try answer(ease, prompt, notebook, &random)
      if ease == .again, Bool.random(using: &random) {
        try answer(.good, prompt, notebook, isRepetition: true, &random)
      }
      if Int.random(in: 0...7, using: &random) == 0 { try edit(notebook, &number, &random) }
      if Int.random(in: 0...3, using: &random) == 0 {
        _ = try notebook.reviews.counts(now: now, calendar: ReviewClock.calendar)
      }
      if Int.random(in: 0...3, using: &random) == 0 { try notebook.publishIfDue() }
    }
  }

  private func answer(
    _ ease: Ease, _ prompt: PromptID, _ notebook: Notebook, isRepetition: Bool = false,
    _ random: inout SeededGenerator
  ) throws {
    let answer = ReviewAnswer(
      prompt: prompt, date: now, ease: ease, answers: .four, isRepetition: isRepetition)
    guard
      let recorded = try notebook.reviews.record(
        answer, scheduler: Scheduler(rawValue: scheduler) ?? .fsrs)
    else { return Worker.say("failed\ta prompt is gone") }
    say("answered", recorded.answer)
    guard undoes, Int.random(in: 0...5, using: &random) == 0 else { return }
    say("undoing", recorded.answer)
    guard try notebook.reviews.undo(recorded.answer, now: now) != nil else {
      return Worker.say("failed\tan answer cannot be undone")
    }
    say("undone", recorded.answer)
  }

  private func say(_ step: String, _ answer: ReviewAnswer) {
    let second = Int(answer.date.timeIntervalSince1970)
    let prompt = answer.prompt
    Worker.say("\(step)\t\(prompt.note)\t\(prompt.block)\t\(prompt.index)\t\(second)")
  }

  /// Saves one of this worker's own notes.
  private func edit(
    _ notebook: Notebook, _ number: inout Int, _ random: inout SeededGenerator
  ) throws {
    number += 1
    let noteNumber = Int.random(in: 0..<6, using: &random) * 2 + (name == "b" ? 2 : 1)
    let notes = try notebook.notes.all()
    guard let note = notes.first(where: { $0.title.hasSuffix("note \(noteNumber)") }) else {
      return Worker.say("failed\tnote \(noteNumber) is not there")
    }
    _ = try notebook.save(text: Self.text(noteNumber, edit: number), note: note.id)
    Worker.say("saved\t\(note.id)\t\(number) edits, note \(noteNumber)")
  }
}
