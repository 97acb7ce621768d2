import Base
import Books
import Foundation
import JSON
import MiniMarkdown
import NoteGenerator
import Notebook

/// Writes a generated notebook to a file, through the app's tables and triggers. All values of a
/// note's version have the same author and update number.
struct NotebookMaker {
  let notebook: GeneratedNotebook
  private let reviews: GeneratedReviews?
  private let connection: SQLiteConnection
  private let insertAuthor: SQLiteStatement
  private let insertEntry: SQLiteStatement

  /// Creates a notebook at `path`, where no file may exist. The file appears when it is complete.
  static func make(
    at path: String, seed: UInt64, noteCount: Int, reviews: GeneratedReviews? = nil
  ) throws {
    let temporary = path + ".part"
    try? FileManager.default.removeItem(atPath: temporary)
    try Notebook.create(at: temporary, notes: [])
    let maker = try NotebookMaker(
      GeneratedNotebook(seed: seed, noteCount: noteCount), reviews, path: temporary)
    try maker.write()
    try FileManager.default.moveItem(atPath: temporary, toPath: path)
  }

  private init(_ notebook: GeneratedNotebook, _ reviews: GeneratedReviews?, path: String) throws {
    self.notebook = notebook
    self.reviews = reviews
    connection = try SQLiteConnection(path: path, readOnly: false)
    // No other process uses the file before it is complete.
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
      for number in numbers {
        try insert(StoredGeneratedNote(notebook.note(number), number: number, reviews))
      }
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

  /// The last update number of each session. The update number of a note is its index plus 1.
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
        try insert(value, note.id, key, author, note.usn, version.time)
      }
    }
    for (key, value) in note.log {
      try insert(value, ".studyLog", key, author(note.session), note.usn, note.modified)
    }
  }

  private func insert(
    _ value: StoredGeneratedNote.Value, _ scope: String, _ key: String, _ author: [UInt8],
    _ usn: Int, _ time: String
  ) throws {
    let (type, text, json): (Int64, SQLiteValue, SQLiteValue) =
      switch value {
      case .null: (0, .null, .null)
      case .text(let text): (1, .text(text), .null)
      case .json(let json): (2, .null, .text(json))
      }
    try insertEntry.run([
      .text(scope), .text(key), .blob(author), .integer(Int64(usn)), .text(time), .integer(type),
      text, json,
    ])
  }
}

/// A generated note as the values stored in a notebook.
struct StoredGeneratedNote {
  enum Value {
    case null
    case text(String)
    case json(String)
  }

  let id: String
  let session: Int
  let usn: Int
  /// Formatted as in rows.
  let created: String
  /// Formatted as in rows.
  let modified: String
  let isInConflict: Bool
  let values: [(key: String, value: Value)]
  /// Rows of the study log.
  let log: [(key: String, value: Value)]

  init(_ note: GeneratedNote, number: Int, _ reviews: GeneratedReviews?) {
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
    let blocks = content.promptCollections.enumerated().map { blockIndex, prompts in
      let number = number << 16 | blockIndex
      let key = prompts.key(number: number)
      let reviews = (0..<prompts.promptCount).map { index in
        reviews?.review(block: number, index: index)
      }
      let log = reviews.enumerated().compactMap { index, review in
        review?.logged(note: note.id, block: key, index: index)
      }
      let statistics = reviews.map { $0?.statistics ?? GeneratedReview.noStatistics }
      return (key: key, json: prompts.json(statistics), log: log)
    }
    values =
      [
        (".metadata", .json(Self.stored(metadata))), (".noteText", .text(note.text)),
        (".bookIndex", note.book.map { .text("\($0.title) \($0.author)") } ?? .null),
      ] + blocks.map { ($0.key, .json(Self.stored($0.json))) }
    log = blocks.flatMap(\.log).map { ($0.key, .json(Self.stored($0.json))) }
  }

  /// Converts `2021-09-21T04:58:51Z` to the format of rows.
  private static func row(_ time: String) -> String {
    time.dropLast().replacing("T", with: " ") + ".000"
  }

  /// The app's JSON writer puts a backslash before each slash.
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
  /// Returns a key for newly stored prompts, with a made-up ID, since IDs are opaque.
  fileprivate func key(number: Int) -> String {
    var random = SeededGenerator(seed: UInt64(truncatingIfNeeded: number))
    let id = (0..<40).map { _ in String(Int.random(in: 0..<16, using: &random), radix: 16) }
    return "prompt=\(kind.rawValue);count=\(promptCount);id=\(id.joined())"
  }

  fileprivate func json(_ statistics: [JSONValue]) -> JSONValue {
    [
      "type": .string("prompt=\(kind.rawValue)"), "rawValue": .string(rawValue),
      "promptStatistics": .array(statistics),
    ]
  }
}
