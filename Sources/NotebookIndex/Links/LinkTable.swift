internal import NotebookFile
internal import Base
internal import KeyValueStore
internal import MiniMarkdown
internal import Notebook
internal import Foundation
internal import GRDB
internal import PackratParsing

/// The index of links: the names by which each note outside the trash is found, and the names to which its
/// text leads. The places of links are not kept: to list them, the notes are read.
struct LinkTable: IndexTables {
  let db: Database

  static let file = "links.sqlite"
  static let version: Int64 = 2
  static let entersWrites = false

  static let schema = """
    CREATE TABLE note (number INTEGER PRIMARY KEY, id TEXT UNIQUE);
    CREATE TABLE name (number INTEGER PRIMARY KEY, text TEXT UNIQUE);
    CREATE TABLE called (name INTEGER, note INTEGER, rank INTEGER, PRIMARY KEY (name, note)) WITHOUT ROWID;
    CREATE INDEX calledNote ON called (note, name);
    CREATE TABLE link (name INTEGER, note INTEGER, PRIMARY KEY (name, note)) WITHOUT ROWID;
    CREATE INDEX linkNote ON link (note, name);
    """

  static let interest = """
    (key IN ('.metadata', '.noteText')
      OR scope = '\(EntryKey.ourScope)' AND key GLOB '*\(frontMatter)')
    """

  static func isOfInterest(_ key: EntryKey) -> Bool {
    [".metadata", ".noteText"].contains(key.key)
      || key.scope == EntryKey.ourScope && key.key.hasSuffix(frontMatter)
  }

  /// The end of the key of lines that are kept beside a note, after its id.
  private static let frontMatter = ";frontMatter"

  func enterAll(from notebook: Database) throws {
    var notes: [(id: String, names: LinkedTitles)] = []
    try NoteSummary.forEach(notebook) { note in
      if NoteValues.isNote(note.id), !note.isTrashed { notes.append((note.id, LinkedTitles(note))) }
    }
    var writer = try LinkWriter(db)
    // The texts are read in batches, and a batch is parsed on all cores.
    var done = 0
    while done < notes.count {
      try Cancellable.check()
      Work.step("Making the index of links", done, of: notes.count)
      let batch = notes[done..<min(done + Self.batch, notes.count)]
      let texts = try batch.map { try Self.text(of: $0.id, in: notebook) }
      for (note, facts) in zip(batch, Parallel.map(texts, LinkFacts.init)) {
        var facts = facts
        facts.add(try Self.frontMatter(of: note.id, in: notebook))
        try writer.insert(note.id, note.names, facts)
      }
      done += batch.count
    }
  }

  func enter(_ keys: Set<EntryKey>, from notebook: Database) throws {
    let ids = keys.map {
      $0.scope == EntryKey.ourScope ? String($0.key.dropLast(Self.frontMatter.count)) : $0.scope
    }
    for id in Set(ids) where NoteValues.isNote(id) {
      let note = try NoteSummary.fetchOne(notebook, id: id).flatMap { $0.isTrashed ? nil : $0 }
      guard let note else {
        try remove(id)
        continue
      }
      var facts = LinkFacts(try Self.text(of: id, in: notebook))
      facts.add(try Self.frontMatter(of: id, in: notebook))
      try enter(id, LinkedTitles(note), facts)
    }
  }

  /// The number of texts that are held at once.
  private static let batch = 200

  private static func text(of note: String, in db: Database) throws -> String {
    let sql = """
      SELECT CAST(text AS BLOB) FROM entry WHERE scope = ? AND key = '.noteText'
      ORDER BY \(LastWriterWins.order) LIMIT 1
      """
    let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [note])
    return String(decoding: row?.data(at: 0) ?? Data(), as: UTF8.self)
  }
}

extension LinkTable {
  /// The lines of front matter that are kept beside a note; empty if there are none.
  private static func frontMatter(of note: String, in db: Database) throws -> String {
    let sql = """
      SELECT CASE WHEN json_valid(json) THEN json_extract(json, '$') END FROM entry
      WHERE scope = '\(EntryKey.ourScope)' AND key = ? ORDER BY \(LastWriterWins.order) LIMIT 1
      """
    let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [note + frontMatter])
    return row?.text(at: 0) ?? ""
  }
}

/// The titles of a note that its metadata give, and the authors of its book.
struct LinkedTitles: Sendable {
  var title: String
  var book: String?
  var authors: [String]

  init(_ note: NoteSummary) {
    title = note.storedTitle.trimmed
    book = note.book?.title
    authors = note.book?.authors ?? []
  }

  /// The names under which an author is looked for: the whole name, and the last word of it.
  var authorNames: [LinkName] {
    authors.prefix(20).flatMap { author in
      let last = author.split(whereSeparator: \.isWhitespace).last.map(String.init) ?? ""
      return [LinkName(title: author), LinkName(title: last)].compactMap { $0 }
    }
  }
}

/// The ways in which a note is called by a name, the best first. Links do not name authors.
enum CalledRank {
  static let (title, otherTitle, author) = (1, 2, 4)
}

/// The facts that the index has of a text.
struct LinkFacts: Sendable {
  /// The names to which it leads, each once.
  var names: Set<LinkName> = []
  var aliases: [String] = []
  /// Ids of another program.
  var ids: [String] = []

  /// Cost: a parse, if it may have links.
  init(_ text: String) {
    aliases = NoteAliases.read(text)
    guard NoteLink.mayBeIn(text) else { return }
    for link in MiniMarkdownDocument(text).snapshot.noteLinks { names.formUnion(link.names) }
  }

  /// Adds the names in lines of front matter that are kept beside the text.
  mutating func add(_ frontMatter: String) {
    guard !frontMatter.isEmpty else { return }
    let imported = ImportedNames(frontMatter)
    aliases += NoteAliases.read("---\n\(frontMatter)\n---\n") + imported.titles
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

  /// Enters the facts of a note in the place of those that were. Nearly all saves leave both as they are.
  private func enter(_ id: String, _ titles: LinkedTitles, _ facts: LinkFacts) throws {
    if let number = try number(of: id) {
      let called = try names(
        "SELECT text FROM called JOIN name ON number = name WHERE note = ?", number)
      let linked = try names(
        "SELECT text FROM link JOIN name ON number = name WHERE note = ?", number)
      let all = LinkWriter.names(id, titles, facts)
      if called == Set(all.map(\.name)), linked == facts.names { return }
      try remove(id)
    }
    var writer = try LinkWriter(db)
    try writer.insert(id, titles, facts)
  }

  private func names(_ sql: String, _ note: Int64) throws -> Set<LinkName> {
    let rows = try rows(sql, [note])
    var names: Set<LinkName> = []
    while let row = try rows.next() {
      if let text = row.text(at: 0) { names.insert(LinkName(stored: text)) }
    }
    return names
  }

  func number(of id: String) throws -> Int64? {
    try row("SELECT number FROM note WHERE id = ?", [id])?.integer(at: 0)
  }
}

/// Writes notes into the tables.
private struct LinkWriter {
  private let db: Database
  private let note: RowStatement
  private let newName: RowStatement
  private let name: RowStatement
  private let called: RowStatement
  private let link: RowStatement
  /// Numbers of names that were entered or asked for.
  private var known: [LinkName: Int64] = [:]

  /// The most names whose numbers are held.
  private static let mostKnown = 1 << 18

  init(_ db: Database) throws {
    self.db = db
    note = try RowStatement(db, "INSERT INTO note (id) VALUES (?)")
    newName = try RowStatement(db, "INSERT OR IGNORE INTO name (text) VALUES (?)")
    name = try RowStatement(db, "SELECT number FROM name WHERE text = ?")
    called = try RowStatement(db, "INSERT OR IGNORE INTO called VALUES (?, ?, ?)")
    link = try RowStatement(db, "INSERT OR IGNORE INTO link VALUES (?, ?)")
  }

  static func names(
    _ id: String, _ titles: LinkedTitles, _ facts: LinkFacts
  ) -> [(name: LinkName, rank: Int)] {
    LinkName.all(
      id: id, title: titles.title, others: (titles.book.map { [$0] } ?? []) + facts.aliases)
      + facts.ids.map { (LinkName(id: $0), CalledRank.otherTitle) }
      + titles.authorNames.map { ($0, CalledRank.author) }
  }

  mutating func insert(_ id: String, _ titles: LinkedTitles, _ facts: LinkFacts) throws {
    try note.run(.text(id))
    let number = db.lastInsertedRowID
    for (name, rank) in Self.names(id, titles, facts) {
      let name = try self.number(of: name)
      try called.run(.integer(name), .integer(number), .integer(Int64(clamping: rank)))
    }
    for name in facts.names {
      let name = try self.number(of: name)
      try link.run(.integer(name), .integer(number))
    }
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
