import Base
package import Foundation
import GRDB
import Notebook
package import NotebookFile
import NotebookIndex
import NotebookSearch
package import SpacedRepetition

extension Notebook.Reviews {
  /// Returns the number of the scope's prompts that are due at its `horizon`, how many of them are
  /// new, and the number of today's answers in the whole notebook.
  ///
  /// Cost: the changes since the last call, and today's answers. For the whole notebook, also the
  /// prompts that have become due since the last call; for a note, its prompts; for other scopes,
  /// finding the notes, and their prompts.
  package func counts(
    _ scope: ReviewScope = .notebook, now: Date = Date(), calendar: Calendar = .current
  ) throws(NotebookError) -> ReviewCounts {
    let notes = try dueNotes(in: scope)
    let horizon = DueTable.last(scope.horizon(now, calendar: calendar))
    let counts = try index.with(notebook) { table in
      try notes.map { try table.counts(until: horizon, of: $0) } ?? table.counts(until: horizon)
    }
    let today = try answers(ofDay: now, calendar: calendar).reduce(0) {
      $0 + ($1.details == nil ? $1.correct + $1.incorrect : 1)
    }
    return ReviewCounts(due: counts.due, new: counts.new, answeredToday: today)
  }

  /// Returns the prompts for a session, in the order of asking: due at the scope's `horizon` (any
  /// with `isCram`), one per block, chosen at random from `seed`.
  ///
  /// Cost: bringing the index up to date. Of very many due prompts, or notes found by a query, only
  /// some are read.
  package func chooseCards(
    _ scope: ReviewScope = .notebook, _ choice: CardChoice = CardChoice(), now: Date = Date(),
    calendar: Calendar = .current, seed: UInt64
  ) throws(NotebookError) -> [PromptID] {
    guard choice.limit > 0 else { return [] }
    let newToday = choice.newPerDay == nil ? 0 : try newAnswered(now, calendar: calendar)
    let allowance = choice.isCram ? nil : choice.newPerDay.map { max(0, $0 - newToday) }
    let horizon =
      choice.isCram ? DueTable.never : DueTable.last(scope.horizon(now, calendar: calendar))
    var random = SeededGenerator(seed: seed)
    let notes =
      if case .search(let query) = scope {
        try someNotes(
          matching: SearchQuery(parsing: query), for: choice, until: horizon,
          newAllowed: allowance ?? .max, using: &random)
      } else {
        try dueNotes(in: scope)
      }
    return try index.with(notebook) { table in
      var sampler = DueCardSampler(table: table, until: horizon, random: random)
      return try sampler.cards(
        notes, limit: choice.limit, newAllowed: allowance, order: choice.order)
    }
  }

  /// Returns the notes in a scope; nil for the whole notebook. Cost: none, except that a search
  /// finds all its notes.
  private func dueNotes(in scope: ReviewScope) throws(NotebookError) -> DueNotes? {
    switch scope {
    case .notebook: nil
    case .note(let id): .notes([id])
    case .tag(let tag): .tag(HashtagPath(tag))
    case .section(let section): .section(section)
    case .search(let query):
      .notes(try notebook.searches.notes(matching: SearchQuery(parsing: query)).map(\.id))
    }
  }

  private func someNotes(
    matching query: SearchQuery, for choice: CardChoice, until horizon: Int64, newAllowed: Int,
    using random: inout SeededGenerator
  ) throws(NotebookError) -> DueNotes {
    var ids: [String] = []
    var (old, new) = (0, 0)
    try notebook.searches.forSomeNotes(matching: query, using: &random) {
      (notes) throws(NotebookError) in
      ids += notes
      let counts = try index.with(notebook) { try $0.counts(until: horizon, of: .notes(notes)) }
      old &+= counts.due &- counts.new
      new &+= counts.new
      return !choice.isEnough(old: old, new: new, newAllowed: newAllowed)
    }
    return .notes(ids)
  }

  func answers(ofDay now: Date, calendar: Calendar) throws(NotebookError) -> [LoggedAnswer] {
    let today = calendar.startOfDay(for: now)
    let tomorrow = calendar.startOfTomorrow(after: now)
    return try log(from: today, to: tomorrow.addingTimeInterval(1)).filter {
      $0.day(in: calendar) == today
    }
  }

  /// Returns the number of prompts first answered on the day of `now`.
  func newAnswered(_ now: Date, calendar: Calendar) throws(NotebookError) -> Int {
    var new: Set<PromptID> = []
    for answer in try answers(ofDay: now, calendar: calendar) {
      if let before = answer.details?.before {
        if before.isNew { new.insert(answer.prompt) }
      } else if try card(answer.prompt)?.card.state.reviewCount == 1 {
        // The app does not log the state before, but counts answers.
        new.insert(answer.prompt)
      }
    }
    return new.count
  }
}

extension DueTable {
  /// A time later than every date, in seconds since 1970.
  static let never: Int64 = 1 << 60

  /// Returns the last second that has begun at `date`.
  static func last(_ date: Date) -> Int64 {
    Int64(exactly: min(max(date.timeIntervalSince1970, -1e15), 1e15).rounded(.down)) ?? never
  }

  /// Returns the number of prompts due at `until`. The counts are stored, so that only prompts that
  /// have become due since the last call are counted. If the clock was set back, only prompts that
  /// are no longer due are counted.
  func counts(until: Int64) throws -> (due: Int, new: Int) {
    guard let row = try row("SELECT until, due, new FROM counted"), let counted = row.integer(at: 0)
    else { return (0, 0) }
    if until != counted {
      let sign = until > counted ? 1 : -1
      let arguments: StatementArguments = [min(until, counted), max(until, counted)]
      var (due, new) = (row.integer(at: 1) ?? 0, row.integer(at: 2) ?? 0)
      for isNew in [0, 1] {
        let sql = """
          SELECT count(*) FROM prompt
          WHERE isNew = \(isNew) AND isActive AND due > ? AND due <= ?
          """
        let count = try self.row(sql, arguments)?.integer(at: 0) ?? 0
        // A count in a damaged file may be any number, hence wrapping arithmetic.
        due &+= Int64(sign) * count
        new &+= Int64(sign * isNew) * count
      }
      try execute("UPDATE counted SET until = ?, due = ?, new = ?", [until, due, new])
      return (Int(clamping: due), Int(clamping: new))
    }
    return (Int(clamping: row.integer(at: 1) ?? 0), Int(clamping: row.integer(at: 2) ?? 0))
  }

  /// Returns the number of prompts of these notes that are due at `until`. Cost: linear in the
  /// prompts.
  func counts(until: Int64, of notes: DueNotes) throws -> (due: Int, new: Int) {
    let row = try row(
      """
      SELECT count(*), coalesce(sum(isNew), 0) FROM (\(notes.numbers)) AS chosen
        CROSS JOIN block ON block.note = chosen.number
        CROSS JOIN prompt ON prompt.block = block.id
      WHERE isActive AND +due <= ?
      """, [notes.argument, until])
    return (Int(clamping: row?.integer(at: 0) ?? 0), Int(clamping: row?.integer(at: 1) ?? 0))
  }
}
