import Base
import Foundation
import FrontMatter
import GRDB
import JSON
import KeyValueStore
import Notebook
import NotebookFile

/// A database of the app from before notebooks existed, opened read-only as an untrusted file.
struct LegacyDatabase {
  private let path: String
  private let identity: FileIdentity
  private let queue: DatabaseQueue

  init(path: String) throws(NotebookError) {
    self.path = path
    identity = try FileCheck.identity(ofNotebookAt: path)
    do {
      queue = try DatabaseQueue(path: path, configuration: GuardedFile.configuration)
    } catch {
      throw NotebookError(reading: path, error)
    }
  }

  /// Returns the notes as a notebook stores them, with the study log last, and the number of
  /// deleted or invalid notes. Follows the rules of the app's own converter.
  ///
  /// Contents that notebooks do not support are stored in the scope `.commonplace`.
  func notes() throws(NotebookError) -> (notes: [IncomingNote], deleted: Int) {
    do {
      return try queue.read { db in
        db.setBudget(milliseconds: UInt32(clamping: 10_000 + identity.size >> 12))
        defer { db.setBudget(milliseconds: 0) }
        let schema = try LegacySchema(checking: db, path: path)
        let rows = try LegacyRows(db, schema)
        var deleted = 0
        var notes: [IncomingNote] = []
        var promptKeys: [LegacyKey: String] = [:]
        for row in rows.notes {
          guard row.integer(5) == 0, let id = row.text(0), NoteValues.isNote(id) else {
            deleted += 1
            continue
          }
          let note = LegacyNote(id: id, row: row, in: rows)
          notes.append(note.incoming)
          promptKeys.merge(note.promptKeys) { first, _ in first }
        }
        if let log = rows.studyLog(promptKeys) { notes.append(log) }
        return (notes, deleted)
      }
    } catch {
      throw NotebookError(reading: path, error)
    }
  }
}

struct LegacyKey: Hashable {
  var note: String
  var key: String
}

struct LegacyRow {
  private let row: Row

  init(_ row: Row) { self.row = row }

  /// Returns bytes, which are text in most columns.
  func data(_ index: Int) -> Data? { row[index] as Data? }

  func text(_ index: Int) -> String? { data(index).map { String(decoding: $0, as: UTF8.self) } }

  func integer(_ index: Int) -> Int64 { row[index] as Int64? ?? 0 }

  func real(_ index: Int) -> Double? {
    (row[index] as Double?).flatMap { $0.isFinite ? $0 : nil }
  }

  /// Returns a time in the formats of JSON values and of rows; nil if it is not a time.
  func time(_ index: Int) -> (json: String, row: String)? {
    guard let text = text(index) else { return nil }
    if let date = Timestamps.date(row: text) { return (Timestamps.json(date), text) }
    guard let json = ExchangeDates.json(text), let date = Timestamps.date(json: json) else {
      return nil
    }
    return (json, Timestamps.row(date))
  }
}

struct LegacyRows {
  let notes: [LegacyRow]
  let contents: [String: [LegacyRow]]
  let links: [String: [LegacyRow]]
  let prompts: [LegacyKey: [LegacyRow]]
  let blobs: [String: [LegacyRow]]
  let assets: [String: Data]
  private let history: [LegacyRow]
  private let device: String

  init(_ db: Database, _ schema: LegacySchema) throws {
    func rows(_ table: String, _ order: String) throws -> [LegacyRow] {
      guard let sql = schema.selection(from: table) else { return [] }
      return try Row.fetchAll(db, sql: "\(sql) ORDER BY \(order)").map(LegacyRow.init)
    }
    notes = try rows("note", "1")
    contents = Dictionary(grouping: try rows("content", "1, 2")) { $0.text(0) ?? "" }
    links = Dictionary(grouping: try rows("notelink", "1, 2")) { $0.text(0) ?? "" }
    prompts = Dictionary(grouping: try rows("prompt", "1, 2, 3")) {
      LegacyKey(note: $0.text(0) ?? "", key: $0.text(1) ?? "")
    }
    blobs = Dictionary(grouping: try rows("binarycontent", "1, 2")) { $0.text(0) ?? "" }
    assets = Dictionary(
      try rows("asset", "1").map { ($0.text(0) ?? "", $0.data(1) ?? Data()) },
      uniquingKeysWith: { first, _ in first })
    history = try rows("prompthistory", "1, 4, 5, 6")
    device = try rows("device", "1").first?.text(0)?.uppercased() ?? "LEGACY"
  }

  /// Returns the recorded answers as a notebook's study log; nil if there are none.
  func studyLog(_ promptKeys: [LegacyKey: String]) -> IncomingNote? {
    var log = IncomingNote(id: ".studyLog")
    var counts: [EntryKey: Int] = [:]
    for row in history {
      guard let time = row.time(0), let note = row.text(3), let content = row.text(4) else {
        continue
      }
      let prompt = promptKeys[LegacyKey(note: note, key: content)] ?? content
      let value: JSONValue = [
        "timestamp": .string(time.json),
        "identifier": [
          "noteId": .string(note), "promptKey": .string(prompt),
          "promptIndex": .integer(row.integer(5)),
        ],
        "statistics": [
          "correct": .integer(row.integer(1)), "incorrect": .integer(row.integer(2)),
        ],
      ]
      var key = EntryKey(
        scope: log.id, key: "\(time.json);note=\(note);promptId=\(prompt);author=\(device)")
      // The key does not distinguish prompts of one block that were answered together.
      let number = counts[key, default: 0]
      counts[key] = number + 1
      key.key += number < 100 ? String(repeating: ";", count: number) : ";\(number)"
      log.versions[key] = [IncomingVersion(.json(value), time: time.row)]
    }
    return log.versions.isEmpty ? nil : log
  }
}
