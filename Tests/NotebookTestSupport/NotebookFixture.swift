package import Foundation
package import GRDB
package import Notebook
import NotebookFile

/// A notebook in a separate temporary folder, written with raw SQL: the results of other
/// programs, old versions and merges.
package final class NotebookFixture {
  package let folder: String
  package let path: String

  /// Makes a notebook of `notes`, given by their texts.
  package init(notes: [String] = []) throws {
    folder = NSTemporaryDirectory() + "notebook-tests-" + UUID().uuidString
    path = folder + "/test.libnotes"
    try Notebook.create(at: path, notes: notes)
  }

  deinit {
    for path in [folder, folder + "-state"] { try? FileManager.default.removeItem(atPath: path) }
  }

  /// The names in the folder, sorted.
  package var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }
  }

  /// The state folder stands beside the folder, not in the home of the user who runs the tests.
  package func open() throws -> Notebook {
    try Notebook.open(at: path, state: StateFolder(path: folder + "-state"))
  }

  package func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    return try queue.writeWithoutTransaction(body)
  }

  package func execute(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws
  {
    try write { db in try db.execute(sql: sql, arguments: arguments) }
  }

  /// Writes one version of a key: author `1` is X'0101…01'.
  package func put(
    _ scope: String, _ key: String, text: String? = nil, json: String? = nil, author: UInt8 = 1,
    usn: Int = 1, at time: String = "2024-01-01 00:00:00.000"
  ) throws {
    let id = Data(repeating: author, count: 16)
    try write { db in
      try db.execute(
        sql: "INSERT OR IGNORE INTO author VALUES (?, 'test', ?, NULL)", arguments: [id, usn])
      try db.execute(
        sql: "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, CAST(? AS TEXT), ?, NULL, NULL)",
        arguments: [
          scope, key, id, usn, time, json != nil ? 2 : text != nil ? 1 : 0,
          text.map { Data($0.utf8) }, json,
        ])
    }
  }

  /// Changes every page of the file that begins with one of `kinds`: 13 is a leaf of a table, 10 one of
  /// an index, 2 a page above those.
  package func damageLeaves(
    kinds: Set<UInt8> = [13], pageSize: Int = 4096, _ change: (inout Data) -> Void
  ) throws {
    let url = URL(fileURLWithPath: path)
    var bytes = Data()
    let file = try Data(contentsOf: url)
    for start in stride(from: 0, to: file.count, by: pageSize) {
      var page = Data(file[start..<min(start + pageSize, file.count)])
      if let kind = page.first, kinds.contains(kind) { change(&page) }
      bytes += page
    }
    try bytes.write(to: url)
  }

  /// Writes a note; `minute` is when it was modified.
  package func putNote(
    _ id: String, title: String = "", text: String? = nil, tags: [String] = [],
    book: (title: String, author: String, tags: [String])? = nil, folder: String? = nil,
    minute: Int = 0
  ) throws {
    try put(
      id, ".metadata",
      json: metadata(title: title, tags: tags, book: book, folder: folder, minute: minute))
    if let text { try put(id, ".noteText", text: text) }
    if let book { try put(id, ".bookIndex", text: book.title + " " + book.author) }
  }
}

/// A `.metadata` value as the app spells it.
package func metadata(
  title: String = "", tags: [String] = [],
  book: (title: String, author: String, tags: [String])? = nil, folder: String? = nil,
  minute: Int = 0
) throws -> String {
  var value: [String: Any] = [
    "title": title, "tags": tags, "creationTimestamp": "2024-01-01T00:00:00Z",
    "modifiedTimestamp": "2024-01-01T01:\(minute < 10 ? "0" : "")\(minute):00Z",
  ]
  value["folder"] = folder
  if let book {
    value["book"] = [
      "title": book.title, "authors": [book.author], "tags": book.tags, "rating": NSNull(),
      "review": NSNull(), "dateAdded": NSNull(), "readingHistory": NSNull(),
    ]
  }
  return String(decoding: try JSONSerialization.data(withJSONObject: value), as: UTF8.self)
}

extension NotebookFixture {
  /// A notebook with rows of every kind, some of them in conflict, on many pages.
  package static func rich(notes: Int = 60) throws -> NotebookFixture {
    let fixture = try NotebookFixture()
    for i in 0..<notes {
      try fixture.putNote(
        "note \(i)", title: "T\(i)", text: String(repeating: "word\(i) ", count: 1 + i * i % 900))
    }
    try fixture.put("note 1", ".noteText", text: "theirs", author: 2, at: "2025-01-01 00:00:00.000")
    try fixture.put("note 2", ".noteText", author: 3)
    try fixture.put("", ".libnotes-metadata", json: "{ \"majorVersion\" : 1 }")
    let id = Data(repeating: 1, count: 16)
    try fixture.write { db in
      try db.execute(sql: "UPDATE author SET usn = 100")
      for i in 0..<40 {
        try db.execute(
          sql: "INSERT INTO tombstone VALUES (?, 'gone', ?, ?, ?, 1)",
          arguments: ["note \(i)", id, i, Data(repeating: 2, count: 16)])
      }
      for size in [0, 1, 4_000, 100_000] {
        try db.execute(
          sql: "INSERT INTO entry VALUES (?, ?, ?, 1, ?, 3, NULL, NULL, 'image/png', ?)",
          arguments: [
            "note 3", "image-\(size)", id, "2024-01-01 00:00:00.000",
            Data((0..<size).map { UInt8(truncatingIfNeeded: $0) }),
          ])
      }
    }
    return fixture
  }
}
