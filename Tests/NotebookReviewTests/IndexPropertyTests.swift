import Base
import Foundation
import GRDB
import NoteGenerator
import NotebookTestSupport
import SpacedRepetition
import Testing

@testable import Notebook
@testable import NotebookIndex
@testable import NotebookReview

/// The index of what is due says what the notebook's rows say, whatever was done to it, here, in
/// another process or on another device.
@Suite struct IndexPropertyTests {
  private static let texts = [
    "> A\n\n#t/x\n", "> A\n\n> B\n", "?[](C) ?[](D)\n\n#t\n", "?[](C)\n", "nothing\n",
    "Q: E\nA: e\n\n?[](C) ?[](D) ?[](F)\n",
  ]

  @Test(arguments: [1, 2, 3, 4] as [UInt64]) func itSaysWhatTheRowsSay(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let first = try ReviewDevice(notes: [Self.texts[0], Self.texts[2]])
    let second = try ReviewDevice(copying: first.device.path)
    let process = try first.device.open()
    defer { try? process.close() }
    var hours = 0.0
    for step in 0..<40 {
      hours += Double.random(in: -5..<30, using: &random)
      let now = ReviewDevice.time(hours)
      let notebook = [first.notebook, second.notebook, process].randomElement(using: &random)
      guard let notebook else { return }
      try change(notebook, at: now, using: &random)
      if Int.random(in: 0..<4, using: &random) == 0 {
        if Bool.random(using: &random) { try first.merge(second) } else { try second.merge(first) }
      }
      // Not always, so that some changes are caught up with together.
      if Bool.random(using: &random) { continue }
      for device in [first, second] {
        let shown = try Set(device.notebook.notes.all().map(\.id))
        let due = try device.prompts().filter {
          shown.contains($0.prompt.note) && !$0.state.isSuspended
            && $0.state.state.isDue(at: ReviewDevice.time((hours / 24).rounded(.down) * 24 + 24))
        }
        let new = due.count { $0.state.state.reviewCount == 0 && $0.state.state.lastReview == nil }
        #expect(try device.counts(at: hours) == "\(due.count) \(new)", "step \(step)")
        let tagged = try Set(device.notebook.notes.all(tag: "#t").map(\.id))
        let dueTagged = due.filter { tagged.contains($0.prompt.note) }
        let counted = try device.counts(.tag("#T"), at: hours)
        #expect(counted.hasPrefix("\(dueTagged.count) "), "step \(step)")
      }
    }
  }

  /// An index that is made at once says the same as one that followed.
  @Test(arguments: [5, 6] as [UInt64]) func madeAgainItSaysTheSame(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let device = try ReviewDevice(notes: [Self.texts[0], Self.texts[2], Self.texts[5]])
    let other = try ReviewDevice(copying: device.device.path)
    for step in 0..<60 {
      let now = ReviewDevice.time(Double(step) * 7)
      let notebook = Bool.random(using: &random) ? device.notebook : other.notebook
      try change(notebook, at: now, using: &random)
      if step % 7 == 0 { try device.merge(other) }
      if step % 9 == 0 { try other.merge(device) }
    }
    try device.merge(other)
    #expect(try Self.content(of: device.notebook) == Self.contentMadeAgain(device.notebook))
  }

  private static func content(of notebook: Notebook) throws -> [String] {
    try notebook.reviews.index.with(notebook) { try content($0.db) }
  }

  /// That of an index that is made of the same rows.
  private static func contentMadeAgain(_ notebook: Notebook) throws -> [String] {
    let queue = try DatabaseQueue()
    return try notebook.read { source in
      try queue.write { db in
        let update = IndexUpdate(tables: DueTable(db: db), source: source, feed: nil)
        try update.bringUpToDate("again")
        return try content(db)
      }
    }
  }

  private static func content(_ db: Database) throws -> [String] {
    let queries = [
      """
      SELECT note.id, key, isSettled, prompt.number, isNew, isActive, due, sampleKey
      FROM prompt JOIN block ON block.id = prompt.block JOIN note ON note.number = block.note ORDER BY 1, 2, 4
      """,
      "SELECT tag, id FROM tagged JOIN note ON number = note ORDER BY 1, 2",
      "SELECT id, section FROM note WHERE isShown ORDER BY 1",
      """
      SELECT DISTINCT note.id, block.key FROM answer JOIN block ON block.id = answer.block
      JOIN note ON number = block.note ORDER BY 1, 2
      """,
    ]
    return try queries.flatMap { try Row.fetchAll(db, sql: $0).map(\.description) }
  }

  private func change(
    _ notebook: Notebook, at now: Date, using random: inout SeededGenerator
  ) throws {
    let notes = try notebook.notes.all(includingTrash: true)
    guard let note = notes.randomElement(using: &random),
      let text = Self.texts.randomElement(using: &random)
    else { return }
    let scopes: [ReviewScope] = [.notebook, .note(note.id)]
    let chosen = try notebook.reviews.chooseCards(
      scopes.randomElement(using: &random) ?? .notebook, CardChoice(isCram: true), now: now,
      calendar: ReviewDevice.calendar, seed: random.next())
    switch Int.random(in: 0..<12, using: &random) {
    case 0: try notebook.trash(note.id, now: now)
    case 1: try notebook.restore(note.id, now: now)
    case 2 where notes.count > 2: try notebook.delete(note.id, now: now)
    case 2, 3: _ = try notebook.createNote(text: text, now: now)
    case 4, 5: _ = try notebook.save(text: text, note: note.id, now: now)
    case 6: _ = try notebook.reviews.settle(now: now)
    case 7: _ = try notebook.reviews.resumeAll(now: now)
    case 8:
      if let card = chosen.first { _ = try notebook.reviews.setSuspended(card, true, now: now) }
    default:
      guard let card = chosen.first, let ease = Ease.allCases.randomElement(using: &random) else {
        return
      }
      let answer = ReviewAnswer(prompt: card, date: now, ease: ease, answers: .four)
      let scheduler = Scheduler.allCases.randomElement(using: &random) ?? .fsrs
      let done = try notebook.reviews.record(answer, scheduler: scheduler)
      if let done, Int.random(in: 0..<4, using: &random) == 0 {
        try notebook.reviews.undo(done.answer, now: now)
      }
    }
  }
}
