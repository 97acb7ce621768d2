import Base
import Foundation
import GRDB
import JSON
import KeyValueStore
import MiniMarkdown
import Notebook
package import NotebookFile

extension Notebook {
  /// Cost: one pass over the notebook's rows, and one over the index of keys.
  package func statistics() throws(NotebookError) -> NotebookStatistics {
    var statistics = try read { db in
      let outdated = try LastWriterWins.outdated(db)
      var count = RowCount(outdated: Set(outdated.map(\.row)))
      try count.countRows(db)
      var statistics = count.total
      let scopes = Set(outdated.map(\.key.scope))
      statistics.conflicts = try NoteConflict.notes(db, among: Array(scopes)).count
      statistics.authors = try Int.fetchOne(db, sql: "SELECT count(*) FROM author") ?? 0
      statistics.tombstones = try Int.fetchOne(db, sql: "SELECT count(*) FROM tombstone") ?? 0
      return statistics
    }
    statistics.fileSize = FileIdentity(path: path)?.size
    do {
      guard let copy = sourceState.withLock({ $0.source.copy }) else { return statistics }
      statistics.stateFolder = copy.paths.state
      let writeCount = try copy.database.readUnlessClosed(WriteCount.fetch)
      statistics.unpublishedSaves = try copy.history.published()
        .map { max(0, writeCount.writes - $0.writeCount.writes) }
      (statistics.keptTexts, statistics.keptBytes) = try copy.history.extent()
    } catch {
      throw NotebookError(reading: path, error)
    }
    return statistics
  }
}

/// Counts the rows of a notebook. The rows of a note may be in any order.
private struct RowCount {
  /// The counts of a note. They are used if the note exists and is not in the trash.
  private struct Note {
    var isShown = false
    var words = 0
    var (quotes, clozes, pairs) = (0, 0, 0)
  }

  private let outdated: Set<Int64>
  private var statistics = NotebookStatistics()
  private var notes: [Note] = []
  private var noteIndices: [String: Int] = [:]
  /// The note of the previous row: rows of a note are mostly adjacent.
  private var last: (note: String, index: Int)?
  /// The hashtags of each note outside the trash.
  private var tags: [[String]] = []
  private var lastChange = ""
  private var outline = JSONOutline()

  init(outdated: Set<Int64>) { self.outdated = outdated }

  var total: NotebookStatistics {
    var total = statistics
    for note in notes where note.isShown {
      total.words += note.words
      total.quotes += note.quotes
      total.clozes += note.clozes
      total.pairs += note.pairs
    }
    total.tags = TagCount.counting(tags).count
    total.lastChange = Timestamps.date(row: lastChange)
    return total
  }

  mutating func countRows(_ db: Database) throws {
    let sql = """
      SELECT rowid, scope, key, timestamp, blob IS NOT NULL, json IS NOT NULL,
        CASE key WHEN '.noteText' THEN CAST(text AS BLOB) WHEN '.metadata' THEN json END
      FROM entry NOT INDEXED
      """
    try RowScan(db, sql).forEach { row in
      statistics.versions += 1
      if let time = row.text(at: 3), lastChange.precedesByBytes(time) { lastChange = time }
      guard outdated.isEmpty || !outdated.contains(row.integer(at: 0) ?? 0) else { return }
      if row.integer(at: 4) == 1 { statistics.images += 1 }
      if let scope = row.text(at: 1), let key = row.text(at: 2) {
        count(EntryKey(scope: scope, key: key), hasJSON: row.integer(at: 5) == 1, row)
      }
    }
  }

  private mutating func count(_ key: EntryKey, hasJSON: Bool, _ row: ScannedRow) {
    switch key.key {
    case ".noteText":
      guard let words = row.withBytes(at: 6, WordCount.words(in:)) else { return }
      notes[index(of: key.note)].words += words
    case ".metadata":
      guard let json = row.text(at: 6), let metadata = NoteMetadata(json: json, &outline) else {
        return
      }
      count(NoteSummary(id: key.scope, metadata: metadata))
    default:
      let isPrompt = key.key.hasPrefix(PromptKey.prefix) || key.scope == EntryKey.ourScope
      guard hasJSON, isPrompt, let prompt = key.promptKey(note: key.note),
        let prompt = PromptKey(prompt)
      else { return }
      // A damaged key may contain any number.
      let (index, count) = (index(of: key.note), min(prompt.count, 1 << 24))
      switch prompt.kind {
      case .quote: notes[index].quotes += count
      case .cloze: notes[index].clozes += count
      case .questionAndAnswer: notes[index].pairs += count
      }
    }
  }

  private mutating func count(_ note: NoteSummary) {
    guard !note.isTrashed else {
      statistics.trashed += 1
      return
    }
    statistics.notes += 1
    if note.book != nil { statistics.books += 1 }
    tags.append(note.tags)
    notes[index(of: note.id)].isShown = true
  }

  private mutating func index(of note: String) -> Int {
    if let last, last.note.hasBytes(of: note) { return last.index }
    let index = noteIndices[note] ?? notes.count
    if index == notes.count {
      noteIndices[note] = index
      notes.append(Note())
    }
    last = (note, index)
    return index
  }
}
