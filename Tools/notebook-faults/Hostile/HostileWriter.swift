import Base
import Foundation
import GRDB
import NoteGenerator
import Notebook

/// Writes arbitrary values to a notebook file, restricted only by SQLite and the tables.
struct HostileWriter {
  let db: Database
  var random: SeededGenerator
  private let author: Data
  private var usn: Int64 = 1

  init(_ db: Database, seed: UInt64) throws {
    self.db = db
    random = SeededGenerator(seed: seed)
    author = Data((0..<16).map { _ in 0xA7 })
    try addAuthor(author, usn: 1 << 40)
  }

  func addAuthor(_ id: Data, usn: Int64) throws {
    try db.execute(sql: "INSERT INTO author VALUES (?, 'hostile', ?, NULL)", arguments: [id, usn])
  }

  /// Returns the next number, from 2, for update numbers and times.
  mutating func next() -> Int64 {
    usn += 1
    return usn
  }

  mutating func put(
    _ scope: String, _ key: String, text: String? = nil, json: String? = nil, blob: Data? = nil,
    by author: Data? = nil, at time: String? = nil
  ) throws {
    let statement = try db.cachedStatement(
      sql: "INSERT OR REPLACE INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    let number = next()
    try statement.execute(arguments: [
      scope, key, author ?? self.author, number, time ?? Self.time(number),
      text != nil ? 1 : json != nil ? 2 : blob != nil ? 3 : 0, text, json,
      blob == nil ? nil : "image/png", blob,
    ])
  }

  /// `more` contains further members of the metadata, each after a comma.
  mutating func note(
    _ id: String, title: String = "A note", tags: [String] = [], text: String? = nil,
    more: String = ""
  ) throws {
    try put(id, ".metadata", json: Self.metadata(title: title, tags: tags, more: more))
    if let text { try put(id, ".noteText", text: text) }
  }

  static func metadata(title: String = "A note", tags: [String] = [], more: String = "") -> String {
    """
    {"title":\(quoted(title)),"tags":[\(tags.map(quoted).joined(separator: ","))],\
    "creationTimestamp":"2021-09-21T04:58:51Z","modifiedTimestamp":"2022-01-02T03:04:05Z"\(more)}
    """
  }

  static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar -> String in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case _ where scalar.value < 0x20:
        "\\u" + String(repeating: "0", count: scalar.value < 16 ? 3 : 2)
          + String(scalar.value, radix: 16)
      default: String(scalar)
      }
    }
    return "\"" + escaped.joined() + "\""
  }

  /// Returns a time in January 2022 that is one millisecond later for each number. Times repeat
  /// after 28 days.
  static func time(_ number: Int64) -> String {
    let milliseconds = number % 86_400_000
    let (seconds, rest) = (milliseconds / 1000, milliseconds % 1000)
    func two(_ number: Int64) -> String { (number < 10 ? "0" : "") + "\(number)" }
    let day = two(1 + number / 86_400_000 % 28)
    let fraction = String(String(1000 + rest).dropFirst())
    return "2022-01-\(day) \(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))."
      + fraction
  }

  mutating func word() -> String {
    let words = ["a", "the", "reading", "of", "books", "letters", "zebra", "wit", "every", "happy"]
    return words[Int.random(in: words.indices, using: &random)]
  }

  mutating func words(_ count: Int) -> String {
    (0..<count).map { _ in word() }.joined(separator: " ")
  }

  /// Returns an author of 16 bytes for a number.
  static func author(_ number: Int) -> Data {
    Data((0..<16).map { UInt8(truncatingIfNeeded: $0 < 8 ? number >> ($0 * 8) : 0x5A) })
  }
}

extension String {
  func times(_ count: Int) -> String { String(repeating: self, count: count) }
}
