import Foundation
package import GRDB
import KeyValueStore
package import Notebook
import NotebookFile

/// Brings an index up to date with the notebook, within transactions of both.
package struct IndexUpdate<Tables: IndexTables> {
  let tables: Tables
  let source: Database
  /// The feed of changes, if `source` is a working copy.
  let feed: HistoryFile?

  package init(tables: Tables, source: Database, feed: HistoryFile?) {
    (self.tables, self.source, self.feed) = (tables, source, feed)
  }

  /// Brings the index up to date. Rebuilds it if the notebook's state does not follow from the
  /// state that the index records. Cost: reads the list of authors and the changes since the
  /// recorded state; if the feed lacks them, one pass over the notebook's rows without their
  /// values.
  package func bringUpToDate(_ name: String) throws {
    let number = try feed.map { _ in try ChangeFeed.number(source) }
    let writeCount = try WriteCount.fetch(source)
    let isKnown = try tables.isOf(name)
    if isKnown, try tables.change == number, try tables.writeCount == writeCount { return }
    let authors = try VersionVector.authors(source)
    let seen = isKnown ? try tables.allSeen() : [:]
    if isKnown, let authors, seen.allSatisfy({ authors[$0.key] ?? 0 >= $0.value }) {
      let writers = authors.filter { $0.value > seen[$0.key] ?? 0 }
      if let keys = try changedKeys(through: number) {
        try apply(keys)
      } else {
        // If a merge removed one of several versions of a value, only the index's list of such keys
        // shows this.
        try apply(
          changedKeys(writers.keys, since: seen).union(tables.keysWithSeveralVersions()))
      }
      for (author, usn) in writers { try tables.setSeen(author, usn) }
    } else {
      try tables.clear(for: name)
      try enterSeveral()
      try tables.enterAll(from: source)
      for (author, usn) in authors ?? [:] { try tables.setSeen(author, usn) }
    }
    try tables.setWriteCount(writeCount)
    try tables.setChange(number)
  }

  /// Brings the index up to date if the feed reports at most `most` changed values. Returns whether
  /// the index is up to date.
  func catchUp(most: Int) throws -> Bool {
    guard feed != nil else { return false }
    let number = try ChangeFeed.number(source)
    let writeCount = try WriteCount.fetch(source)
    if try tables.change == number, try tables.writeCount == writeCount { return true }
    guard let authors = try VersionVector.authors(source),
      try tables.allSeen().allSatisfy({ authors[$0.key] ?? 0 >= $0.value }),
      let keys = try changedKeys(through: number), keys.count <= most
    else { return false }
    try apply(keys)
    for (author, usn) in authors { try tables.setSeen(author, usn) }
    try tables.setWriteCount(writeCount)
    try tables.setChange(number)
    return true
  }

  /// Indexes writes of this process, which are change `number` of the feed. A write is left to the
  /// next update if its author's previous write is not indexed.
  func enter(_ written: [Author.Written], _ number: Int64) throws {
    var writeCount = try tables.writeCount
    var keys: Set<EntryKey> = []
    for write in written {
      let seen = try tables.seen(write.author)
      guard seen == write.usn - 1 else { continue }
      try tables.setSeen(write.author, write.usn)
      writeCount.writes += 1
      writeCount.authors += seen == 0 ? 1 : 0
      keys.formUnion(write.keys.lazy.filter(Tables.isOfInterest))
    }
    let isNext = try tables.change == number - 1
    let changed = isNext ? try changedKeys(through: number) : nil
    try apply(changed ?? keys)
    try tables.setWriteCount(writeCount)
    if changed != nil { try tables.setChange(number) }
  }

  private func apply(_ keys: Set<EntryKey>) throws {
    guard !keys.isEmpty else { return }
    // For many keys, the few pages that SQLite caches by default would be read and written
    // repeatedly.
    if keys.count > 500 {
      try tables.db.withManyPages { try tables.enter(keys, from: source) }
    } else {
      try tables.enter(keys, from: source)
    }
    for key in keys { try tables.enterSeveral(key, from: source) }
  }

  /// Returns the keys of interest that changed after the last indexed change, up to change `number`;
  /// empty if only other keys changed. Returns nil if there is no later change, or if the feed lacks
  /// one.
  private func changedKeys(through number: Int64?) throws -> Set<EntryKey>? {
    guard let number, let last = try tables.change, last != number,
      let changes = feed?.changes(after: last, through: number)
    else { return nil }
    var keys: Set<EntryKey> = []
    for (scope, names) in changes.compactMap(\.keys.scopes).joined() {
      keys.formUnion(names.map { EntryKey(scope: scope, key: $0) }.filter(Tables.isOfInterest))
    }
    return keys
  }

  private func changedKeys(
    _ writers: some Collection<Data>, since seen: [Data: Int64]
  ) throws -> Set<EntryKey> {
    let filter = AuthorFilter(writers)
    let sql = """
      SELECT CAST(scope AS BLOB), CAST(key AS BLOB), CAST(authorId AS BLOB), usn FROM entry
      WHERE \(filter.condition("authorId")) AND \(Tables.interest)
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

  /// Records all keys of interest that have several versions. Cost: one pass over the index of
  /// keys.
  private func enterSeveral() throws {
    let sql = """
      SELECT CAST(scope AS BLOB), CAST(key AS BLOB) FROM entry WHERE \(Tables.interest)
      GROUP BY scope, key HAVING count(*) > 1
      """
    let rows = try Row.fetchCursor(source.cachedStatement(sql: sql))
    while let row = try rows.next() {
      guard let key = EntryKey(row, 0) else { continue }
      try tables.execute("INSERT OR IGNORE INTO several VALUES (?, ?)", [key.scope, key.key])
    }
  }
}
