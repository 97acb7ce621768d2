import GRDB
import NotebookFile
import Testing

/// Values are what they are, not what their columns say.
@Suite struct RowScanTests {
  private static let sql = """
    SELECT * FROM (SELECT 1 AS number, 'a' AS text, X'62FF' AS bytes, NULL AS missing
      UNION ALL SELECT 2, CAST(X'63006400' AS TEXT), '', 2.5)
    WHERE number > ? ORDER BY number
    """

  @Test func givesValuesByTheirKinds() throws {
    let queue = try DatabaseQueue()
    try queue.read { db in
      var rows: [String] = []
      try RowScan(db, Self.sql, [0]).forEach { row in
        let numbers = (0..<4).map { row.integer(at: $0) }
        let texts = (0..<4).map { row.text(at: $0) }
        let whole = (0..<4).map { row.wholeText(at: $0) }
        let counts = (0..<4).map { index in row.withBytes(at: index) { $0.count } }
        let nulls = (0..<4).filter { row.isNull(at: $0) }
        rows.append("\(numbers) \(texts) \(whole) \(counts) \(nulls)")
      }
      let none: Int? = nil
      let numbers: [[Int64?]] = [[1, nil, nil, nil], [2, nil, nil, nil]]
      let texts: [[String?]] = [[nil, "a", nil, nil], [nil, "c", "", nil]]
      let whole: [[String?]] = [[nil, "a", "b\u{FFFD}", nil], [nil, "c\0d\0", "", nil]]
      let counts: [[Int?]] = [[none, 1, 2, none], [none, 4, 0, none]]
      let nulls = [[3], []]
      let expected = (0..<2).map { row in
        "\(numbers[row]) \(texts[row]) \(whole[row]) \(counts[row]) \(nulls[row])"
      }
      #expect(rows == expected)
    }
  }

  @Test func endsWhenItIsTold() throws {
    let queue = try DatabaseQueue()
    try queue.read { db in
      var count = 0
      let scan = try RowScan(db, Self.sql, [0])
      let isWhole = try scan.allSatisfy { _ in
        count += 1
        return false
      }
      #expect(!isWhole && count == 1)
      #expect(try scan.allSatisfy { _ in true })
      #expect(throws: DatabaseError.self) { try RowScan(db, "SELECT unknown").forEach { _ in } }
      #expect(throws: DatabaseError.self) {
        try RowScan(db, "SELECT abs(-9223372036854775808)").forEach { _ in }
      }
    }
  }
}
