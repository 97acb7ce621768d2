internal import NotebookFile
internal import GRDB

extension FileCheck {
  /// Whether nothing shows that the notebook at `path` is damaged: it is not refused, its pages and
  /// indexes fit each other, and its full-text index is that of the texts. Whether its values are those
  /// that were written, nothing can tell.
  ///
  /// A private copy is looked at. Cost: linear, some 20 seconds a gigabyte; what takes much longer
  /// counts as damaged.
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
