import Base
import Books
import Foundation
import GRDB
import JSON
import MiniMarkdown
import NotebookTestSupport
import SpacedRepetition
import TestSupport
import Testing

@testable import KeyValueStore
@testable import Notebook
@testable import NotebookFile

/// A phone on which the app writes: by its own code, if there is an oracle, and otherwise as it does. Whatever it
/// changes, it writes every value of the note again, over all versions.
final class AtOncePhone {
  private let device: Device
  private let oracle: AppOracle?

  init(copying path: String, oracle: AppOracle?) throws {
    device = try Device(copying: path)
    self.oracle = oracle
  }

  /// The notebook's file, in which it writes.
  var path: String { device.path }

  func facts() throws -> AtOnceFacts { try access { try AtOnceFacts($0) } }

  private func access<Value>(_ body: (Database) throws -> Value) throws -> Value {
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    return try queue.write(body)
  }

  /// Asks the app to do it; false if it is not there.
  private func ask(_ command: JSONObject) throws -> Bool {
    guard let oracle else { return false }
    var command = command
    command["file"] = path.json
    let answer = try oracle.ask(.object(command))
    #expect(answer?["saved"] == true, "\(command["cmd"] ?? .null): \(answer ?? .null)")
    return true
  }

  func edit(_ note: String, to text: String, at now: Date) throws {
    if try ask(["cmd": "edit", "id": note.json, "markdown": text.json]) { return }
    try write(note, at: now) { values in
      let content = NoteContent(text: text)
      values[".noteText"] = .text(text)
      Self.changeMetadata(&values) { $0.describe(content, isEdited: true, at: now) }
      let former = values.filter { $0.key.hasPrefix(PromptKey.prefix) && $0.value != .null }
      for key in former.keys { values[key] = .null }
      for prompts in content.promptCollections {
        // A line end more or less does not make it another prompt.
        let kept = former.first {
          $0.value.json?["rawValue"]?.string?.trimmed == prompts.rawValue.trimmed
        }
        let key = kept?.key ?? PromptKey.fresh(for: prompts) { values[$0] ?? .null != .null }.text
        var json = kept?.value.json?.object ?? prompts.json
        json["rawValue"] = .string(prompts.rawValue)
        values[key] = .json(.object(json))
      }
    }
  }

  func rate(_ note: String, _ stars: Int, at now: Date) throws {
    let command: JSONObject = [
      "cmd": "book", "id": note.json, "rating": .integer(Int64(stars)),
    ]
    if try ask(command) { return }
    try changeBook(note, at: now) { $0["rating"] = .integer(Int64(stars)) }
  }

  func changeBook(_ note: String, at now: Date, _ change: (inout JSONObject) -> Void) throws {
    try write(note, at: now) { values in
      Self.changeMetadata(&values) { metadata in
        guard var book = metadata["book"]?.object else { return }
        change(&book)
        metadata["book"] = .object(book)
        metadata["modifiedTimestamp"] = .string(Timestamps.json(now))
        metadata.describeBook()
      }
      let book = values[".metadata"]?.json?["book"].flatMap { try? Book(json: $0) }
      if let book { values[".bookIndex"] = .text(book.indexedText) }
    }
  }

  /// Begins or ends a reading, on a day that no other reading has.
  func read(_ note: String, _ day: PartialDate, ends: Bool, at now: Date) throws {
    try changeBook(note, at: now) { book in
      var history =
        book["readingHistory"]?.object ?? ["hasRead": false, "multipleReadings": false]
      var entries = history["entries"]?.array ?? []
      let open = entries.firstIndex { $0["finish"] ?? .null == .null }
      if ends {
        history["hasRead"] = true
        var entry = open.flatMap { entries.remove(at: $0).object } ?? [:]
        entry["finish"] = day.json
        entries.insert(.object(entry), at: open ?? entries.count)
      } else if open == nil {
        entries.append(["start": day.json])
      }
      history["entries"] = .array(entries)
      book["readingHistory"] = .object(history)
    }
  }

  func move(_ note: String, toTrash isTrashed: Bool, at now: Date) throws {
    var command: JSONObject = ["cmd": "folder", "id": note.json]
    if isTrashed { command["folder"] = .string(NoteSummary.trash) }
    if try ask(command) { return }
    try write(note, at: now) { values in
      Self.changeMetadata(&values) { metadata in
        metadata["folder"] = isTrashed ? .string(NoteSummary.trash) : nil
      }
    }
  }

  func addImage(_ data: Data, to note: String, at now: Date) throws {
    if try ask(["cmd": "image", "id": note.json, "data": data.base64EncodedString().json]) {
      return
    }
    try access { db in
      var author = Author(opened: now)
      let key = EntryKey(scope: note, key: "assets/\(data.base64EncodedString()).png")
      try author.write(
        [(key, .blob(mimeType: "image/png", data: data))], at: now, superseding: .all, in: db)
      try Self.sign(author, db)
    }
  }

  func setCover(_ data: Data, of note: String, at now: Date) throws {
    try write(note, at: now) { $0[NoteCover.key] = .blob(mimeType: "image/jpeg", data: data) }
  }

  /// Answers the prompt of this text. Returns false if there is none.
  func answer(
    _ text: String, _ index: Int, in note: String, isRight: Bool, at date: Date
  ) throws -> Bool {
    let key = try access { db in
      try EntryVersion.fetch(db, scope: note).first { key, versions in
        key.key.hasPrefix(PromptKey.prefix)
          && versions.first?.value.json?["rawValue"]?.string?.trimmed == text
      }?.key.key
    }
    guard let key else { return false }
    let command: JSONObject = [
      "cmd": "answer", "id": note.json, "key": key.json, "index": .integer(Int64(index)),
      "correct": 1, "incorrect": isRight ? 0 : 1, "date": .string(Timestamps.json(date)),
    ]
    if try ask(command) { return true }
    try access { db in
      var author = Author(opened: date)
      let prompt = PromptID(note: note, block: key, index: index)
      let values = try ReviewDevice.valuesOfApp(
        answering: prompt, isRight: isRight, at: date, days: isRight ? 3 : 1, buries: true, in: db)
      try author.write(values, at: date, superseding: .all, in: db)
      try Self.sign(author, db)
    }
    return true
  }

  // MARK: The app's ways

  /// Writes all values of a note after `change`, which gets them by their keys.
  private func write(
    _ note: String, at now: Date, _ change: (inout [String: EntryValue]) -> Void
  ) throws {
    try access { db in
      var values: [String: EntryValue] = [:]
      for (key, versions) in try EntryVersion.fetch(db, scope: note) {
        values[key.key] = versions.first?.value
      }
      change(&values)
      var author = Author(opened: now)
      let rows = values.sorted { $0.key < $1.key }.map { key, value in
        (EntryKey(scope: note, key: key), Self.recoded(value))
      }
      try author.write(rows, at: now, superseding: .all, in: db)
      try Self.sign(author, db)
    }
  }

  private static func changeMetadata(
    _ values: inout [String: EntryValue], _ change: (inout JSONObject) -> Void
  ) {
    guard var metadata = values[".metadata"]?.json?.object else { return }
    change(&metadata)
    values[".metadata"] = .json(.object(metadata))
  }

  /// Its encoder orders members as it likes.
  private static func recoded(_ value: EntryValue) -> EntryValue {
    guard case .json(.object(let object)) = value else { return value }
    return .json(.object(JSONObject(object.members.reversed().map { ($0.key, $0.value) })))
  }

  private static func sign(_ author: Author, _ db: Database) throws {
    try db.execute(sql: "UPDATE author SET name = 'iPhone' WHERE id = ?", arguments: [author.id])
  }
}
