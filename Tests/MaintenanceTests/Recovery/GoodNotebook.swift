import Base
import Foundation
import GRDB
import JSON
import NotebookTestSupport
import TestSupport
import Testing

@testable import KeyValueStore
@testable import Notebook
@testable import NotebookFile

/// A notebook on a device, all of it saved and published, and an older state of it.
struct GoodNotebook: Sendable, CustomTestStringConvertible {
  let name: String
  /// Writes the notebook; before the last changes it calls `keep`.
  let write: @Sendable (_ keep: (Device) throws -> Void) throws -> Device

  var testDescription: String { name }

  /// All there are; the last only where the sample is.
  static let all =
    [
      GoodNotebook(name: "small", write: small), GoodNotebook(name: "books", write: books),
      GoodNotebook(name: "conflicts", write: conflicts),
      GoodNotebook(name: "prompts", write: prompts),
    ] + (LibrarySample.isThere ? [GoodNotebook(name: "sample", write: sample)] : [])

  private static func small(_ keep: (Device) throws -> Void) throws -> Device {
    let device = try Device(notes: ["# First\n", "# Second #tag\n\nSome words.\n"])
    let ids = try device.change { notebook in
      let ids = try notebook.notes.all().map(\.id)
      _ = try notebook.save(text: "# First\n\nOnce.\n", note: ids[0])
      return ids
    }
    try keep(device)
    try device.change { notebook in
      _ = try notebook.save(text: "# First\n\nTwice.\n", note: ids[0])
      try notebook.trash(ids[1])
    }
    return device
  }

  /// Many records of metadata, few texts.
  private static func books(_ keep: (Device) throws -> Void) throws -> Device {
    let device = try Device(notes: [])
    for session in 0..<3 {
      if session == 2 { try keep(device) }
      try device.change { notebook in
        try notebook.write { author, db in
          for number in session * 30..<(session + 1) * 30 {
            try author.write(
              book(number), at: time(number), superseding: .all, in: db)
          }
          // Books of the session before are finished, trashed and deleted.
          for number in max(0, session - 1) * 30..<session * 30 where number % 4 == 0 {
            let values = number % 8 == 0 ? book(number).map { ($0.0, .null) } : book(number, 5)
            try author.write(values, at: time(100 + number), superseding: .all, in: db)
          }
        }
      }
    }
    return device
  }

  private static func time(_ minutes: Int) -> Date {
    Date(timeIntervalSince1970: 1_700_000_000 + 60 * Double(minutes))
  }

  private static func book(_ number: Int, _ rating: Int? = nil) -> [(EntryKey, EntryValue)] {
    let id = "B00C0000-0000-4000-8000-\(100_000_000_000 + number)"
    let book: JSONObject = [
      "title": .string("Book \(number)"), "authors": ["An Author"], "tags": ["shelf"],
      "rating": rating.map { .integer(Int64($0)) } ?? .null,
      "isbn": .string("\(9_780_140 + number)"),
      "review": .string(String(repeating: "Worth it. ", count: number % 7)),
    ]
    var metadata: JSONObject = [
      "title": .string("Book \(number)"), "tags": [.string("#read/\(number % 5)")],
      "creationTimestamp": .string(Timestamps.json(time(number))),
      "modifiedTimestamp": .string(Timestamps.json(time(number))), "bookSection": "wantToRead",
      "authorLastFirst": "Author, An", "book": .object(book),
    ]
    if number % 9 == 0 { metadata["folder"] = "recentlyDeleted" }
    return [
      (EntryKey(scope: id, key: ".metadata"), .json(.object(metadata))),
      (EntryKey(scope: id, key: ".bookIndex"), .text("Book \(number) An Author")),
    ]
  }

  /// Two devices that wrote, trashed and deleted at once, and were merged.
  private static func conflicts(_ keep: (Device) throws -> Void) throws -> Device {
    let device = try Device(
      notes: (0..<16).map { "# Note \($0) #tag\n\n\(String(repeating: "Words. ", count: 40))\n" })
    let other = try Device(copying: device.path)
    let ids = try device.open().notes.all().map(\.id).sorted()
    for round in 0..<4 {
      for (device, name) in [(device, "here"), (other, "there")] {
        try device.change { notebook in
          for (number, id) in ids.enumerated() where number % 4 == round {
            if number < 10 {
              _ = try notebook.save(text: "# Note \(number) #\(name)\n\nRound.\n", note: id)
            } else if (number < 13) == (name == "here") {
              if number % 2 == 0 { try notebook.delete(id) } else { try notebook.trash(id) }
            }
          }
        }
      }
      if round == 3 { try keep(device) }
      try device.change { _ = try $0.merge([other.path]) }
      try other.change { _ = try $0.merge([device.path]) }
    }
    return device
  }

  /// Images, and prompts with statistics.
  private static func prompts(_ keep: (Device) throws -> Void) throws -> Device {
    let device = try Device(
      notes: (0..<8).map { number in
        """
        # Note \(number)

        > A quote of \(number). (p. 7)

        ?[who?](Ann) wrote ?[what?](note \(number)).

        Q: Which one?
        A: Number \(number).

        ![picture](assets/picture\(number).png)

        """
      })
    for session in 0..<2 {
      if session == 1 { try keep(device) }
      try device.change { notebook in
        let notes = try notebook.notes.all()
        try notebook.write { author, db in
          for (number, note) in notes.enumerated() {
            let image = Data((0..<(3000 + 9000 * number * session)).map { UInt8($0 % 251) })
            try author.write(
              [
                (
                  EntryKey(scope: note.id, key: "assets/picture\(number).png"),
                  .blob(mimeType: "image/png", data: image)
                )
              ], at: Date(), superseding: .all, in: db)
          }
          try study(db, &author, days: session * 10 + 3)
        }
      }
    }
    return device
  }

  /// Gives all prompts other statistics.
  private static func study(_ db: Database, _ author: inout Author, days: Int) throws {
    let sql = "SELECT scope, key FROM entry WHERE key GLOB 'prompt=*' AND json IS NOT NULL"
    for row in try Row.fetchAll(db, sql: sql) {
      let key = EntryKey(scope: row.text(at: 0) ?? "", key: row.text(at: 1) ?? "")
      guard case .json(.object(var prompts))? = try StoredVersion.fetch(db, key).first?.value.value
      else { continue }
      prompts["promptStatistics"] = .array(
        (prompts["promptStatistics"]?.array ?? []).map { statistics in
          var statistics = statistics.object ?? [:]
          statistics["reviewCount"] = .integer(Int64(days))
          statistics["due"] = .string(Timestamps.json(time(days * 1440)))
          statistics["lastReview"] = .string(Timestamps.json(time(days)))
          return .object(statistics)
        })
      try author.write([(key, .json(.object(prompts)))], at: Date(), superseding: .all, in: db)
    }
  }

  private static func sample(_ keep: (Device) throws -> Void) throws -> Device {
    let device = try Device(copying: LibrarySample.path)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: device.path)
    let ids = try device.change { notebook in
      _ = try notebook.createNote(text: "# Made here\n")
      return try notebook.notes.all().map(\.id).sorted()
    }
    try keep(device)
    try device.change { notebook in
      let note = try notebook.note(id: ids[0])
      _ = try notebook.save(text: note.text + "\nMore.\n", note: ids[0])
      try notebook.trash(ids[1])
    }
    return device
  }
}

extension Device {
  /// Opens the notebook, lets `body` change it, publishes and closes.
  @discardableResult
  func change<Value>(_ body: (Notebook) throws -> Value) throws -> Value {
    let notebook = try open()
    let value = try body(notebook)
    try notebook.close()
    return value
  }
}
