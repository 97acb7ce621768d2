import Foundation
import MiniMarkdown
import Notebook
import NotebookFile
import NotebookReview
import SpacedRepetition

/// A review session with its notebook. Performs the actions of keys, for every display.
///
/// Everything is saved before the next card is shown. If a step cannot be recorded, the session
/// does not advance, and `message` has the reason.
final class ReviewRun {
  let notebook: Notebook
  private var driver: ReviewDriver
  private(set) var message: String?
  /// Why the last key did nothing, or why the card cannot be read; nil if neither.
  private(set) var failure: CommandFailure?

  init(_ notebook: Notebook, _ cards: [PromptID], options: ReviewOptions, isCram: Bool) {
    self.notebook = notebook
    driver = ReviewDriver(cards, options: options, isCram: isCram)
    load()
  }

  var session: ReviewSession { driver.session }
  /// The current card; nil at the end, or if it cannot be read.
  var card: Card? { driver.asked?.card }
  var choices: [ReviewChoice] { driver.choices() }

  /// Shows the back. If the card could not be read, tries to read it again.
  func reveal() {
    message = nil
    guard card != nil else { return load() }
    driver.reveal()
  }

  /// Answers with choice `number`, from 1; ignores other numbers.
  func choose(_ number: Int) {
    let eases = session.options.answers.eases
    guard eases.indices.contains(number - 1) else { return }
    answer(eases[number - 1])
  }

  func answer(_ ease: Ease) {
    take { driver throws(NotebookError) in
      // Incorporates outside writes first: a card of a deleted note must not be answered.
      _ = try? notebook.refresh()
      _ = try driver.answer(ease, in: notebook)
      return nil
    }
  }

  func skip() {
    guard card != nil else { return }
    take { driver throws(NotebookError) in
      driver.skip()
      return nil
    }
  }

  func suspend() {
    guard card != nil else { return }
    take { driver throws(NotebookError) in
      try driver.suspend(in: notebook)
        ? "Suspended until “commonplace review resume”. Press u to undo." : nil
    }
  }

  func undo() {
    take { driver throws(NotebookError) in
      switch try driver.undo(in: notebook) {
      case nil: "Nothing to undo."
      case .answer(isGone: true):
        "The answer was not undone, because the answer or its prompt no longer exists."
      case .answer: "The last answer was undone."
      case .skip: "This is the card that you skipped."
      case .suspension: "The card is resumed."
      }
    }
  }

  /// Opens the note at the prompt in the user's editor, then continues with the edited card.
  func edit(with editor: NoteEditor) {
    guard let stored = driver.asked?.stored else { return }
    let bytes = stored.text.utf8.prefix(stored.range?.lowerBound ?? 0)
    let line = bytes.reduce(1) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
    let note = VersionedText(id: stored.prompt.note, text: stored.text, version: stored.version)
    do throws(CommandFailure) {
      let (outcome, fault) = try editor.edit(note, line: line, in: notebook)
      message = Self.message(outcome, fault)
    } catch {
      message = error.sentence
    }
    driver.begin()
    load()
  }

  private static func message(
    _ outcome: NoteEditor.NoteOutcome, _ fault: NoteEditor.Fault?
  ) -> String? {
    let result: String? =
      switch outcome {
      case .saved: "The note is saved."
      case .merged: "The note was also changed outside this editor; both changes are merged."
      case .inConflict:
        "Conflict: the note was also changed outside this editor; “commonplace conflicts” shows the versions."
      case .unchanged: fault.map { _ in "The note is unchanged." }
      case .emptied:
        "The text is empty: nothing was changed. “commonplace trash” removes notes."
      }
    let parts = [fault?.sentence, result].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  private func take(
    _ body: (inout ReviewDriver) throws(NotebookError) -> String?
  ) {
    driver.begin()
    do throws(NotebookError) {
      message = try body(&driver)
      load()
    } catch {
      fail(error)
    }
  }

  private func fail(_ error: any Error) {
    let failure = CommandFailure(error)
    (self.failure, message) = (failure, failure.sentence)
  }

  private func load() {
    failure = nil
    _ = try? notebook.refresh()
    do throws(NotebookError) {
      try driver.load(from: notebook)
    } catch {
      // The card stays in the session, so `reveal` can read it again.
      return fail(error)
    }
    if let reason = driver.removalReason?.sentence {
      message = [message, reason].compactMap(\.self).joined(separator: " ")
    }
  }
}
