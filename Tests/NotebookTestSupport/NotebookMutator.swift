import Base
package import Foundation
import GRDB
import TestSupport

/// Makes files that are nearly notebooks, all of them out of one seed.
package struct NotebookMutator {
  private var random: SeededGenerator
  private let good: Data
  private let pageSize = 4096

  package init(_ good: Data, seed: UInt64) {
    self.good = good
    random = SeededGenerator(seed: seed)
  }

  /// Writes a changed notebook to `path`.
  package mutating func write(to path: String) throws {
    let isChangedBySQL = number(0...2) == 0
    var bytes = good
    if isChangedBySQL {
      try bytes.write(to: URL(fileURLWithPath: path))
      for _ in 0..<number(1...3) { try? change(path) }
      bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    }
    if !isChangedBySQL || number(0...3) == 0 {
      for _ in 0..<number(1...3) { change(&bytes) }
    }
    try bytes.write(to: URL(fileURLWithPath: path))
  }

  /// A damaged file: what time, disks and half-done copies make of it.
  package mutating func damaged() -> Data {
    var bytes = good
    while bytes == good { for _ in 0..<number(1...3) { change(&bytes) } }
    return bytes
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  /// Damage by time, disks and half-done copies.
  private mutating func change(_ bytes: inout Data) {
    guard bytes.count > pageSize else { return }
    let pages = bytes.count / pageSize
    let page = number(0...pages - 1) * pageSize
    let other = number(0...pages - 1) * pageSize
    func content(_ page: Int) -> Data { bytes.subdata(in: page..<page + pageSize) }
    switch number(0...9) {
    case 0:
      for _ in 0..<number(1...20) {
        bytes[number(0...bytes.count - 1)] ^= 1 << UInt8(number(0...7))
      }
    case 1: bytes[number(16...99)] = UInt8(number(0...255))
    case 2:  // the head of a page, where the tree is
      for _ in 0..<number(1...4) {
        bytes[page + (page == 0 ? 100 : 0) + number(0...40)] = UInt8(number(0...255))
      }
    case 3:
      let start = number(0...bytes.count - 1)
      for offset in start..<min(bytes.count, start + number(1...600)) {
        bytes[offset] = UInt8(number(0...255))
      }
    case 4: bytes = bytes.prefix(number(1...bytes.count))
    case 5: bytes = bytes.prefix(other + pageSize)
    case 6:
      let first = content(page)
      bytes.replaceSubrange(page..<page + pageSize, with: content(other))
      bytes.replaceSubrange(other..<other + pageSize, with: first)
    case 7: bytes.replaceSubrange(page..<page + pageSize, with: content(other))
    case 8: bytes.replaceSubrange(page..<page + pageSize, with: Data(count: pageSize))
    default: bytes += Data(repeating: UInt8(number(0...255)), count: number(1...3 * pageSize))
    }
  }

  /// Changes by someone who knows SQL. Many of them fail, which is fine.
  private mutating func change(_ path: String) throws {
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    let bytes = Data((0..<number(1...40)).map { _ in UInt8(number(0...255)) })
    let offset = number(1...400)
    let row = "WHERE rowid = (SELECT rowid FROM entry LIMIT 1 OFFSET \(number(0...60)))"
    let attack = SchemaAttack.all.filter { $0.description != "a huge value" }
      .randomElement(using: &random)
    let column =
      ["scope", "key", "authorId", "usn", "timestamp", "type", "text", "json", "blob"]
      .randomElement(using: &random) ?? ""
    let table = ["data", "idx", "docsize", "config"].randomElement(using: &random) ?? ""
    let changes: [(String, StatementArguments)] = [
      (attack?.sql ?? "", []),
      (
        """
        PRAGMA writable_schema = ON; UPDATE sqlite_schema
        SET sql = CAST(substr(sql, 1, \(offset)) || ? || substr(sql, \(offset + bytes.count)) AS TEXT)
        WHERE rowid = \(number(1...20))
        """, [bytes]
      ),
      (
        """
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET rootpage = \(number(0...40)) WHERE rowid = \(number(1...20))
        """, []
      ),
      (
        """
        UPDATE entryFullText_data
        SET block = CAST(substr(block, 1, \(offset)) || ? || substr(block, \(offset + bytes.count)) AS BLOB)
        WHERE id IN (SELECT id FROM entryFullText_data LIMIT 1 OFFSET \(number(0...10)))
        """, [bytes]
      ),
      ("DELETE FROM entryFullText_\(table)", []),
      ("UPDATE entryFullText_config SET v = \(number(0...9))", []),
      (
        "UPDATE entry SET json = substr(json, 1, \(offset)) || ? || substr(json, \(offset)) \(row)",
        [String(decoding: bytes, as: UTF8.self)]
      ),
      (
        "UPDATE entry SET json = ? \(row)",
        [String(repeating: "[", count: number(1...100_000))]
      ),
      ("UPDATE entry SET \(column) = ? \(row)", [bytes]),
      ("UPDATE entry SET \(column) = \(number(-5...5)) \(row)", []),
      ("UPDATE entry SET text = ? \(row)", [String(repeating: "a ", count: number(1...50_000))]),
      ("UPDATE author SET usn = \(number(-5...5)), name = ?", [bytes]),
      ("UPDATE applicationIdentifier SET majorVersion = ?", [bytes]),
      ("INSERT INTO grdb_migrations VALUES (?)", [bytes]),
    ]
    guard let (sql, arguments) = changes.randomElement(using: &random) else { return }
    try queue.writeWithoutTransaction { db in
      for statement in sql.hasPrefix("PRAGMA writable")
        ? sql.split(separator: ";", maxSplits: 1).map(String.init) : [sql]
      {
        try db.execute(sql: statement, arguments: statement.contains("?") ? arguments : [])
      }
    }
  }
}
