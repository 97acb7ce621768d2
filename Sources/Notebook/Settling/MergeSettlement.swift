package import GRDB
import KeyValueStore

/// Merges independent writes of devices into one version if the user need not choose. Runs after a
/// merge of notebooks, in its transaction. Also runs when a working copy is created, because
/// another program may have merged the file.
struct MergeSettlement {
  /// Returns versions of a key that were superseded on this machine, newest first.
  var bases: (EntryKey) throws -> [StoredVersion] = { _ in [] }
  /// Returns the texts of a note that were superseded on this machine, with the names of their
  /// versions.
  var texts: (String) throws -> [(version: String, text: String)] = { _ in [] }
  /// Stores texts in history that are about to be removed.
  var keep: ([SupersededText]) throws -> Void = { _ in }
  /// Stores the names of versions that are about to be removed while another version with the same
  /// text stays.
  var keepNames: ([RewrittenText]) throws -> Void = { _ in }

  func run(after merge: MergeReport, from source: Database, in db: Database) throws {
    try MetadataUpgrade.run(in: db, after: merge, from: source)
    guard !merge.changedKeys.isEmpty else { return }
    try settle(merge, in: db)
  }

  /// Whether any key has several versions. Cost: a pass over the index of keys.
  static func isNeeded(_ db: Database) throws -> Bool {
    let sql = "SELECT 1 FROM entry GROUP BY scope, key HAVING count(*) > 1 LIMIT 1"
    return try Row.fetchOne(db, sql: sql) != nil
  }

  /// Resolves the independent writes of a whole file. Cost: a pass over the index of keys; more
  /// only if some keys have several versions.
  func run(in db: Database) throws {
    let keys = try Self.contested(db)
    guard !keys.isEmpty else { return }
    try settle(MergeReport(changedKeys: Set(keys)), in: db)
  }

  private func settle(_ merge: MergeReport, in db: Database) throws {
    let contested = try Self.contested(merge, in: db)
    let outlived = Dictionary(grouping: merge.outlived, by: \.key)
    let lineages = try Tombstone.fetch(db, of: Set(contested))
      .merging(outlived) { $0 + $1 }.mapValues(Lineage.init)
    func lineage(_ key: EntryKey) -> Lineage { lineages[key] ?? Lineage([]) }
    var settled = try ReplacedValues.settle(
      contested, in: db, lineage: lineage, texts: texts, keep: keep, keepNames: keepNames)
    settled.formUnion(try BookMerge.run(contested, in: db, lineage: lineage, bases: bases))
    try ReplacedValues.unite(contested, in: db)
    try settlePrompts(after: merge, settled, in: db)
  }

  /// Returns the keys of changed notes, except prompts, that have several versions, sorted.
  private static func contested(_ merge: MergeReport, in db: Database) throws -> [EntryKey] {
    let keys = merge.changedKeys.filter {
      ReplacedValues.concerns($0) || $0 == ReplacedValues.key(note: $0.note)
    }
    return keys.isEmpty ? [] : try contested(db).filter(keys.contains)
  }

  private static func contested(_ db: Database) throws -> [EntryKey] {
    let sql = """
      SELECT CAST(scope AS BLOB), CAST(key AS BLOB) FROM entry
      GROUP BY scope, key HAVING count(*) > 1
      """
    return try Row.fetchAll(db, sql: sql).compactMap { EntryKey($0, 0) }.sorted()
  }

  private func settlePrompts(
    after merge: MergeReport, _ settled: Set<EntryKey>, in db: Database
  ) throws {
    let changed = Set(merge.changedKeys.map(\.note))
    let answered = StudyLog.blocks(answeredBy: merge.changedKeys)
    let notes = try PromptVersions.notes(db, among: changed).union(settled.map(\.scope))
      .union(merge.newConflicts.map(\.note).filter(NoteValues.isNote))
      .union(PromptLineage.heirs(db, of: answered))
    var versions = PromptVersions(db, answered: answered)
    for note in notes.sorted() { try versions.settle(note) }
    try versions.writeChanges(removing: merge.replacedPrompts, writing: merge.changedKeys)
  }
}

extension PromptVersions {
  /// Resolves the prompts that earlier merges left in several versions, in all notes. Returns the
  /// number of keys written.
  @discardableResult
  package static func settleAll(in db: Database) throws -> Int {
    var versions = PromptVersions(db)
    for note in try notes(db).sorted() { try versions.settle(note) }
    try versions.writeChanges(removing: [], writing: [])
    return versions.written.count
  }

  /// Stores the statistics of removed prompts, and restores stored statistics for added prompts.
  fileprivate func writeChanges(
    removing former: [StoredVersion], writing keys: Set<EntryKey>
  ) throws {
    let own = Set(removed.map(\.key))
    let former = former.filter { !own.contains($0.key) } + removed
    let changes = try PromptSettlement.changes(
      removing: former, writing: keys.union(written), in: db)
    for change in changes {
      try SettledVersion.write(change.value, at: change.key, after: change.time, in: db)
    }
  }
}
