import Foundation
import JSON
import MiniMarkdown
import NoteGenerator
import Notebook

/// Writes a generated notebook to a file, as the app would have left it: through the tables and
/// their triggers, values of one note under one number of one author.
struct NotebookMaker {
  let notebook: GeneratedNotebook
  private let connection: SQLiteConnection
  private let insertAuthor: SQLiteStatement
  private let insertEntry: SQLiteStatement

  /// Makes a notebook at `path`, where nothing may be, of `noteCount` notes. It appears when it is
  /// complete. Takes some 40 s and 500 MB for 100,000 notes.
  static func make(at path: String, seed: UInt64, noteCount: Int) throws {
    let temporary = path + ".part"
    try? FileManager.default.removeItem(atPath: temporary)
    try Notebook.create(at: temporary, notes: [])
    let maker = try NotebookMaker(
      GeneratedNotebook(seed: seed, noteCount: noteCount), path: temporary)
    try maker.write()
    try FileManager.default.moveItem(atPath: temporary, toPath: path)
  }

  private init(_ notebook: GeneratedNotebook, path: String) throws {
    self.notebook = notebook
    connection = try SQLiteConnection(path: path, readOnly: false)
    // Nobody else sees the file before it is done.
    try connection.execute(
      "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -262144")
    insertAuthor = try connection.prepare("INSERT INTO author VALUES (?, ?, ?, ?)")
    insertEntry = try connection.prepare(
      "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL)")
  }

  private func write() throws {
    let batch = 500
    for start in stride(from: 0, to: notebook.noteCount, by: batch) {
      StandardError.progress("making a notebook: \(start) of \(notebook.noteCount) notes")
      let numbers = Array(start..<min(start + batch, notebook.noteCount))
      try connection.execute("BEGIN")
      for note in Self.stored(numbers, of: notebook) { try insert(note) }
      try connection.execute("COMMIT")
    }
    let writes = usns
    try connection.execute("BEGIN")
    for (session, usn) in writes.sorted(by: { $0.key < $1.key }) {
      try insertAuthor.run([
        .blob(author(session)), .text("generator"), .integer(Int64(usn)), .null,
      ])
    }
    try connection.execute("COMMIT; PRAGMA journal_mode = DELETE")
    StandardError.progress("")
  }

  /// The last number of each session: of a note it is 1 + its number.
  private var usns: [Int: Int] {
    var usns: [Int: Int] = [:]
    for number in 0..<notebook.noteCount {
      usns[number * notebook.sessionCount / notebook.noteCount] = number + 1
    }
    return usns
  }

  private func author(_ session: Int) -> [UInt8] {
    var random = SeededGenerator(seed: notebook.seed &+ UInt64(truncatingIfNeeded: session))
    return withUnsafeBytes(of: (random.next(), random.next())) { Array($0) }
  }

  private func insert(_ note: StoredGeneratedNote) throws {
    var versions = [(session: note.session, time: note.modified, values: note.values)]
    if note.isInConflict {
      let older = note.values.filter { $0.key == ".noteText" }
        .map { ($0.key, StoredGeneratedNote.Value.text("An older version of the text.\n")) }
      versions.append(
        (session: note.session == 0 ? 1 : note.session - 1, time: note.created, values: older))
    }
    for version in versions {
      let author = author(version.session)
      for (key, value) in version.values {
        let (type, text, json): (Int64, SQLiteValue, SQLiteValue) =
          switch value {
          case .null: (0, .null, .null)
          case .text(let text): (1, .text(text), .null)
          case .json(let json): (2, .null, .text(json))
          }
        try insertEntry.run([
          .text(note.id), .text(key), .blob(author), .integer(Int64(note.usn)),
          .text(version.time), .integer(type), text, json,
        ])
      }
    }
  }

  /// The notes of these numbers as they are stored, made by all cores.
  private static func stored(
    _ numbers: [Int], of notebook: GeneratedNotebook
  ) -> [StoredGeneratedNote] {
    numbers.map { StoredGeneratedNote(notebook.note($0), number: $0) }
  }
}

/// A generated note as the values that a notebook has of it.
struct StoredGeneratedNote {
  enum Value {
    case null
    case text(String)
    case json(String)
  }

  let id: String
  let session: Int
  let usn: Int
  /// Times as rows have them.
  let created: String
  let modified: String
  let isInConflict: Bool
  let values: [(key: String, value: Value)]

  init(_ note: GeneratedNote, number: Int) {
    let content = NoteContent(text: note.text)
    id = note.id
    session = note.session
    usn = number + 1
    isInConflict = note.isInConflict
    let times = [note.created, note.modified].map {
      Date(timeIntervalSince1970: Double($0)).formatted(.iso8601)
    }
    created = Self.row(times[0])
    modified = Self.row(times[1])
    let metadata: JSONValue = [
      "title": .string(content.title), "tags": .array(content.hashtags.map(JSONValue.string)),
      "summary": content.summary.map(JSONValue.string),
      "creationTimestamp": .string(times[0]), "modifiedTimestamp": .string(times[1]),
      "folder": note.isTrashed ? "recentlyDeleted" : nil, "book": note.book?.json,
    ]
    values =
      [
        (".metadata", .json(Self.stored(metadata))), (".noteText", .text(note.text)),
        (".bookIndex", note.book.map { .text("\($0.title) \($0.author)") } ?? .null),
      ]
      + content.promptCollections.enumerated().map { place, prompts in
        (prompts.key(number: number << 16 | place), .json(Self.stored(prompts.json)))
      }
  }

  /// `2021-09-21T04:58:51Z` as rows have it.
  private static func row(_ time: String) -> String {
    time.dropLast().replacing("T", with: " ") + ".000"
  }

  /// The app's writer puts a backslash before each slash.
  private static func stored(_ value: JSONValue) -> String {
    value.line.replacing("/", with: "\\/")
  }
}

extension GeneratedNote.Book {
  /// The member `book` of a `.metadata` value.
  fileprivate var json: JSONValue {
    [
      "title": .string(title), "authors": [.string(author)], "yearPublished": .integer(Int64(year)),
      "tags": .array(genres.map(JSONValue.string)), "rating": .null, "review": .null,
      "dateAdded": .null, "readingHistory": .null,
    ]
  }
}

extension PromptCollection {
  /// A key as it is when prompts are first stored; ids are opaque, and this one is made up.
  fileprivate func key(number: Int) -> String {
    var random = SeededGenerator(seed: UInt64(truncatingIfNeeded: number))
    let id = (0..<40).map { _ in String(Int.random(in: 0..<16, using: &random), radix: 16) }
    return "prompt=\(kind.rawValue);count=\(promptCount);id=\(id.joined())"
  }

  /// The stored value of prompts that were never reviewed.
  fileprivate var json: JSONValue {
    let statistics: JSONValue = [
      "reviewCount": 0, "lapseCount": 0, "totalCorrect": 0, "totalIncorrect": 0,
      "spacedRepetitionFactor": 2.5,
    ]
    return [
      "type": .string("prompt=\(kind.rawValue)"), "rawValue": .string(rawValue),
      "promptStatistics": .array(Array(repeating: statistics, count: promptCount)),
    ]
  }
}
