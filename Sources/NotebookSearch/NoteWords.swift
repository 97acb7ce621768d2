import Base
import Books
import Foundation
import GRDB
import KeyValueStore
import Notebook
import NotebookFile
import NotebookIndex

/// Our own index of the words of the notes outside the trash, and of the beginnings of these words: the
/// notebook's has no beginnings, and so has to join those of all words.
///
/// Numbers of notes ascend with the time of their last change, so that the newest are found first without
/// looking at the others. A changed note gets another number; the words of the old one stay, without a note,
/// until the index is made again. So no old text has to be read. Where a word stands is not kept.
struct NoteWords: IndexTables {
  let db: Database

  static let file = "words.sqlite"
  static let version: Int64 = 3
  static let mayBeInMemory = false
  // A text may be long.
  static let entersWrites = false

  /// `title` has the titles of notes and of their books, `head` their hashtags as well; `stem` lists what `words`
  /// has. The tokenizer is the notebook's.
  static let schema = """
    CREATE TABLE last (number INTEGER);
    INSERT INTO last VALUES (0);
    CREATE TABLE place (number INTEGER PRIMARY KEY, note TEXT);
    CREATE INDEX placeNote ON place (note);
    CREATE VIRTUAL TABLE words USING fts5(text, \(options));
    CREATE VIRTUAL TABLE title USING fts5(text, \(options));
    CREATE VIRTUAL TABLE head USING fts5(text, \(options));
    CREATE VIRTUAL TABLE stem USING fts5vocab(words, instance);
    """

  private static let options = """
    content='', columnsize=0, detail=none, prefix='1 2 3', tokenize='porter unicode61'
    """

  static let interest = "(key IN ('.metadata', '.noteText', '.bookIndex'))"

  static func isOfInterest(_ key: EntryKey) -> Bool {
    [".metadata", ".noteText", ".bookIndex"].contains(key.key)
  }

  func enterAll(from notebook: Database) throws {
    // Not all that is needed of them: there may be very many.
    var notes: [(id: String, modified: Date)] = []
    try NoteSummary.forEach(notebook) { note in
      if NoteValues.isNote(note.id), !note.isTrashed { notes.append((note.id, note.modified)) }
    }
    notes.sort { $0.modified < $1.modified }
    for (index, note) in notes.enumerated() {
      if index % 100 == 0 {
        try Cancellable.check()
        Work.step("Making the index of words", index, of: notes.count)
      }
      try insert(note.id, from: notebook)
    }
  }

  func enter(_ keys: Set<EntryKey>, from notebook: Database) throws {
    let ids = Set(keys.map(\.scope)).filter(NoteValues.isNote)
    for id in ids { try execute("DELETE FROM place WHERE note = ?", [id]) }
    // The last written gets the highest number.
    let notes = try ids.compactMap { try NoteSummary.fetchOne(notebook, id: $0) }
    for note in notes.sorted(by: { ($0.modified, $0.id) < ($1.modified, $1.id) }) {
      try insert(note.id, from: notebook)
    }
    // Then it is made again, as soon as there is time.
    if try lastNumber % 1024 < keys.count, try lastNumber / 3 > count + 10_000 {
      try execute("UPDATE state SET source = NULL")
    }
  }
}

// MARK: Entering

extension NoteWords {
  /// Enters the note `id`, unless it is not a note, or in the trash.
  private func insert(_ id: String, from notebook: Database) throws {
    guard let note = try NoteSummary.fetchOne(notebook, id: id), !note.isTrashed else { return }
    let number = try lastNumber + 1
    try execute("INSERT INTO place VALUES (?, ?)", [number, id])
    let text =
      try Self.text(".noteText", of: id, in: notebook) + Data("\n".utf8)
      + Self.text(".bookIndex", of: id, in: notebook)
    // As a blob, because a bound text ends at its first NUL.
    try execute(
      "INSERT INTO words (rowid, text) VALUES (?, CAST(? AS TEXT))",
      [number, text])
    let titles = [note.storedTitle, note.book?.title ?? ""]
    for (table, parts) in [("title", titles), ("head", titles + note.tags)] {
      try execute(
        "INSERT INTO \(table) (rowid, text) VALUES (?, ?)",
        [number, parts.joined(separator: "\n")])
    }
    try execute("UPDATE last SET number = ?", [number])
  }

  private static func text(_ key: String, of note: String, in db: Database) throws -> Data {
    let sql = """
      SELECT CAST(text AS BLOB) FROM entry WHERE scope = ? AND key = ?
      ORDER BY \(LastWriterWins.order) LIMIT 1
      """
    return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [note, key])?.data(at: 0)
      ?? Data()
  }

  /// The last number that was given. The words of a note that is gone still have it.
  private var lastNumber: Int64 {
    get throws { try row("SELECT number FROM last")?.integer(at: 0) ?? 0 }
  }

  private var count: Int64 {
    get throws { try row("SELECT count(*) FROM place")?.integer(at: 0) ?? 0 }
  }
}

// MARK: Finding

extension NoteWords {
  /// A note, and its number.
  struct NumberedNote: Equatable {
    var number: Int64
    var note: String
  }

  /// The stems that begin so. Returns nil if they are more than `mostStems`, or if the index has the beginning
  /// itself. Cost: a look into the index for each.
  func stems(beginningWith beginning: String) throws -> [String]? {
    guard beginning.unicodeScalars.count > 3 else { return nil }
    let sql = "SELECT term FROM stem WHERE term >= ? AND term < ? LIMIT 1"
    var stems: [String] = []
    var start = beginning
    while let stem = try row(sql, [start, beginning + "\u{10FFFF}"])?.text(at: 0) {
      guard stems.count < Self.mostStems else { return nil }
      stems.append(stem)
      // No stem comes between.
      start = stem + "\u{1}"
    }
    return stems
  }

  /// The most stems that FTS5 finds in less time than their beginning.
  private static let mostStems = 48

  /// The number of notes that match `fts5`, old numbers counted too; at most `most`.
  func count(matching fts5: String, most: Int) throws -> Int {
    let sql = "SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH ? LIMIT \(most))"
    return Int(clamping: try row(sql, [fts5])?.integer(at: 0) ?? 0)
  }

  /// The most notes that can match `fts5`: no more than there are.
  func total(matching fts5: String) throws -> Int {
    let all = try row("SELECT count(*) FROM words WHERE words MATCH ?", [fts5])?.integer(at: 0) ?? 0
    return Int(clamping: min(all, try count))
  }

  /// A part of a note in which words are looked for.
  enum Part: String {
    case words, title
    /// Titles and hashtags.
    case head
  }

  /// The newest notes with a part that matches `fts5`, before the number `end`, newest first; at most `most`.
  func newest(
    _ most: Int, matching fts5: String, in part: Part = .words, before end: Int64 = .max
  ) throws -> [NumberedNote] {
    let table = part.rawValue
    let rows = try rows(
      """
      SELECT number, note FROM \(table) CROSS JOIN place ON number = \(table).rowid
      WHERE \(table) MATCH ? AND \(table).rowid < ? ORDER BY \(table).rowid DESC LIMIT ?
      """, [fts5, end, most])
    var places: [NumberedNote] = []
    while let row = try rows.next() {
      guard let number = row.integer(at: 0), let note = row.text(at: 1) else { continue }
      places.append(NumberedNote(number: number, note: note))
    }
    return places
  }

  /// Those of the numbers that match `fts5`.
  func numbers(_ numbers: [Int64], matching fts5: String) throws -> Set<Int64> {
    guard let first = numbers.min(), let last = numbers.max() else { return [] }
    let rows = try rows(
      """
      SELECT rowid FROM words WHERE words MATCH ? AND rowid BETWEEN ? AND ?
        AND +rowid IN (SELECT value FROM json_each(?))
      """, [fts5, first, last, rowList(numbers)])
    var found: Set<Int64> = []
    while let row = try rows.next() {
      if let number = row.integer(at: 0) { found.insert(number) }
    }
    return found
  }
}
