import Base
package import Foundation
package import GRDB
import JSON
import KeyValueStore
import NotebookFile
package import SpacedRepetition

package enum StudyLog {
  /// Passes the answers to `body`, ordered by their keys, which begin with their times. Skips rows
  /// that were undone or are not answers. `from` and `to`, which is excluded, select by key, also
  /// for a row whose key has another time than its value.
  package static func forEach(
    _ db: Database, from: Date?, to: Date?, _ body: (LoggedAnswer) throws -> Void
  ) throws {
    let statement = try db.cachedStatement(
      sql: """
        SELECT CAST(key AS BLOB), CAST(json AS BLOB) FROM entry
        WHERE scope = '\(StudyLogKey.scope)' AND key >= ? AND key < ?
          AND typeof(json) <> 'null' AND \(LastWriterWins.condition)
        ORDER BY key
        """)
    // Sorts after all valid keys.
    let end = to.map(StudyLogKey.time) ?? "\u{10FFFF}"
    let rows = try Row.fetchCursor(
      statement, arguments: [from.map(StudyLogKey.time) ?? "", end])
    while let row = try rows.next() {
      if let answer = answer(row) { try body(answer) }
    }
  }

  /// Returns the answer in a row that begins with key and value; nil if it is not an answer.
  package static func answer(_ row: Row) -> LoggedAnswer? {
    guard let key = row.data(at: 0), let json = JSONValue(stored: row.data(at: 1)) else {
      return nil
    }
    return LoggedAnswer(key: String(decoding: key, as: UTF8.self), json: json)
  }

  /// Returns the prompt of a row, from its key, or, in old forms, its value; nil if neither has
  /// one.
  package static func prompt(_ key: String, _ json: @autoclosure () -> Data?) -> PromptID? {
    StudyLogKey(key).prompt
      ?? JSONValue(stored: json()).flatMap { LoggedAnswer(key: key, json: $0) }?.prompt
  }

  /// Returns the row ids of the versions of `key`, the winning one first, and the answer in the
  /// winning version; nil if it was undone or cannot be read.
  package static func fetch(
    _ db: Database, key: String
  ) throws -> (rows: [Int64], answer: LoggedAnswer?) {
    let statement = try db.cachedStatement(
      sql: """
        SELECT CAST(key AS BLOB), CAST(json AS BLOB), rowid FROM entry
        WHERE scope = '\(StudyLogKey.scope)' AND key = ? ORDER BY \(LastWriterWins.order)
        """)
    let rows = try Row.fetchAll(statement, arguments: [key])
    return (rows.compactMap { $0.integer(at: 2) }, rows.first.flatMap(answer))
  }

  /// Returns the answers to the prompts of a block, ordered by time, then by key. Answers to
  /// earlier prompts that they continue are included, with the present prompts' ids. `rows` returns
  /// the row ids in `entry` of the answers to a block; other rows are skipped. Without a `lineage`,
  /// the stored one is used.
  package static func fetch(
    _ db: Database, note: String, block: String, lineage: PromptLineage? = nil,
    rows: (_ note: String, _ block: String) throws -> [Int64]
  ) throws -> [LoggedAnswer] {
    var answers = try fetch(db, rows: rows(note, block), note: note, block: block)
    let lineage = try lineage ?? PromptLineage.fetch(db, note: note, block: block)
    for former in lineage.blocks {
      let rows = try rows(former.note, former.key)
      for (answer, key) in try fetch(db, rows: rows, note: former.note, block: former.key) {
        guard let index = lineage.index(of: answer.prompt) else { continue }
        var moved = answer
        moved.prompt = PromptID(note: note, block: block, index: index)
        answers.append((moved, key))
      }
    }
    return answers.sorted { first, second in
      first.answer.date == second.answer.date
        ? first.key.lexicographicallyPrecedes(second.key) : first.answer.date < second.answer.date
    }.map(\.answer)
  }

  private static func fetch(
    _ db: Database, rows: [Int64], note: String, block: String
  ) throws -> [(answer: LoggedAnswer, key: Data)] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT CAST(key AS BLOB), CAST(json AS BLOB), scope FROM entry WHERE rowid = ?
        """)
    var answers: [(answer: LoggedAnswer, key: Data)] = []
    for id in rows {
      guard let row = try Row.fetchOne(statement, arguments: [id]),
        row.text(at: 2) == StudyLogKey.scope, let answer = answer(row),
        answer.prompt.note == note, answer.prompt.block == block
      else { continue }
      answers.append((answer, row.data(at: 0) ?? Data()))
    }
    return answers
  }

  /// Returns the answers to the prompts of a block, found by a scan. Cost: linear in the log's
  /// keys.
  package static func scan(_ db: Database, note: String, block: String) throws -> [LoggedAnswer] {
    try fetch(db, note: note, block: block) { try rows(db, note: $0, block: $1) }
  }

  /// Returns the ids of the rows whose keys name a block. Cost: linear in the log's keys.
  package static func rows(_ db: Database, note: String, block: String) throws -> [Int64] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT rowid FROM entry WHERE scope = '\(StudyLogKey.scope)'
          AND instr(key, ?) > 0 AND \(LastWriterWins.condition)
        """)
    let rows = try Row.fetchAll(statement, arguments: [";note=\(note);promptId=\(block);"])
    return rows.compactMap { $0.integer(at: 0) }
  }

  static func blocks(answeredBy keys: some Sequence<EntryKey>) -> Set<PromptLineage.Block> {
    Set(
      keys.compactMap { key in
        guard key.scope == StudyLogKey.scope, let prompt = StudyLogKey(key.key).prompt else {
          return nil
        }
        return PromptLineage.Block(note: prompt.note, key: prompt.block)
      })
  }

  /// Whether the last answer in a prompt's state was undone. Cost: one lookup.
  static func isTakenBack(_ state: PromptState, of prompt: PromptID, _ db: Database) throws -> Bool
  {
    guard let last = state.lastReview else { return false }
    let statement = try db.cachedStatement(
      sql: """
        SELECT CAST(key AS BLOB), typeof(json) = 'null' FROM entry
        WHERE scope = '\(StudyLogKey.scope)' AND key >= ? AND key < ? AND \(LastWriterWins.condition)
        """)
    let prefix = StudyLogKey.prefix(note: prompt.note, block: prompt.block, at: last)
    let rows = try Row.fetchAll(statement, arguments: [prefix, prefix + "\u{10FFFF}"]).filter {
      row in
      let key = String(decoding: row.data(at: 0) ?? Data(), as: UTF8.self)
      return StudyLogKey(key).prompt == prompt
    }
    return !rows.isEmpty && rows.allSatisfy { $0.integer(at: 1) == 1 }
  }

  /// Returns the ids of the rows, by the blocks that their keys name. Skips rows whose keys name
  /// none. Cost: linear in the log's keys.
  static func rows(_ db: Database) throws -> [PromptLineage.Block: [Int64]] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT rowid, CAST(key AS BLOB) FROM entry WHERE scope = '\(StudyLogKey.scope)'
          AND \(LastWriterWins.condition)
        """)
    var rows: [PromptLineage.Block: [Int64]] = [:]
    let cursor = try Row.fetchCursor(statement)
    while let row = try cursor.next() {
      guard let id = row.integer(at: 0), let key = row.data(at: 1),
        let prompt = StudyLogKey(String(decoding: key, as: UTF8.self)).prompt
      else { continue }
      rows[PromptLineage.Block(note: prompt.note, key: prompt.block), default: []].append(id)
    }
    return rows
  }

  /// Returns a free key for an answer, and the answer with the key's time. That is the first
  /// second, not before the answer, for which `author` has no row of the prompt. Each answer needs
  /// a row.
  package static func free(
    _ db: Database, for answer: ReviewAnswer, author: Data
  ) throws -> (key: String, answer: ReviewAnswer) {
    let statement = try db.cachedStatement(
      sql: "SELECT 1 FROM entry WHERE scope = '\(StudyLogKey.scope)' AND key = ?")
    var date = Timestamps.date(json: StudyLogKey.time(answer.date)) ?? answer.date
    // Changes a copy: when optimized by Swift 6.3.1, a change of `answer` itself in this loop was
    // lost.
    while true {
      let key = StudyLogKey.text(answer.prompt, at: date, author: author)
      let next = date.addingTimeInterval(1)
      // The last valid time has no next second: the row is overwritten.
      let isLast = StudyLogKey.time(next) == StudyLogKey.time(date)
      if try isLast || Row.fetchOne(statement, arguments: [key]) == nil {
        var logged = answer
        logged.date = date
        return (key, logged)
      }
      date = next
    }
  }
}
