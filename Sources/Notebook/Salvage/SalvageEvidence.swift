import Foundation
import NotebookFile

/// Evidence about the rows of a damaged table. The table's index repeats some columns on other
/// pages, so it confirms or contradicts rows. If a row and the index differ, one is damaged, and
/// the row may belong to another key.
struct SalvageEvidence {
  /// The hash of each row's indexed columns; nil if the index has two entries for the row.
  private var keys: [Int64: Int?] = [:]
  /// Whether the index is complete, so that it must contain every row.
  private var isWhole = true
  private let columns: Range<Int>

  /// Reads the readable part of the index of `table` in `file`. The pages of `file` must not be
  /// taken yet. Cost: linear in the index.
  init(_ file: PageFile, of table: SalvagedRow.Table) {
    let name: String
    switch table {
    case .author: (name, columns) = ("sqlite_autoindex_author_1", 0..<1)
    case .entry: (name, columns) = ("sqlite_autoindex_entry_1", 0..<3)
    case .tombstone: (name, columns) = ("tombstone_deletingAuthor", 4..<6)
    }
    guard let root = file.schema().objects.first(where: { $0.object.name == name })?.root else {
      isWhole = false
      return
    }
    var tree = TableTree(file)
    let width = columns.count
    tree.forEachIndexEntry(root: root) { entry in
      guard let entry, entry.values.count == width + 1, let row = entry.values[width].integer else {
        return isWhole = false
      }
      let isKnown = keys[row] != nil
      keys.updateValue(isKnown ? nil : Self.hash(entry.values.prefix(width)), forKey: row)
      if isKnown { isWhole = false }
    }
    isWhole = isWhole && tree.damagedPages.isEmpty
  }

  enum Verdict {
    case confirmed, unknown, contradicted
  }

  /// Returns `contradicted` if the index has other columns for `row`, or is complete and does not
  /// contain it. Returns `unknown` if the index has several entries for `row`, or is incomplete and
  /// does not contain it.
  func verdict(on row: StoredRow) -> Verdict {
    switch keys[row.rowID] {
    case .some(.some(let known)):
      row.values.count >= columns.upperBound && known == Self.hash(row.values[columns])
        ? .confirmed : .contradicted
    case .some(.none): .unknown
    case .none: isWhole ? .contradicted : .unknown
    }
  }

  private static func hash(_ values: ArraySlice<StoredRow.Value>) -> Int {
    var hasher = Hasher()
    for value in values {
      switch value {
      case .text(let data), .blob(let data): hasher.combine(data)
      default: hasher.combine(value.integer)
      }
    }
    return hasher.finalize()
  }
}

struct KnownWrites {
  private var counts: [Data: Int64] = [:]

  mutating func add(_ author: Data, usn: Int64) { counts[author] = max(counts[author] ?? 0, usn) }

  /// Whether the author is known and has fewer than `usn` writes: then `usn`, `author` or the count
  /// is damaged.
  func contradict(_ usn: Int64, of author: Data) -> Bool {
    counts[author].map { usn > $0 } ?? false
  }
}
