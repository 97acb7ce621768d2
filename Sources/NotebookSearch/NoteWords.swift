import Base
import Books
import Foundation
import GRDB
import KeyValueStore
import Notebook
import NotebookFile
import NotebookIndex

/// An index of the words, and of the beginnings of words, in notes outside the trash. The
/// notebook's own full-text index has no prefix index: for a prefix, it must merge the entries of
/// all its words.
///
/// Note numbers increase with the time of the last change, so that the newest notes are found
/// first. A changed note gets a new number, so that its old text need not be read. The words under
/// the old number stay, without a note, until the index is rebuilt. Positions of words are not
/// stored.
struct NoteWords: IndexTables {
  let db: Database

  static let file = "words.sqlite"
  static let version: Int64 = 3
  static let mayBeInMemory = false
  // Indexing a long text would delay a save.
  static let entersWrites = false

  /// `title` contains the titles of notes and of their books; `head` also their hashtags. `stem`
  /// lists the stems in `words`. The tokenizer is the notebook's.
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
    // Keep only what is needed: there may be very many notes.
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
    let notes = try ids.compactMap { try NoteSummary.fetchOne(notebook, id: $0) }
    for note in notes.sorted(by: { ($0.modified, $0.id) < ($1.modified, $1.id) }) {
      try insert(note.id, from: notebook)
    }
    // Mark the index to be rebuilt later if too many numbers have no note.
    if try lastNumber % 1024 < keys.count, try lastNumber / 3 > count + 10_000 {
      try execute("UPDATE state SET source = NULL")
    }
  }
}

// MARK: Entering

extension NoteWords {
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

  /// The highest number in use, including numbers of notes that were changed or removed.
  private var lastNumber: Int64 {
    get throws { try row("SELECT number FROM last")?.integer(at: 0) ?? 0 }
  }

  private var count: Int64 {
    get throws { try row("SELECT count(*) FROM place")?.integer(at: 0) ?? 0 }
  }
}

// MARK: Finding

extension NoteWords {
  struct NumberedNote: Equatable {
    var number: Int64
    var note: String
  }

  /// Returns the stems that begin with `beginning`; nil if there are more than `mostStems`, or if
  /// the index has this prefix itself. Cost: one lookup per stem.
  func stems(beginningWith beginning: String) throws -> [String]? {
    guard beginning.unicodeScalars.count > 3 else { return nil }
    let sql = "SELECT term FROM stem WHERE term >= ? AND term < ? LIMIT 1"
    var stems: [String] = []
    var start = beginning
    while let stem = try row(sql, [start, beginning + "\u{10FFFF}"])?.text(at: 0) {
      guard stems.count < Self.mostStems else { return nil }
      stems.append(stem)
      // No stem sorts between `stem` and this text.
      start = stem + "\u{1}"
    }
    return stems
  }

  /// Maximum number of stems; for more, FTS5 finds the prefix faster.
  private static let mostStems = 48

  /// Returns the number of notes that match `fts5`, including outdated numbers; at most `most`.
  func count(matching fts5: String, most: Int) throws -> Int {
    let sql = "SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH ? LIMIT \(most))"
    return Int(clamping: try row(sql, [fts5])?.integer(at: 0) ?? 0)
  }

  /// Returns an upper bound of the number of notes that match `fts5`.
  func total(matching fts5: String) throws -> Int {
    let all = try row("SELECT count(*) FROM words WHERE words MATCH ?", [fts5])?.integer(at: 0) ?? 0
    return Int(clamping: min(all, try count))
  }

  enum Part: String {
    case words, title
    /// Titles and hashtags.
    case head
  }

  /// Returns at most `most` notes with a part that matches `fts5` and a number below `end`, newest
  /// first.
  func newest(
    _ most: Int, matching fts5: String, in part: Part = .words, before end: Int64 = .max
  ) throws -> [NumberedNote] {
    let table = part.rawValue
    let rows = try rows(
      """
      SELECT number, note FROM \(table) CROSS JOIN place ON number = \(table).rowid
      WHERE \(table) MATCH ? AND \(table).rowid < ? ORDER BY \(table).rowid DESC LIMIT ?
      """, [fts5, end, most])
    var notes: [NumberedNote] = []
    while let row = try rows.next() {
      guard let number = row.integer(at: 0), let note = row.text(at: 1) else { continue }
      notes.append(NumberedNote(number: number, note: note))
    }
    return notes
  }

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
