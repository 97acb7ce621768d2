import Foundation
import Notebook
import NotebookFile
import NotebookReview
import SpacedRepetition

/// A generated notebook under review, with a separate working copy. The file does not change:
/// nothing is published.
final class ReviewedNotebook {
  let notebook: Notebook
  /// The numbers of due prompts when the index was built.
  let counts: ReviewCounts
  /// The processor time for building the due index, in nanoseconds.
  let makingTime: Double
  private let path: String
  private let state: StateFolder
  private let notes: [String]
  private var random = SystemRandomNumberGenerator()
  private var clock = Double(GeneratedReviews.end)
  private var cards: ArraySlice<PromptID> = []
  private var turn = 0

  init(_ path: String) throws {
    self.path = path
    state = StateFolder(
      path: NSTemporaryDirectory() + "commonplace-benchmark-\(UUID().uuidString)")
    let notebook = try Notebook.open(at: path, state: state)
    let notes = try notebook.notes.all().map(\.id)
    (self.notebook, self.notes) = (notebook, notes)
    // The first save creates the working copy.
    _ = try notebook.save(text: notebook.note(id: notes[0]).text + "\nSaved.\n", note: notes[0])
    var counts = ReviewCounts()
    let now = Date(timeIntervalSince1970: Double(GeneratedReviews.end))
    makingTime = Double(
      try Stopwatch.processorTime {
        counts = try notebook.reviews.counts(now: now, calendar: Self.calendar)
      })
    self.counts = counts
  }

  deinit { try? FileManager.default.removeItem(atPath: state.path) }

  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
    return calendar
  }()

  private var now: Date { Date(timeIntervalSince1970: clock) }

  /// Opens the notebook again, like another process.
  func open() throws -> Notebook { try Notebook.open(at: path, state: state) }

  /// Opens the notebook again, and starts a session. Returns the first card; nil if nothing is due.
  func firstCard(_ scope: ReviewScope = .notebook) throws -> StoredCard? {
    let notebook = try open()
    let chosen = try notebook.reviews.chooseCards(
      scope, now: now, calendar: Self.calendar, seed: random.next())
    return try chosen.first.flatMap { try notebook.reviews.card($0) }
  }

  /// Starts a session as if due prompts had never been counted. Returns the first card; nil if
  /// `chooseFirstCards` returns nil.
  func firstCardUncounted() throws -> StoredCard? {
    let notebook = try open()
    let first = try notebook.reviews.chooseFirstCards(
      now: now, calendar: Self.calendar, seed: random.next())
    return try first?.cards.first.flatMap { try notebook.reviews.card($0) }
  }

  func counts(of other: Notebook? = nil) throws -> ReviewCounts {
    try (other ?? notebook).reviews.counts(now: now, calendar: Self.calendar)
  }

  /// Returns the next answer of a session of twenty, a second after the last one.
  func nextAnswer() throws -> ReviewAnswer {
    clock += 1
    if cards.isEmpty {
      cards = try notebook.reviews.chooseCards(
        now: now, calendar: Self.calendar, seed: random.next())[...]
    }
    guard let prompt = cards.popFirst() else { throw NothingDue() }
    let ease: Ease = Int.random(in: 0..<5, using: &random) == 0 ? .again : .good
    return ReviewAnswer(prompt: prompt, date: now, ease: ease, answers: .two)
  }

  struct NothingDue: Error {}

  /// Returns a note, and its text with one more line to save.
  func nextSave() throws -> (note: String, text: String) {
    turn += 1
    // A large odd step reaches notes in all parts of the notebook.
    let note = notes[turn &* 7_919 % notes.count]
    return (note, try notebook.note(id: note).text + "\nSaved \(turn) times.\n")
  }

  func noteWithPrompts() throws -> String { try nextAnswer().prompt.note }
}
