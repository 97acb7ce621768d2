import Base
import Books
import Foundation
import GRDB
import KeyValueStore
import Notebook
import NotebookFile
import NotebookIndex
import SpacedRepetition

/// The tables of the index of due prompts. Times are seconds since 1970.
struct DueTable: IndexTables {
  let db: Database

  static let file = "review.sqlite"
  static let version: Int64 = 6

  /// `isShown` is null until the note was read; a note that is not shown has no section and no
  /// tags. `tagged` contains a note's tags and the tags above them.
  static let schema = """
    CREATE TABLE counted (until INTEGER, due INTEGER, new INTEGER);
    INSERT INTO counted VALUES (\(always), 0, 0);
    CREATE TABLE note (number INTEGER PRIMARY KEY, id TEXT, isShown INTEGER, section TEXT);
    CREATE TABLE tagged (tag TEXT, note INTEGER, PRIMARY KEY (tag, note)) WITHOUT ROWID;
    CREATE TABLE block (id INTEGER PRIMARY KEY, note INTEGER, key TEXT, isSettled INTEGER DEFAULT 1,
      UNIQUE (note, key));
    CREATE TABLE prompt (block INTEGER, number INTEGER, isNew INTEGER, isActive INTEGER,
      due INTEGER, sampleKey INTEGER, PRIMARY KEY (block, number)) WITHOUT ROWID;
    CREATE TABLE answer (block INTEGER, entry INTEGER, PRIMARY KEY (block, entry)) WITHOUT ROWID;

    """ + indexes.map { $0.sql + ";\n" }.joined()

  /// The SQL indexes. Creating them is faster after all rows are inserted.
  static let indexes = [
    ("noteID", "note (id)"), ("noteSection", "note (section) WHERE isShown"),
    ("taggedNote", "tagged (note)"),
    ("blockUnsettled", "block (id) WHERE NOT isSettled"),
    ("promptDue", "prompt (isNew, due) WHERE isActive"),
    ("promptSample", "prompt (isNew, sampleKey, due) WHERE isActive"),
    ("answerEntry", "answer (entry)"),
  ].map { (name: $0, sql: "CREATE INDEX \($0) ON \($1)") }

  static let interest = """
    (key = '.metadata' OR (key >= 'prompt=' AND key < 'prompt>')
      OR scope IN ('\(EntryKey.ourScope)', '\(StudyLogKey.scope)'))
    """

  static func isOfInterest(_ key: EntryKey) -> Bool {
    key.key == ".metadata" || key.key.hasPrefix(PromptKey.prefix)
      || key.scope == EntryKey.ourScope || key.scope == StudyLogKey.scope
  }

  func enterAll(from notebook: Database) throws {
    var build = try IndexBuild(DueUpdate(table: self, source: notebook))
    try build.run()
  }

  func enter(_ keys: Set<EntryKey>, from notebook: Database) throws {
    try DueUpdate(table: self, source: notebook).apply(keys)
  }

  /// The due time of a prompt without a date: always due.
  static let always: Int64 = -(1 << 60)
}

// MARK: Notes

extension DueTable {
  /// Returns the number of a note, assigning one if needed.
  func note(_ id: String) throws -> Int64 {
    if let number = try row("SELECT number FROM note WHERE id = ?", [id])?.integer(at: 0) {
      return number
    }
    try execute("INSERT INTO note (id) VALUES (?)", [id])
    return db.lastInsertedRowID
  }

  /// Records the section and tags of a note, or, for nil or a note in the trash, that it is not
  /// shown.
  func setNote(_ number: Int64, _ note: NoteSummary?) throws {
    let shown = note.flatMap { $0.isTrashed ? nil : $0 }
    try execute("DELETE FROM tagged WHERE note = ?", [number])
    try execute(
      "UPDATE note SET isShown = ?, section = ? WHERE number = ?",
      [shown == nil ? 0 : 1, shown?.section?.rawValue, number])
    for key in shown.map(Self.tagKeys) ?? [] {
      try execute("INSERT OR IGNORE INTO tagged VALUES (?, ?)", [key, number])
    }
  }

  static func tagKeys(of note: NoteSummary) -> [String] {
    note.tags.flatMap(tagKeys(of:))
  }

  /// Returns the keys of `tag`, and of the tags above it.
  static func tagKeys(of tag: String) -> [String] {
    let path = HashtagPath(tag)
    return [path.indexKey] + path.ancestors.map(\.indexKey)
  }
}

// MARK: Blocks

extension DueTable {
  func block(_ note: String, _ key: String) throws -> Int64 {
    if let id = try knownBlock(note, key) { return id }
    try execute("INSERT INTO block (note, key) VALUES (?, ?)", [self.note(note), key])
    return db.lastInsertedRowID
  }

  func knownBlock(_ note: String, _ key: String) throws -> Int64? {
    try row(Self.knownBlock, [note, key])?.integer(at: 0)
  }

  static let knownBlock = """
    SELECT block.id FROM note CROSS JOIN block ON block.note = number WHERE note.id = ? AND key = ?
    """

  func blocks(of note: String) throws -> [String] {
    let sql = "SELECT key FROM note CROSS JOIN block ON block.note = number WHERE note.id = ?"
    return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [note])
      .compactMap { $0.text(at: 0) }
  }

  func unsettledBlocks() throws -> [(note: String, key: String)] {
    let rows = try rows(
      """
      SELECT note.id, key FROM block CROSS JOIN note ON number = block.note
      WHERE NOT isSettled ORDER BY block.id
      """)
    var blocks: [(note: String, key: String)] = []
    while let row = try rows.next() {
      if let note = row.text(at: 0), let key = row.text(at: 1) { blocks.append((note, key)) }
    }
    return blocks
  }

  func logRows(note: String, block: String) throws -> [Int64] {
    guard let id = try knownBlock(note, block) else { return [] }
    return try logRows(block: id)
  }

  func logRows(block: Int64) throws -> [Int64] {
    try Row.fetchAll(
      db.cachedStatement(sql: "SELECT entry FROM answer WHERE block = ?"), arguments: [block]
    ).compactMap { $0.integer(at: 0) }
  }

  func setPrompts(
    _ cards: [CardState], of id: Int64, note: String, key: String, isShown: Bool, isSettled: Bool
  ) throws {
    if try row("SELECT 1 FROM prompt WHERE block = ?", [id]) != nil {
      try count(id, sign: -1)
      try execute("DELETE FROM prompt WHERE block = ?", [id])
    }
    for (number, card) in cards.enumerated() {
      let prompt = PromptID(note: note, block: key, index: number)
      try execute(
        "INSERT INTO prompt VALUES (?, ?, ?, ?, ?, ?)",
        [
          id, number, card.state.isNew ? 1 : 0, isShown && !card.isSuspended ? 1 : 0,
          Self.due(card.state), Self.sampleKey(prompt),
        ])
    }
    try execute(
      "UPDATE block SET isSettled = ?1 WHERE id = ?2 AND isSettled <> ?1", [isSettled ? 1 : 0, id])
    try count(id, sign: 1)
  }

  private func count(_ block: Int64, sign: Int64) throws {
    try execute(
      """
      UPDATE counted SET (due, new) = (
        SELECT counted.due + ?1 * count(*), counted.new + ?1 * coalesce(sum(isNew), 0) FROM prompt
        WHERE block = ?2 AND isActive AND prompt.due <= until)
      """, [sign, block])
  }

  func countAll() throws {
    try execute(
      """
      UPDATE counted SET (due, new) = (
        SELECT count(*), coalesce(sum(isNew), 0) FROM prompt WHERE isActive AND prompt.due <= until)
      """)
  }

  /// Returns the second from which a prompt is due.
  static func due(_ state: PromptState) -> Int64 { state.due.map { seconds($0) } ?? always }

  static func seconds(_ date: Date) -> Int64 {
    let seconds = date.timeIntervalSince1970.rounded(.up)
    return Int64(exactly: min(max(seconds, -1e15), 1e15)) ?? always
  }

  /// Returns a pseudo-random sort key, equal on all devices: FNV-1a, mixed as in SplitMix64.
  static func sampleKey(_ prompt: PromptID) -> Int64 {
    var digest = TextDigest(prompt.note)
    for part in ["\0", prompt.block, "\0", String(prompt.index)] { digest.append(part) }
    var hash = digest.value
    hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int64((hash ^ (hash >> 31)) >> 32)
  }
}
