internal import NotebookFile
internal import KeyValueStore
internal import Notebook
internal import Foundation
internal import GRDB
internal import SpacedRepetition

/// Brings the index to the state of the notebook, both in transactions.
struct IndexUpdate {
  let table: DueTable
  let source: Database
  /// The feed of changes, if `source` is a working copy.
  let feed: HistoryFile?

  /// Cost: a look at the list of authors, and the changes since; if the feed lacks them, one pass
  /// over the notebook's rows without their values.
  func bringUpToDate(_ name: String) throws {
    let number = try feed.map { _ in try ChangeFeed.number(source) }
    let writeCount = try WriteCount.fetch(source)
    let isKnown = try table.isOf(name)
    if isKnown, try table.change == number, try table.writeCount == writeCount { return }
    let authors = try VersionVector.authors(source)
    let seen = isKnown ? try table.allSeen() : [:]
    if isKnown, let authors, seen.allSatisfy({ authors[$0.key] ?? 0 >= $0.value }) {
      let writers = authors.filter { $0.value > seen[$0.key] ?? 0 }
      if let keys = try changedKeys(through: number) {
        try apply(keys)
      } else {
        // Values that a merge removed beside another version leave no trace but this.
        try apply(
          changedKeys(writers.keys, since: seen).union(keysWithSeveralVersions()))
      }
      for (author, usn) in writers { try table.setSeen(author, usn) }
    } else {
      try table.clear(for: name)
      var build = IndexBuild(self)
      try build.run()
      for (author, usn) in authors ?? [:] { try table.setSeen(author, usn) }
    }
    try table.setWriteCount(writeCount)
    try table.setChange(number)
  }

  /// Enters writes of this process, which are the change of a number. One whose predecessor is missing is
  /// left to the next look.
  func enter(_ written: [Author.Written], _ number: Int64) throws {
    var writeCount = try table.writeCount
    var keys: Set<EntryKey> = []
    for write in written {
      let seen = try table.seen(write.author)
      guard seen == write.usn - 1 else { continue }
      try table.setSeen(write.author, write.usn)
      writeCount.writes += 1
      writeCount.authors += seen == 0 ? 1 : 0
      keys.formUnion(write.keys.lazy.filter(Self.isOfInterest))
    }
    let isNext = try table.change == number - 1
    let changed = isNext ? try changedKeys(through: number) : nil
    try apply(changed ?? keys)
    try table.setWriteCount(writeCount)
    if changed != nil { try table.setChange(number) }
  }

  /// The keys that were changed up to `number`; nil if the feed does not say.
  private func changedKeys(through number: Int64?) throws -> Set<EntryKey>? {
    guard let number, let last = try table.change, last != number,
      let changes = feed?.changes(after: last, through: number)
    else { return nil }
    var keys: Set<EntryKey> = []
    for (scope, names) in changes.compactMap(\.keys.scopes).joined() {
      keys.formUnion(names.map { EntryKey(scope: scope, key: $0) }.filter(Self.isOfInterest))
    }
    return keys
  }

  private static func isOfInterest(_ key: EntryKey) -> Bool {
    key.key == ".metadata" || key.key.hasPrefix(PromptKey.prefix)
      || key.scope == EntryKey.ourScope || key.scope == StudyLogKey.scope
  }

  /// The same in SQL.
  static let isOfInterest = """
    (key = '.metadata' OR (key >= 'prompt=' AND key < 'prompt>')
      OR scope IN ('\(EntryKey.ourScope)', '\(StudyLogKey.scope)'))
    """

  private func changedKeys(
    _ writers: some Collection<Data>, since seen: [Data: Int64]
  ) throws -> Set<EntryKey> {
    let filter = AuthorFilter(writers)
    let sql = """
      SELECT CAST(scope AS BLOB), CAST(key AS BLOB), CAST(authorId AS BLOB), usn FROM entry
      WHERE \(filter.condition("authorId")) AND \(Self.isOfInterest)
      """
    let rows = try Row.fetchCursor(source, sql: sql, arguments: filter.arguments)
    var keys: Set<EntryKey> = []
    while let row = try rows.next() {
      guard let author = row.data(at: 2), row.integer(at: 3) ?? .max > seen[author] ?? 0,
        let key = EntryKey(row, 0)
      else { continue }
      keys.insert(key)
    }
    return keys
  }

  private func keysWithSeveralVersions() throws -> Set<EntryKey> {
    let rows = try table.rows("SELECT scope, key FROM several")
    var keys: Set<EntryKey> = []
    while let row = try rows.next() {
      if let scope = row.text(at: 0), let key = row.text(at: 1) {
        keys.insert(EntryKey(scope: scope, key: key))
      }
    }
    return keys
  }
}

// MARK: Entering

extension IndexUpdate {
  /// A block of a note.
  struct Block: Hashable {
    var note: String
    var key: String
  }

  /// Enters the values stored under these keys.
  func apply(_ keys: Set<EntryKey>) throws {
    var blocks: Set<Block> = []
    for key in keys where key.scope == StudyLogKey.scope {
      try applyAnswer(key)
      try applySeveral(key)
    }
    for key in keys where key.scope != StudyLogKey.scope {
      if key.scope == EntryKey.ourScope {
        for block in try self.blocks(at: key) { blocks.insert(block) }
      } else if key.key == ".metadata" {
        for block in try applyNote(key.scope) { blocks.insert(block) }
      } else {
        blocks.insert(Block(note: key.scope, key: key.key))
      }
      try applySeveral(key)
    }
    for (note, changed) in Dictionary(grouping: blocks, by: \.note) {
      // Others may go on from them.
      for key in try PromptLineage.successors(source, note: note, of: Set(changed.map(\.key))) {
        blocks.insert(Block(note: note, key: key))
      }
    }
    for block in blocks { try apply(block) }
  }

  /// The blocks that the values stored in our scope are about.
  private func blocks(at place: EntryKey) throws -> [Block] {
    let note = place.note
    if let key = place.promptKey(note: note) {
      // Perhaps it is asked in the place of one that the app counts otherwise.
      return try [Block(note: note, key: key)]
        + table.blocks(of: note).map { Block(note: note, key: $0) }
    }
    for mark in ["\(note);suspended;", "\(note);from;"] where place.key.hasPrefix(mark) {
      return [Block(note: note, key: String(place.key.dropFirst(mark.count)))]
    }
    return []
  }

  private func applyAnswer(_ place: EntryKey) throws {
    let (rows, answer) = try StudyLog.fetch(source, key: place.key)
    // Of all versions only one counts.
    for row in rows { try table.execute("DELETE FROM answer WHERE entry = ?", [row]) }
    guard let prompt = answer?.prompt, let row = rows.first else { return }
    let block = try table.block(prompt.note, prompt.block)
    try table.execute("INSERT OR IGNORE INTO answer VALUES (?, ?)", [block, row])
  }

  /// Notes whether a note is shown; the blocks that this changes something for.
  private func applyNote(_ id: String) throws -> [Block] {
    let old = try table.row("SELECT isShown FROM note WHERE id = ?", [id])?.integer(at: 0)
    let isShown = try fetchIsShown(id)
    try table.execute("INSERT OR REPLACE INTO note VALUES (?, ?)", [id, isShown ? 1 : 0])
    guard let old, (old == 1) != isShown else { return [] }
    return try table.blocks(of: id).map { Block(note: id, key: $0) }
  }

  private func fetchIsShown(_ id: String) throws -> Bool {
    try NoteValues.isNote(id) && NoteSummary.fetchOne(source, id: id)?.isTrashed == false
  }

  private func isShown(_ id: String) throws -> Bool {
    if let row = try table.row("SELECT isShown FROM note WHERE id = ?", [id]) {
      return row.integer(at: 0) == 1
    }
    let isShown = try fetchIsShown(id)
    try table.execute("INSERT INTO note VALUES (?, ?)", [id, isShown ? 1 : 0])
    return isShown
  }

  private func applySeveral(_ key: EntryKey) throws {
    let sql = "SELECT count(*) FROM entry WHERE scope = ? AND key = ?"
    let arguments: StatementArguments = [key.scope, key.key]
    let count = try Int.fetchOne(source.cachedStatement(sql: sql), arguments: arguments) ?? 0
    try table.execute(
      count > 1
        ? "INSERT OR IGNORE INTO several VALUES (?, ?)"
        : "DELETE FROM several WHERE scope = ? AND key = ?", arguments)
  }

  /// Enters a block.
  func apply(_ block: Block) throws {
    let known = try table.knownBlock(block.note, block.key)
    let found = try ReviewBlock.fetch(source, note: block.note, key: block.key) {
      try StudyLog.fetch(source, note: block.note, block: block.key) {
        try table.logRows(note: block.note, block: $0)
      }
    }
    guard found != nil || known != nil else { return }
    try table.setPrompts(
      found?.cards ?? [], of: known ?? table.block(block.note, block.key), note: block.note,
      key: block.key, isShown: found != nil && isShown(block.note),
      isSettled: found?.isSettled ?? true)
  }
}
