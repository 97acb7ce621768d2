import Base
import Books
import Foundation
import GRDB
import KeyValueStore
import MiniMarkdown
import Notebook
import NotebookFile
import PackratParsing

/// The index of links: the names of each note outside the trash, and the names of the links in its
/// text. `LinkMeaning` resolves them. The positions of links are not stored: to list them, the
/// notes are read.
struct LinkTable: IndexTables {
  let db: Database

  static let file = "links.sqlite"
  static let version: Int64 = 5
  static let entersWrites = false

  /// `target.names` lists the numbers of a link's names, the best first: `3,17`. `targetName` has
  /// one row for each of these names.
  static let schema = """
    CREATE TABLE note (number INTEGER PRIMARY KEY, id TEXT UNIQUE);
    CREATE TABLE name (number INTEGER PRIMARY KEY, text TEXT UNIQUE);
    CREATE TABLE called (name INTEGER, note INTEGER, rank INTEGER, PRIMARY KEY (name, note)) WITHOUT ROWID;
    CREATE INDEX calledNote ON called (note, name);
    CREATE TABLE target (number INTEGER PRIMARY KEY, names TEXT UNIQUE);
    CREATE TABLE targetName (name INTEGER, target INTEGER, PRIMARY KEY (name, target)) WITHOUT ROWID;
    CREATE TABLE link (target INTEGER, note INTEGER, PRIMARY KEY (target, note)) WITHOUT ROWID;
    CREATE INDEX linkNote ON link (note, target);
    """

  static let interest = """
    (key IN ('.metadata', '.noteText')
      OR scope = '\(EntryKey.ourScope)' AND key GLOB '*\(frontMatter)')
    """

  static func isOfInterest(_ key: EntryKey) -> Bool {
    [".metadata", ".noteText"].contains(key.key)
      || key.scope == EntryKey.ourScope && key.key.hasSuffix(frontMatter)
  }

  /// The suffix of the key of front matter stored next to a note, after the note's ID.
  private static let frontMatter = ";frontMatter"

  func enterAll(from notebook: Database) throws {
    var notes: [(id: String, names: LinkedTitles)] = []
    try NoteSummary.forEach(notebook) { note in
      if NoteValues.isNote(note.id), !note.isTrashed { notes.append((note.id, LinkedTitles(note))) }
    }
    var writer = try LinkWriter(db)
    try Self.read(notes, in: notebook) { done, note, facts in
      if done % Self.batch == 0 {
        try Cancellable.check()
        Work.step("Making the index of links", done, of: notes.count)
      }
      try writer.enter(note.id, note.names, facts, over: nil)
    }
  }

  func enter(_ keys: Set<EntryKey>, from notebook: Database) throws {
    let ids = keys.map {
      $0.scope == EntryKey.ourScope ? String($0.key.dropLast(Self.frontMatter.count)) : $0.scope
    }
    var notes: [(id: String, names: LinkedTitles)] = []
    for id in Set(ids) where NoteValues.isNote(id) {
      if let note = try NoteSummary.fetchOne(notebook, id: id), !note.isTrashed {
        notes.append((id, LinkedTitles(note)))
      } else {
        try remove(id)
      }
    }
    var writer = try LinkWriter(db)
    try Self.read(notes, in: notebook) { _, note, facts in
      try writer.enter(note.id, note.names, facts, over: entered(note.id))
    }
  }

  /// Reads notes in batches, and parses each batch on all cores.
  private static func read(
    _ notes: [(id: String, names: LinkedTitles)], in notebook: Database,
    _ body: (_ done: Int, (id: String, names: LinkedTitles), LinkFacts) throws -> Void
  ) throws {
    var done = 0
    while done < notes.count {
      let batch = notes[done..<min(done + Self.batch, notes.count)]
      let texts = try batch.map { try text(of: $0.id, in: notebook) }
      for (note, facts) in zip(batch, Parallel.map(texts, { LinkFacts($0) })) {
        var facts = facts
        facts.add(try frontMatter(of: note.id, in: notebook))
        try body(done, note, facts)
        done += 1
      }
    }
  }

  private static let batch = 200

  static func text(of note: String, in db: Database) throws -> String {
    let sql = """
      SELECT CAST(text AS BLOB) FROM entry WHERE scope = ? AND key = '.noteText'
      ORDER BY \(LastWriterWins.order) LIMIT 1
      """
    let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [note])
    return String(decoding: row?.data(at: 0) ?? Data(), as: UTF8.self)
  }
}

extension LinkTable {
  static func frontMatterKey(of note: String) -> EntryKey {
    EntryKey(scope: EntryKey.ourScope, key: note + frontMatter)
  }

  static func frontMatter(of note: String, in db: Database) throws -> String {
    let sql = """
      SELECT CASE WHEN json_valid(json) THEN json_extract(json, '$') END FROM entry
      WHERE scope = '\(EntryKey.ourScope)' AND key = ? ORDER BY \(LastWriterWins.order) LIMIT 1
      """
    let key = frontMatterKey(of: note).key
    let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [key])
    return row?.text(at: 0) ?? ""
  }
}

struct LinkedTitles: Sendable {
  var title: String
  var book: String?
  var authors: [String]

  init(_ note: NoteSummary) {
    title = note.storedTitle.trimmed
    book = note.book?.title
    authors = note.book?.authors ?? []
  }

  func names(of id: String, _ facts: LinkFacts) -> [LinkName: Int] {
    let names =
      LinkName.all(id: id, title: title, others: (book.map { [$0] } ?? []) + facts.aliases)
      + facts.ids.map { (LinkName(id: $0), LinkName.Rank.otherTitle) }
      + authorNames.map { ($0, LinkName.Rank.author) }
    return Dictionary(names.map { ($0.name, $0.rank) }, uniquingKeysWith: min)
  }

  /// The names by which authors are found: the whole name of each, and its last word. At most
  /// twenty authors are used.
  var authorNames: [LinkName] {
    authors.prefix(20).flatMap { author in
      let last = author.split(whereSeparator: \.isWhitespace).last.map(String.init) ?? ""
      return [LinkName(title: author), LinkName(title: last)].compactMap { $0 }
    }
  }
}

extension LinkName.Rank {
  /// The rank of an author of the note's book. Links do not use this rank.
  static let author = 5
}

struct LinkFacts: Sendable {
  /// The names of each link, the best first; links with equal names appear once.
  var links: Set<[LinkName]> = []
  var aliases: [String] = []
  /// IDs that the note had in the program from which it was imported.
  var ids: [String] = []

  /// Reads only the other titles, not the links. Cost: linear in the front matter.
  init(titlesIn text: String) { aliases = NoteAliases.read(text) }

  /// Reads the other titles and the links. Cost: one parse, if the text may contain links.
  init(_ text: String) {
    self.init(titlesIn: text)
    guard NoteLink.mayBeIn(text) else { return }
    for link in MiniMarkdownDocument(text).snapshot.noteLinks where !link.names.isEmpty {
      links.insert(link.names)
    }
  }

  /// Maximum number of bytes of stored front matter that are read.
  private static let longest = 16 << 10

  mutating func add(_ frontMatter: String) {
    guard !frontMatter.isEmpty else { return }
    let lines = Substring(frontMatter.utf8.prefix(Self.longest)).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline
    ).map { String($0) }
    let imported = ImportedNames(lines: lines)
    aliases += NoteAliases.read(lines: lines) + imported.titles
    ids += imported.ids
  }
}

// MARK: Entering

extension LinkTable {
  private func remove(_ id: String) throws {
    guard let number = try number(of: id) else { return }
    try execute("DELETE FROM called WHERE note = ?", [number])
    try execute("DELETE FROM link WHERE note = ?", [number])
    try execute("DELETE FROM note WHERE number = ?", [number])
  }

  private func entered(_ id: String) throws -> EnteredNote? {
    guard let number = try number(of: id) else { return nil }
    var note = EnteredNote(number: number)
    let names = try rows(
      "SELECT text, rank FROM called JOIN name ON number = name WHERE note = ?", [number])
    while let row = try names.next() {
      if let text = row.text(at: 0) {
        note.called[LinkName(stored: text)] = row.integer(at: 1).flatMap { Int(exactly: $0) }
      }
    }
    let links = try rows("SELECT target FROM link WHERE note = ?", [number])
    while let row = try links.next() {
      if let target = row.integer(at: 0) { note.linked.insert(target) }
    }
    return note
  }

  func number(of id: String) throws -> Int64? {
    try row("SELECT number FROM note WHERE id = ?", [id])?.integer(at: 0)
  }
}

private struct EnteredNote {
  let number: Int64
  var called: [LinkName: Int] = [:]
  var linked: Set<Int64> = []
}

private struct LinkWriter {
  private let db: Database
  private let note: RowStatement
  private let newName: RowStatement
  private let name: RowStatement
  private let called: RowStatement
  private let notCalled: RowStatement
  private let newTarget: RowStatement
  private let target: RowStatement
  private let targetName: RowStatement
  private let link: RowStatement
  private let noLink: RowStatement
  private var known: [LinkName: Int64] = [:]

  private static let mostKnown = 1 << 18

  init(_ db: Database) throws {
    self.db = db
    note = try RowStatement(db, "INSERT INTO note (id) VALUES (?)")
    newName = try RowStatement(db, "INSERT OR IGNORE INTO name (text) VALUES (?)")
    name = try RowStatement(db, "SELECT number FROM name WHERE text = ?")
    called = try RowStatement(db, "INSERT OR REPLACE INTO called VALUES (?, ?, ?)")
    notCalled = try RowStatement(db, "DELETE FROM called WHERE name = ? AND note = ?")
    newTarget = try RowStatement(db, "INSERT INTO target (names) VALUES (?)")
    target = try RowStatement(db, "SELECT number FROM target WHERE names = ?")
    targetName = try RowStatement(db, "INSERT OR IGNORE INTO targetName VALUES (?, ?)")
    link = try RowStatement(db, "INSERT OR IGNORE INTO link VALUES (?, ?)")
    noLink = try RowStatement(db, "DELETE FROM link WHERE target = ? AND note = ?")
  }

  /// Writes the names and links of a note, changing only rows that differ from `old`. Most saves
  /// change few or none.
  mutating func enter(
    _ id: String, _ titles: LinkedTitles, _ facts: LinkFacts, over old: EnteredNote?
  ) throws {
    if old == nil { try note.run(.text(id)) }
    let old = old ?? EnteredNote(number: db.lastInsertedRowID)
    let names = titles.names(of: id, facts)
    for (name, rank) in names where old.called[name] != rank {
      try called.run(
        .integer(number(of: name)), .integer(old.number), .integer(Int64(clamping: rank)))
    }
    for name in old.called.keys where names[name] == nil {
      try notCalled.run(.integer(number(of: name)), .integer(old.number))
    }
    let targets = Set(try facts.links.map { try number(ofTarget: $0) })
    for target in targets.subtracting(old.linked) {
      try link.run(.integer(target), .integer(old.number))
    }
    for target in old.linked.subtracting(targets) {
      try noLink.run(.integer(target), .integer(old.number))
    }
  }

  private mutating func number(ofTarget names: [LinkName]) throws -> Int64 {
    let numbers = try names.map { try number(of: $0) }
    let text = numbers.map { "\($0)" }.joined(separator: ",")
    if let known = try target.run(.text(text)) { return known }
    try newTarget.run(.text(text))
    let target = db.lastInsertedRowID
    for number in numbers { try targetName.run(.integer(number), .integer(target)) }
    return target
  }

  private mutating func number(of name: LinkName) throws -> Int64 {
    if let known = known[name] { return known }
    let number = try self.name.run(.text(name.text)) ?? newNumber(of: name)
    if known.count < Self.mostKnown { known[name] = number }
    return number
  }

  private func newNumber(of name: LinkName) throws -> Int64 {
    try newName.run(.text(name.text))
    return db.lastInsertedRowID
  }
}
