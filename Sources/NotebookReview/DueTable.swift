internal import NotebookFile
internal import Notebook
internal import Base
internal import Foundation
internal import GRDB
internal import SpacedRepetition

/// The tables of the index, in a transaction. Times are seconds since 1970.
struct DueTable {
  let db: Database

  /// The version of the schema. An index of another version is rebuilt.
  private static let schemaVersion: Int64 = 3

  private static let schema = """
    CREATE TABLE state (source TEXT, change INTEGER, authors INTEGER, writes INTEGER,
      until INTEGER, due INTEGER, new INTEGER);
    CREATE TABLE author (id BLOB PRIMARY KEY, usn INTEGER) WITHOUT ROWID;
    CREATE TABLE note (id TEXT PRIMARY KEY, isShown INTEGER) WITHOUT ROWID;
    CREATE TABLE block (id INTEGER PRIMARY KEY, note TEXT, key TEXT, isSettled INTEGER DEFAULT 1,
      UNIQUE (note, key));
    CREATE INDEX blockUnsettled ON block (id) WHERE NOT isSettled;
    CREATE TABLE prompt (block INTEGER, number INTEGER, isNew INTEGER, isActive INTEGER,
      due INTEGER, sampleKey INTEGER, PRIMARY KEY (block, number)) WITHOUT ROWID;
    CREATE INDEX promptDue ON prompt (isNew, due) WHERE isActive;
    CREATE INDEX promptSample ON prompt (isNew, sampleKey, due) WHERE isActive;
    CREATE TABLE answer (block INTEGER, entry INTEGER, PRIMARY KEY (block, entry)) WITHOUT ROWID;
    CREATE INDEX answerEntry ON answer (entry);
    CREATE TABLE several (scope TEXT, key TEXT, PRIMARY KEY (scope, key)) WITHOUT ROWID;
    """

  /// The due time of a prompt without a date: always.
  static let always: Int64 = -(1 << 60)

  /// Whether it has this schema version, and is of the source `source`.
  func isOf(_ source: String) throws -> Bool {
    guard try Int64.fetchOne(db, sql: "PRAGMA user_version") == Self.schemaVersion else {
      return false
    }
    return try row("SELECT source FROM state")?.text(at: 0) == source
  }

  /// Begins again, empty.
  func clear(for source: String) throws {
    let sql = "SELECT name FROM sqlite_schema WHERE type = 'table'"
    for name in try Row.fetchAll(db, sql: sql).compactMap({ $0.text(at: 0) })
    where !name.hasPrefix("sqlite_") {
      try db.execute(sql: "DROP TABLE \"\(name.replacing("\"", with: "\"\""))\"")
    }
    try db.execute(sql: Self.schema)
    try db.execute(sql: "PRAGMA user_version = \(Self.schemaVersion)")
    try execute("INSERT INTO state VALUES (?, NULL, 0, 0, ?, 0, 0)", [source, Self.always])
  }

  func execute(_ sql: String, _ arguments: StatementArguments = []) throws {
    try db.cachedStatement(sql: sql).execute(arguments: arguments)
  }

  func row(_ sql: String, _ arguments: StatementArguments = []) throws -> Row? {
    try Row.fetchOne(db.cachedStatement(sql: sql), arguments: arguments)
  }

  func rows(_ sql: String, _ arguments: StatementArguments = []) throws -> RowCursor {
    try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
  }
}

// MARK: Of which state of the notebook it is

extension DueTable {
  var writeCount: WriteCount {
    get throws {
      let row = try row("SELECT authors, writes FROM state")
      return WriteCount(authors: row?.integer(at: 0) ?? 0, writes: row?.integer(at: 1) ?? 0)
    }
  }

  func setWriteCount(_ writeCount: WriteCount) throws {
    try execute(
      "UPDATE state SET authors = ?, writes = ?", [writeCount.authors, writeCount.writes])
  }

  /// The number of the last change in the notebook's feed that is entered; nil if it has none.
  var change: Int64? {
    get throws { try row("SELECT change FROM state")?.integer(at: 0) }
  }

  func setChange(_ number: Int64?) throws {
    try execute("UPDATE state SET change = ?", [number])
  }

  /// The number of the last write of `author` that is entered.
  func seen(_ author: Data) throws -> Int64 {
    try row("SELECT usn FROM author WHERE id = ?", [author])?.integer(at: 0) ?? 0
  }

  func setSeen(_ author: Data, _ usn: Int64) throws {
    try execute("INSERT OR REPLACE INTO author VALUES (?, ?)", [author, usn])
  }

  /// All that is entered.
  func allSeen() throws -> [Data: Int64] {
    let rows = try rows("SELECT id, usn FROM author")
    var seen: [Data: Int64] = [:]
    while let row = try rows.next() {
      if let id = row.data(at: 0) { seen[id] = row.integer(at: 1) ?? 0 }
    }
    return seen
  }
}

// MARK: Blocks

extension DueTable {
  /// The number of a block, which it gets when it has none.
  func block(_ note: String, _ key: String) throws -> Int64 {
    if let id = try knownBlock(note, key) { return id }
    try execute("INSERT INTO block (note, key) VALUES (?, ?)", [note, key])
    return db.lastInsertedRowID
  }

  func knownBlock(_ note: String, _ key: String) throws -> Int64? {
    try row("SELECT id FROM block WHERE note = ? AND key = ?", [note, key])?.integer(at: 0)
  }

  /// The keys of a note's blocks.
  func blocks(of note: String) throws -> [String] {
    try Row.fetchAll(
      db.cachedStatement(sql: "SELECT key FROM block WHERE note = ?"), arguments: [note]
    ).compactMap { $0.text(at: 0) }
  }

  func unsettledBlocks() throws -> [(note: String, key: String)] {
    let rows = try rows("SELECT note, key FROM block WHERE NOT isSettled ORDER BY id")
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

  /// Puts the prompts of a block in the place of those it had, if any, and counts them.
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
          card.state.due.map { Self.seconds($0) } ?? Self.always, Self.sampleKey(prompt),
        ])
    }
    try execute(
      "UPDATE block SET isSettled = ?1 WHERE id = ?2 AND isSettled <> ?1", [isSettled ? 1 : 0, id])
    try count(id, sign: 1)
  }

  private func count(_ block: Int64, sign: Int64) throws {
    try execute(
      """
      UPDATE state SET (due, new) = (
        SELECT state.due + ?1 * count(*), state.new + ?1 * coalesce(sum(isNew), 0) FROM prompt
        WHERE block = ?2 AND isActive AND prompt.due <= until)
      """, [sign, block])
  }

  static func seconds(_ date: Date) -> Int64 {
    let seconds = date.timeIntervalSince1970.rounded(.up)
    return Int64(exactly: min(max(seconds, -1e15), 1e15)) ?? always
  }

  /// A pseudo-random sort key, equal on all devices: FNV-1a, mixed as by SplitMix64.
  private static func sampleKey(_ prompt: PromptID) -> Int64 {
    var hash = TextDigest("\(prompt.note)\0\(prompt.block)\0\(prompt.index)").value
    hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int64((hash ^ (hash >> 31)) >> 32)
  }
}

extension PromptState {
  /// Whether it was never answered, as far as anyone knows.
  var isNew: Bool { lastReview == nil && reviewCount == 0 }
}
