import Foundation
import GRDB
import JSON
import NotebookTestSupport
import TestSupport

@testable import KeyValueStore

/// Writes what apps, old versions, merges and worse leave in notebooks; all of it follows from a
/// seed.
struct RandomNotebook {
  private var random: RandomEdits
  private var usn = 0
  private var times: Set<Int> = []

  init(seed: UInt64) { random = RandomEdits(seed: seed) }

  mutating func write(to path: String) throws {
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    try queue.write { db in
      for author in UInt8(1)...3 {
        try db.execute(
          sql: "INSERT INTO author VALUES (?, 'test', 1000000, NULL)",
          arguments: [Data(repeating: author, count: 16)])
      }
      for _ in 0..<random.number(1...6) { try writeNote(db) }
      for index in 0..<random.number(0...4) {
        let key = "2021-09-22T07:00:0\(index)Z;note=X;promptId=p;author=A"
        try put(db, ".studyLog", key, .json(["timestamp": "2021-09-22T07:00:00Z", "n": 1]))
      }
      if isOne(of: 3) { try put(db, "", ".libnotes-metadata", .json(["majorVersion": 1])) }
      if isOne(of: 3) { try put(db, ".commonplace", "setting", .json([1, [:]])) }
      if isOne(of: 3) { try put(db, "ORPHAN", "assets/" + text() + ".bin", blob()) }
    }
  }

  private mutating func isOne(of count: Int) -> Bool { random.number(1...count) == 1 }

  private mutating func text() -> String { random.text(0...6) }

  private mutating func blob() -> EntryValue {
    let bytes = (0..<random.number(0...50)).map { _ in UInt8(random.number(0...255)) }
    let types = [
      "image/jpeg", "image/png", "application/octet-stream", "x/" + text().filter(\.isASCII),
    ]
    let type = types[random.number(0...3)].replacingOccurrences(of: "\0", with: "")
    return .blob(mimeType: type, data: Data(bytes))
  }

  private mutating func writeNote(_ db: Database) throws {
    let ids = [
      UUID().uuidString, "0123456789abcdef0123456789abcdef", "weird id/../\(random.number(0...9))",
      "lower-\(random.number(0...999))", "É;x=\(random.number(0...99))",
    ]
    let id = ids[random.number(0...4)]
    let body = random.number(0...5) == 0 ? "" : random.text(0...25)
    let json = metadata(body)
    try put(db, id, ".metadata", .json(json), sides: { _ in .json(json.settingFolder("inbox")) })
    if isOne(of: 1) {
      try put(db, id, ".noteText", random.number(0...4) == 0 ? .null : .text(body))
    }
    if random.number(0...2) == 0 {
      let other = random.text(1...9) + "x"
      try put(db, id, ".noteText", .text(body), sides: { _ in .text(other) })
    }
    try put(db, id, ".bookIndex", random.number(0...1) == 0 ? .null : .text(text()))
    if random.number(0...1) == 0 { try put(db, id, ".coverImage", blob()) }
    for _ in 0..<random.number(0...3) {
      let key = "prompt=quote;count=1;id=\(random.number(1000...9999))"
      let json: JSONValue = [
        "type": "prompt=quote", "rawValue": .string(text()), "unknown": [1, ["x": nil]],
        "promptStatistics": [["reviewCount": .integer(Int64(random.number(0...9)))]],
      ]
      try put(db, id, key, random.number(0...4) == 0 ? .null : .json(json))
    }
    if random.number(0...2) == 0 {
      try put(db, id, "assets/\(random.number(0...99999999))0.png", blob())
    }
    if random.number(0...2) == 0 { try put(db, id, "assets/../\(text())", blob()) }
    if random.number(0...3) == 0 { try put(db, id, "unknown " + text(), .text(text())) }
    if random.number(0...3) == 0 {
      try put(db, ".commonplace", "\(id);kept", .json([.string(text())]))
    }
    if random.number(0...3) == 0 {
      let lines = [
        "x-unknown: |\n  \(random.number(0...9))", "---\nid: evil", "# \(text())", "id: x",
      ]
      let rest = JSONValue.string(lines[random.number(0...3)])
      try put(db, ".commonplace", "\(id);frontMatter", .json(rest))
    }
  }

  private mutating func metadata(_ body: String) -> JSONValue {
    var metadata: JSONObject = [
      "title": .string(random.number(0...2) == 0 ? text() : "T"), "tags": [.string("#" + text())],
      "creationTimestamp": .string("2024-01-0\(random.number(1...9))T00:00:00Z"),
      "modifiedTimestamp": "2024-02-01T00:00:00Z",
      "summary": random.number(0...3) == 0 ? .string(text()) : nil,
      "folder": random.number(0...3) == 0 ? "recentlyDeleted" : nil,
    ]
    if random.number(0...3) == 0 { metadata["futureField"] = ["deep": [.string(text()), 1.5]] }
    if random.number(0...1) == 0 {
      var book: JSONObject = [
        "title": .string(text()), "authors": [.string(text()), "B"], "rating": .null,
        "review": random.number(0...1) == 0 ? .string(text()) : .null, "readingHistory": .null,
        "yearPublished": .integer(Int64(random.number(-5...3000))), "isbn": "0140449264",
        "unknown": [:], "dateAdded": random.number(0...1) == 0 ? .null : "2024-01-01T00:00:00Z",
      ]
      if random.number(0...1) == 0 {
        book["rating"] = .integer(Int64(random.number(0...5)))
        book["readingHistory"] = [
          "hasRead": true, "multipleReadings": false, "x": 1,
          "entries": [
            ["start": ["year": 2021, "month": 9, "day": 20], "finish": ["year": 2021]],
            ["start": ["month": 3]],
            ["finish": ["day": 1, "year": 2021], "note": .string(text())],
          ],
        ]
      }
      metadata["book"] = .object(book)
    }
    return .object(metadata)
  }

  private mutating func put(
    _ db: Database, _ scope: String, _ key: String, _ value: EntryValue,
    sides: ((Int) -> EntryValue)? = nil
  ) throws {
    let key = key.replacingOccurrences(of: "\0", with: "")
    let count = sides == nil || random.number(0...3) > 0 ? 1 : random.number(2...3)
    // Two versions at one time, of which the author's id decides, are there too.
    let base = random.number(1000...9000)
    for side in 0..<count {
      usn += 1
      let second = base + (random.number(0...1) == 0 ? 0 : side)
      try StoredVersion(
        key: EntryKey(scope: scope, key: key), author: Data(repeating: UInt8(side + 1), count: 16),
        usn: Int64(usn),
        timestamp: random.number(0...60) == 0
          ? ["some day", "9999-01-01 00:00:00.000"][side % 2]
          : "2024-01-01 0\(second / 1000):00:00.\(100 + second % 900)",
        value: StoredValue(side == 0 ? value : sides?(side) ?? value)
      ).store(in: db)
    }
  }
}

extension JSONValue {
  fileprivate func settingFolder(_ folder: String) -> JSONValue {
    var object = object ?? [:]
    object["folder"] = .string(folder)
    return .object(object)
  }
}
