internal import KeyValueStore
internal import NotebookFile

/// The rows of a damaged or refused notebook.
struct SalvageSource {
  private let file: PageFile
  private let index: EntryIndex

  /// Opens the file at `path`. Throws when it cannot be read, or when its newest values may be in a
  /// log beside it.
  init(path: String) throws(NotebookError) {
    file = try PageFile(path: path)
    if FileCheck.hasWriteAheadLog(path) { throw .walMode(path: path) }
    index = EntryIndex(try PageFile(path: path))
  }

  /// Hands every row that has the form of a notebook's to `body`, and counts losses in `report`. To
  /// be called once.
  ///
  /// When their trees are whole, these are the rows of the three tables. Otherwise rows are looked
  /// for on every page that is in no other tree of a notebook either and not known to be free.
  func forEachRow(
    _ report: inout SalvageReport, _ body: (SalvagedRow) throws -> Void
  ) rethrows {
    let schema = file.schema()
    var isWhole = schema.isWhole
    if !isWhole { report.add(loss: "the list of tables: partly unreadable") }
    for table in SalvagedRow.Table.allCases {
      let object = schema.objects.first {
        $0.object.type == "table" && $0.object.name == table.rawValue
      }
      guard let root = object?.root else {
        report.add(loss: "\(table): not in the list of tables")
        isWhole = false
        continue
      }
      var tree = TableTree(file)
      try tree.forEachRow(root: root) { row, page in
        try hand(row, of: table, page: page, to: body, &report)
      }
      for page in tree.damagedPages { report.add(loss: "page \(page) of \(table): unreadable") }
      report.pagesLost += tree.damagedPages.count
      isWhole = isWhole && tree.damagedPages.isEmpty
    }
    guard !isWhole else { return }
    for (object, root) in schema.objects where NotebookSchema.isKnown(object) {
      TableTree.takePages(of: file, root: root)
    }
    file.takeFreePages()
    try TableTree.forEachLostRow(in: file) { row, page in
      guard let table = SalvagedRow.table(of: row) else { return }
      try hand(row, of: table, page: page, to: body, &report)
    }
  }
}

extension SalvageSource {
  private func hand(
    _ stored: StoredRow?, of table: SalvagedRow.Table, page: Int,
    to body: (SalvagedRow) throws -> Void, _ report: inout SalvageReport
  ) rethrows {
    if stored != nil { report.rowsRead += 1 }
    switch stored.map({ SalvagedRow.validating($0, of: table) }) {
    case .success(let row):
      guard case .entry(let place, _, let value, let isRepaired) = row else { return try body(row) }
      if isRepaired {
        report.add(loss: "a row of \(table) on page \(page): damaged letters in its text")
      }
      guard let stored, index.contradicts(stored) else { return try body(row) }
      report.add(loss: "a row of \(table) on page \(page): its key is not that of the index")
      try body(
        .entry(place, timestamp: SalvageAuthor.doubtful, value: value, isRepaired: isRepaired))
    case .failure(let refusal):
      report.rowsRefused += 1
      report.add(loss: "a row of \(table) on page \(page): \(refusal.reason)")
    case nil:
      report.rowsRefused += 1
      report.add(loss: "a row of \(table) on page \(page): it cannot be read")
    }
  }
}
