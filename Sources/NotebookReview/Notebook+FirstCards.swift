import Base
package import Foundation
import GRDB
import KeyValueStore
import Notebook
package import NotebookFile
import NotebookIndex
import NotebookSearch
package import SpacedRepetition

/// The prompts of a session that starts before the due prompts were ever counted.
package struct FirstCards: Sendable {
  package var cards: [PromptID]
  /// Lower bounds of the counts.
  package var counts: ReviewCounts
}

extension Notebook.Reviews {
  /// Returns the prompts for a session like `chooseCards`, but only from some of the notes. Use it
  /// while due prompts are being counted.
  ///
  /// Returns nil if these notes have fewer prompts than requested (for a single note, none), so
  /// that all prompts must be counted. Also returns nil in a notebook with fewer rows than
  /// `fewestRows`, where counting is fast. Cost: reading a few hundred notes; for a rare tag up to
  /// two thousand.
  package func chooseFirstCards(
    _ scope: ReviewScope = .notebook, _ choice: CardChoice = CardChoice(), now: Date = Date(),
    calendar: Calendar = .current, seed: UInt64, fewestRows: Int64 = 5000
  ) throws(NotebookError) -> FirstCards? {
    guard try lastRow() >= fewestRows else { return nil }
    let newToday = choice.newPerDay == nil ? 0 : try newAnswered(now, calendar: calendar)
    let allowance = choice.isCram ? nil : choice.newPerDay.map { max(0, $0 - newToday) }
    let today = DueTable.last(scope.horizon(now, calendar: calendar))
    let horizon = choice.isCram ? DueTable.never : today
    var random = SeededGenerator(seed: seed)
    guard let queue = try? DatabaseQueue(),
      (try? queue.write { try $0.execute(sql: DueTable.schema) }) != nil
    else { return nil }
    try forSomeNotes(in: scope, using: &random) { (ids) throws(NotebookError) in
      let counts = try enter(ids, into: queue) { try $0.counts(until: horizon) }
      return !choice.isEnough(
        old: counts.due - counts.new, new: counts.new, newAllowed: allowance ?? .max)
    }
    return try enter([], into: queue) { table in
      var sampler = DueCardSampler(table: table, until: horizon, random: random)
      let cards = try sampler.cards(
        nil, limit: choice.limit, newAllowed: allowance, order: choice.order)
      // For a single note, these are all its prompts.
      let isAll = if case .note = scope { true } else { false }
      guard !cards.isEmpty, cards.count == choice.limit || isAll else { return nil }
      let counts = try table.counts(until: today)
      return FirstCards(cards: cards, counts: ReviewCounts(due: counts.due, new: counts.new))
    }
  }

  /// Counts due prompts in the background, then calls `body` if that succeeded. Does nothing if
  /// such a count is running. Stops soon after the notebook is closed.
  package func countAside(_ body: @escaping @Sendable () -> Void = {}) {
    index.once.begin { [weak notebook, index] in
      guard let notebook, (try? index.make(of: notebook)) != nil else { return }
      body()
    }
  }

  private func enter<Value>(
    _ ids: [String], into queue: DatabaseQueue, _ body: (DueTable) throws -> Value
  ) throws(NotebookError) -> Value {
    try notebook.read { source in
      try queue.write { db in
        let update = DueUpdate(table: DueTable(db: db), source: source)
        for id in ids {
          for entryKey in try NoteValues.fetchLiveKeys(source, note: id) {
            guard let key = entryKey.promptKey(note: id) else { continue }
            try update.apply(DueUpdate.Block(note: id, key: key))
          }
        }
        return try body(update.table)
      }
    }
  }

  private func lastRow() throws(NotebookError) -> Int64 {
    try notebook.read { try Int64.fetchOne($0, sql: "SELECT max(rowid) FROM entry") ?? 0 }
  }

  /// Passes the IDs of notes in the scope, found at random positions, to `body` until it returns
  /// false.
  private func forSomeNotes(
    in scope: ReviewScope, using random: inout SeededGenerator,
    _ body: ([String]) throws(NotebookError) -> Bool
  ) throws(NotebookError) {
    switch scope {
    case .note(let id): _ = try body([id])
    case .search(let query):
      try notebook.searches.forSomeNotes(
        matching: SearchQuery(parsing: query), using: &random, body)
    case .notebook, .tag, .section:
      let last = try lastRow()
      var seen: Set<String> = []
      for _ in 0..<40 where last > 0 {
        let start = Int64.random(in: 0...last, using: &random)
        let ids = try notebook.read { db in
          let sql = """
            SELECT scope FROM entry NOT INDEXED
            WHERE rowid >= ? AND rowid < ? AND key = '.metadata' LIMIT 50
            """
          let rows = try Row.fetchAll(db, sql: sql, arguments: [start, start &+ 2000])
          return try rows.compactMap { $0.text(at: 0) }.filter { id in
            guard seen.insert(id).inserted, NoteValues.isNote(id),
              let note = try NoteSummary.fetchOne(db, id: id)
            else { return false }
            return !note.isTrashed && scope.admits(note)
          }
        }
        guard try body(ids) else { return }
      }
    }
  }
}

extension ReviewScope {
  fileprivate func admits(_ note: NoteSummary) -> Bool {
    switch self {
    case .notebook, .search: true
    case .note(let id): note.id == id
    case .tag(let tag): note.isTagged(HashtagPath(tag))
    case .section(let section): note.section == section
    }
  }
}
