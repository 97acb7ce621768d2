internal import NotebookFile
internal import GRDB

extension FileCheck {
  /// Whether the notebook at `path` shows no damage: it is not refused, its pages and indexes fit
  /// each other, and its full-text index is that of the texts. Whether its values are those that
  /// were written cannot be determined.
  ///
  /// A private copy is checked. Cost: linear, some 20 seconds a gigabyte; a check that takes much
  /// longer counts as damage.
  static func isWhole(_ path: String) -> Bool {
    do {
      let file = try GuardedFile.open(path)
      defer { try? file.queue.close() }
      let copy = try PrivateCopy.make { db in try file.read { try $0.backup(to: db) } }
      defer { try? copy.close() }
      return try copy.writeWithoutTransaction { db in
        let pages = try UInt32.fetchOne(db, sql: "PRAGMA page_count") ?? 0
        db.setCheckBudget(seconds: 2 + pages >> 8)
        return try db.areIndexesWhole() && db.isSearchIndexWhole()
      }
    } catch {
      return false
    }
  }
}
