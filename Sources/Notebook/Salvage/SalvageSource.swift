import KeyValueStore
import NotebookFile

struct SalvageSource {
  private let file: PageFile
  private let entries, tombstones: SalvageEvidence

  /// Throws if the file cannot be read, or if its newest values may be in a write-ahead log.
  init(path: String) throws(NotebookError) {
    file = try PageFile(path: path)
    if FileCheck.hasWriteAheadLog(path) { throw .walMode(path: path) }
    entries = SalvageEvidence(try PageFile(path: path), of: .entry)
    tombstones = SalvageEvidence(try PageFile(path: path), of: .tombstone)
  }

  /// Passes every valid row of a notebook's table to `body`, and counts losses in `report`. Call
  /// only once.
  ///
  /// If the three tables' trees are intact, reads only their rows. Otherwise also searches every
  /// page that is not in another tree of the notebook and not known to be free.
  func forEachRow(
    _ report: inout SalvageReport, _ body: (SalvagedRow) throws -> Void
  ) rethrows {
    let schema = file.schema()
    var isWhole = schema.isWhole
    var writes = KnownWrites()
    if !isWhole { report.add(loss: "the list of tables is partly unreadable") }
    for table in SalvagedRow.Table.allCases {
      let object = schema.objects.first {
        $0.object.type == "table" && $0.object.name == table.rawValue
      }
      guard let root = object?.root else {
        report.add(loss: "the table “\(table)” is not in the list of tables")
        isWhole = false
        continue
      }
      var tree = TableTree(file)
      try tree.forEachRow(root: root) { row, page in
        try hand(row, of: table, page: page, &writes, to: body, &report)
      }
      for page in tree.damagedPages {
        report.add(loss: "page \(page) of the table “\(table)” is unreadable")
      }
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
      try hand(row, of: table, page: page, &writes, to: body, &report)
    }
  }
}

extension SalvageSource {
  /// Passes a valid row of `table` to `body`. If the file contradicts an entry, the entry gets
  /// another author, so that it stays next to the real one. Skips a contradicted tombstone, because
  /// it would remove a value.
  private func hand(
    _ stored: StoredRow?, of table: SalvagedRow.Table, page: Int, _ writes: inout KnownWrites,
    to body: (SalvagedRow) throws -> Void, _ report: inout SalvageReport
  ) rethrows {
    func add(_ reason: String) {
      report.add(loss: "an item of the table “\(table)” on page \(page): \(reason)")
    }
    guard let stored else {
      report.rowsRefused += 1
      return add("it cannot be read")
    }
    report.rowsRead += 1
    switch SalvagedRow.validating(stored, of: table) {
    case .success(.author(let id, let name, let usn, let timestamp)):
      writes.add(id, usn: usn)
      try body(.author(id: id, name: name, usn: usn, timestamp: timestamp))
    case .success(.entry(var version, var timestamp, let value, let isRepaired, _)):
      if isRepaired { add("some characters of its text are damaged") }
      let verdict = entries.verdict(on: stored)
      if let reason = doubt(verdict, version, writes) {
        add(reason)
      }
      // If the index confirms the key, the author's number of writes may be the damaged one.
      if verdict == .contradicted
        || verdict == .unknown && writes.contradict(version.usn, of: version.author)
      {
        version.author = SalvageAuthor.doubting(version.author)
        timestamp = SalvageAuthor.doubtful
      }
      try body(
        .entry(
          version, timestamp: timestamp, value: value, isRepaired: isRepaired,
          isConfirmed: verdict == .confirmed))
    case .success(.tombstone(let version, let author, let usn)):
      let reason = writes.contradict(usn, of: author) ? Self.unwritten : nil
      if let reason = reason ?? doubt(tombstones.verdict(on: stored), version, writes) {
        report.rowsRefused += 1
        return add(reason)
      }
      try body(.tombstone(version, deletingAuthor: author, deletingUSN: usn))
    case .failure(let refusal):
      report.rowsRefused += 1
      add(refusal.reason)
    }
  }

  private static let unwritten = "its update number is higher than its author's last update number"

  /// Returns a reason to doubt a row: the index has another key, or the number is higher than its
  /// author's. Returns nil if the file does not contradict the row.
  private func doubt(
    _ verdict: SalvageEvidence.Verdict, _ version: SalvagedRow.Version, _ writes: KnownWrites
  ) -> String? {
    if verdict == .contradicted { return "its key differs from the key in the index" }
    return writes.contradict(version.usn, of: version.author) ? Self.unwritten : nil
  }
}
