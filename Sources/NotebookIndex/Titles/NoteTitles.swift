import Base
import Books
import Foundation
import GRDB
import KeyValueStore
import Notebook
import NotebookFile
import Quoting

/// The index of notes by ID, title and book title, including notes in the trash. For notes outside
/// the trash it also records the time of the last change, and whether the book is being read.
///
/// The index returns candidates; callers check them against the notebook's rows.
struct NoteTitles: IndexTables {
  let db: Database

  static let file = "titles.sqlite"
  static let version: Int64 = 3
  static let mayBeInMemory = false

  /// Folded titles. `part` finds a part of a title by its trigrams. `written` is the time of the
  /// last change, in seconds since 1970, and null for a note in the trash. With `hasOther`, the
  /// stored title differs from the one that is shown.
  static let schema = """
    CREATE TABLE note (number INTEGER PRIMARY KEY, id TEXT, folded TEXT, title TEXT, book TEXT,
      isCut INTEGER, written REAL, isBeingRead INTEGER, hasOther INTEGER);
    CREATE INDEX noteFolded ON note (folded);
    CREATE INDEX noteTitle ON note (title);
    CREATE INDEX noteBook ON note (book) WHERE book <> '';
    CREATE INDEX noteCut ON note (number) WHERE isCut;
    CREATE INDEX noteWritten ON note (written DESC, id) WHERE written IS NOT NULL;
    CREATE INDEX noteBeingRead ON note (written DESC, id) WHERE isBeingRead;
    CREATE VIRTUAL TABLE part USING fts5(text, content='', columnsize=0, detail=none,
      tokenize='trigram case_sensitive 1');
    """

  static let interest = "key = '.metadata'"

  static func isOfInterest(_ key: EntryKey) -> Bool { key.key == ".metadata" }

  func enterAll(from notebook: Database) throws {
    Work.step("Making the index of titles")
    try NoteSummary.forEach(notebook) { note in
      if NoteValues.isNote(note.id) { try insert(Entry(note)) }
    }
  }

  func enter(_ keys: Set<EntryKey>, from notebook: Database) throws {
    for id in Set(keys.map(\.scope)) where NoteValues.isNote(id) {
      try enter(NoteSummary.fetchOne(notebook, id: id).map(Entry.init), of: id)
    }
  }
}

// MARK: Entering

extension NoteTitles {
  private struct Entry: Equatable {
    var id: String
    var title: FoldedTitle
    var book: FoldedTitle
    /// Seconds since 1970; nil in the trash.
    var written: Double?
    var isBeingRead: Bool
    var hasOther: Bool

    init(_ note: NoteSummary) {
      id = note.id
      title = FoldedTitle(note.title)
      let stored = note.storedTitle.trimmed
      book = FoldedTitle((note.book?.title ?? "").trimmed)
      written = note.isTrashed ? nil : note.modified.timeIntervalSince1970
      hasOther = !stored.isEmpty && stored != note.title
      isBeingRead = written != nil && note.book?.readings.contains(where: \.isOpen) == true
    }
  }

  private func enter(_ entry: Entry?, of id: String) throws {
    let known = try row(
      "SELECT number, title, book, isCut FROM note WHERE folded = ? AND id = ?",
      [FoldedTitle(id).text, id])
    if let number = known?.integer(at: 0) {
      let (title, book) = (known?.text(at: 1) ?? "", known?.text(at: 2) ?? "")
      let isCut = entry.map { $0.title.isCut || $0.book.isCut } ?? false
      // Most saves do not change the title.
      if let entry, entry.title.text == title, entry.book.text == book,
        isCut == (known?.integer(at: 3) == 1)
      {
        return try execute(
          "UPDATE note SET written = ?, isBeingRead = ?, hasOther = ? WHERE number = ?",
          [entry.written, entry.isBeingRead ? 1 : 0, entry.hasOther ? 1 : 0, number])
      }
      try execute(
        "INSERT INTO part (part, rowid, text) VALUES ('delete', ?, ?)",
        [number, Self.searched(title, book)])
      try execute("DELETE FROM note WHERE number = ?", [number])
    }
    if let entry { try insert(entry) }
  }

  private func insert(_ entry: Entry) throws {
    try execute(
      """
      INSERT INTO note (id, folded, title, book, isCut, written, isBeingRead, hasOther)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        entry.id, FoldedTitle(entry.id).text, entry.title.text, entry.book.text,
        entry.title.isCut || entry.book.isCut ? 1 : 0, entry.written, entry.isBeingRead ? 1 : 0,
        entry.hasOther ? 1 : 0,
      ])
    try execute(
      "INSERT INTO part (rowid, text) VALUES (?, ?)",
      [db.lastInsertedRowID, Self.searched(entry.title.text, entry.book.text)])
  }

  private static func searched(_ title: String, _ book: String) -> String {
    book.isEmpty ? title : title + "\n" + book
  }
}

// MARK: Finding

extension NoteTitles {
  /// Maximum number of notes in a lookup by ID or title, which returns nil if there are more.
  static let most = 1000

  /// Returns the notes with the ID `reference`, ignoring case; nil if there are too many.
  func notes(withID reference: FoldedTitle) throws -> [String]? {
    try ids("SELECT id FROM note WHERE folded = ?1", [reference.text])
  }

  /// Returns the notes whose title or book title may equal `reference`, ignoring case; nil if there
  /// are too many.
  func notes(titled reference: FoldedTitle) throws -> [String]? {
    try ids(
      """
      SELECT id FROM note WHERE title = ?1
      UNION SELECT id FROM note WHERE book = ?1 AND book <> ''
      """, [reference.text])
  }

  /// Returns the notes whose ID may begin with `reference` or whose titles may contain it; nil if
  /// there are too many.
  func notes(withPart reference: FoldedTitle) throws -> [String]? {
    let pattern = reference.trigrams.map(\.fts5Quoted).joined(separator: " AND ")
    let isPart = "(instr(title, ?1) OR instr(book, ?1))"
    // CROSS JOIN keeps SQLite from querying the virtual table once per note.
    let titled =
      pattern.isEmpty
      ? "SELECT id FROM note WHERE \(isPart)"
      : "SELECT id FROM part CROSS JOIN note ON number = part.rowid WHERE part MATCH ?3 AND \(isPart)"
    return try ids(
      """
      SELECT id FROM note WHERE folded >= ?1 AND folded < ?2
      UNION SELECT id FROM note WHERE isCut
      UNION \(titled)
      """, [reference.text, reference.text + "\u{10FFFF}"] + (pattern.isEmpty ? [] : [pattern]))
  }

  /// Returns the notes outside the trash whose titles may contain all of `parts` (ASCII, lower
  /// case), the last changed first. Cost: linear in the notes.
  func notes(withParts parts: [String]) throws -> [String] {
    let titles = "title || char(10) || book"
    let tests = parts.map { _ in "instr(\(titles), ?)" }
    // Non-ASCII letters may equal ASCII letters apart from accents.
    let isOther = "(\(titles)) GLOB '*[^\n -~]*'"
    return try ids(
      of: """
        SELECT id FROM note WHERE written IS NOT NULL
          AND (isCut OR hasOther OR \(isOther) OR (\((["TRUE"] + tests).joined(separator: " AND "))))
        ORDER BY written DESC, id
        """, StatementArguments(parts))
  }

  /// Returns at most `count` notes outside the trash, the last changed first; with `isBeingRead`,
  /// only notes whose book is being read.
  func lastWritten(_ count: Int, isBeingRead: Bool = false) throws -> [String] {
    let condition = isBeingRead ? "isBeingRead" : "written IS NOT NULL"
    return try ids(
      of: "SELECT id FROM note WHERE \(condition) ORDER BY written DESC, id LIMIT ?", [count])
  }

  func countOfBooksBeingRead() throws -> Int {
    try row("SELECT count(*) FROM note WHERE isBeingRead")?.integer(at: 0).map(Int.init(clamping:))
      ?? 0
  }

  private func ids(_ sql: String, _ arguments: [String]) throws -> [String]? {
    let ids = try ids(of: "\(sql) LIMIT \(Self.most + 1)", StatementArguments(arguments))
    return ids.count > Self.most ? nil : ids
  }

  private func ids(of sql: String, _ arguments: StatementArguments) throws -> [String] {
    let rows = try rows(sql, arguments)
    var ids: [String] = []
    while let row = try rows.next() {
      if let id = row.text(at: 0) { ids.append(id) }
    }
    return ids
  }
}
