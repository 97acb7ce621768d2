internal import Foundation
internal import NotebookFile

/// The keys of `entry`'s rows as the index on them has them, in other pages than the rows: where both
/// differ, one is damaged, and the row may be that of another value.
struct EntryIndex {
  /// Of each row its key's hash; nil where the index has two.
  private var keys: [Int64: Int?] = [:]
  /// Whether every row should be there.
  private var isWhole = true

  /// Reads the index in `file`, of which nothing was taken yet, as far as it can be read. Cost: linear
  /// in it; some 20 bytes of memory for a row.
  init(_ file: PageFile) {
    let name = "sqlite_autoindex_entry_1"
    guard let root = file.schema().objects.first(where: { $0.object.name == name })?.root else {
      isWhole = false
      return
    }
    var tree = TableTree(file)
    tree.forEachIndexEntry(root: root) { entry in
      guard let entry, entry.values.count == 4, let row = entry.values[3].integer else {
        return isWhole = false
      }
      let isKnown = keys[row] != nil
      keys.updateValue(isKnown ? nil : Self.hash(entry.values), forKey: row)
      if isKnown { isWhole = false }
    }
    isWhole = isWhole && tree.damagedPages.isEmpty
  }

  /// Whether the index has another key for `row`, or is whole and does not know it.
  func contradicts(_ row: StoredRow) -> Bool {
    switch keys[row.rowID] {
    case .some(.some(let known)): row.values.count < 3 || known != Self.hash(row.values)
    case .some(.none): false
    case .none: isWhole
    }
  }

  private static func hash(_ values: [StoredRow.Value]) -> Int {
    var hasher = Hasher()
    for value in values.prefix(3) {
      switch value {
      case .text(let data), .blob(let data): hasher.combine(data)
      default: hasher.combine(0)
      }
    }
    return hasher.finalize()
  }
}
