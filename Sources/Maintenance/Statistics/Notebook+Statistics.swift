package import NotebookFile
internal import KeyValueStore
internal import Notebook
internal import Foundation
internal import GRDB
internal import MiniMarkdown
internal import Base

extension Notebook {
  /// Counts the contents. Cost: linear in the notebook's texts and rows.
  package func statistics() throws(NotebookError) -> NotebookStatistics {
    var statistics = try read { db in
      var statistics = NotebookStatistics()
      let notes = try allNotes(db)
      let shown = Set(notes.lazy.filter { !$0.isTrashed }.map(\.id))
      statistics.notes = shown.count
      statistics.trashed = notes.count - shown.count
      statistics.tags = TagCount.counting(notes.lazy.filter { !$0.isTrashed }).count
      statistics.books = notes.count { !$0.isTrashed && $0.book != nil }
      statistics.conflicts = try NoteConflict.notes(db).count
      try statistics.countValues(db, of: shown)
      try statistics.countRows(db)
      return statistics
    }
    statistics.fileSize = FileIdentity(path: path)?.size
    do {
      guard let copy = sourceState.withLock({ $0.source.copy }) else { return statistics }
      statistics.stateFolder = copy.place.state
      let writeCount = try copy.database.read(WriteCount.fetch)
      statistics.unpublishedSaves = try copy.history.published()
        .map { max(0, writeCount.writes - $0.writeCount.writes) }
      (statistics.keptTexts, statistics.keptBytes) = try copy.history.extent()
    } catch {
      throw NotebookError(reading: path, error)
    }
    return statistics
  }
}

extension NotebookStatistics {
  fileprivate mutating func countValues(_ db: Database, of shown: Set<String>) throws {
    let sql = """
      SELECT scope, key, CASE key WHEN '.noteText' THEN CAST(text AS BLOB) END, json IS NOT NULL,
        blob IS NOT NULL
      FROM entry
      WHERE (key = '.noteText' OR blob IS NOT NULL
          OR json IS NOT NULL
            AND (key >= 'prompt=' AND key < 'prompt>' OR scope = '\(EntryKey.ourScope)'))
        AND \(LastWriterWins.scanCondition)
      """
    let rows = try Row.fetchCursor(db, sql: sql)
    while let row = try rows.next() {
      guard let scope = row.text(at: 0), let key = row.text(at: 1) else { continue }
      let place = EntryKey(scope: scope, key: key)
      if row.integer(at: 4) == 1 { images += 1 }
      guard shown.contains(place.note) else { continue }
      if key == ".noteText" {
        words += row.data(at: 2)?.withUnsafeBytes(WordCount.words(in:)) ?? 0
      } else if row.integer(at: 3) == 1, let prompt = place.promptKey(note: place.note),
        let prompt = PromptKey(prompt)
      {
        count(prompt)
      }
    }
  }

  private mutating func count(_ prompt: PromptKey) {
    // A damaged key may say any number.
    let count = min(prompt.count, 1 << 24)
    switch prompt.kind {
    case .quote: quotes += count
    case .cloze: clozes += count
    case .questionAndAnswer: pairs += count
    }
  }

  fileprivate mutating func countRows(_ db: Database) throws {
    authors = try Int.fetchOne(db, sql: "SELECT count(*) FROM author") ?? 0
    versions = try Int.fetchOne(db, sql: "SELECT count(*) FROM entry") ?? 0
    tombstones = try Int.fetchOne(db, sql: "SELECT count(*) FROM tombstone") ?? 0
    lastChange = try Row.fetchOne(db, sql: "SELECT max(timestamp) FROM entry")?.text(at: 0)
      .flatMap(Timestamps.date(row:))
  }
}
