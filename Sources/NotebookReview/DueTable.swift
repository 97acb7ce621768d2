internal import NotebookFile
internal import KeyValueStore
internal import Notebook
internal import NotebookIndex
internal import Base
internal import Foundation
internal import GRDB
internal import SpacedRepetition

/// The tables of the index, in a transaction. Times are seconds since 1970.
struct DueTable: IndexTables {
  let db: Database

  static let file = "review.sqlite"
  static let version: Int64 = 4

  static let schema = """
    CREATE TABLE counted (until INTEGER, due INTEGER, new INTEGER);
    INSERT INTO counted VALUES (\(always), 0, 0);
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
    """

  static let interest = """
    (key = '.metadata' OR (key >= 'prompt=' AND key < 'prompt>')
      OR scope IN ('\(EntryKey.ourScope)', '\(StudyLogKey.scope)'))
    """

  static func isOfInterest(_ key: EntryKey) -> Bool {
    key.key == ".metadata" || key.key.hasPrefix(PromptKey.prefix)
      || key.scope == EntryKey.ourScope || key.scope == StudyLogKey.scope
  }

  func enterAll(from notebook: Database) throws {
    var build = IndexBuild(DueUpdate(table: self, source: notebook))
    try build.run()
  }

  func enter(_ keys: Set<EntryKey>, from notebook: Database) throws {
    try DueUpdate(table: self, source: notebook).apply(keys)
  }

  /// The due time of a prompt without a date: always.
  static let always: Int64 = -(1 << 60)
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
      UPDATE counted SET (due, new) = (
        SELECT counted.due + ?1 * count(*), counted.new + ?1 * coalesce(sum(isNew), 0) FROM prompt
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
