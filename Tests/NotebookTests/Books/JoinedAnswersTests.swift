import Books
import Foundation
import JSON
import NotebookFile
import NotebookTestSupport
import TestSupport
import Testing

@testable import KeyValueStore
@testable import Notebook

/// The pictures and answers of two notes about one book stay when the notes are joined: pictures,
/// and the answers to prompts.
@Suite struct JoinedAnswersTests {
  private let device: Device
  private let first: String
  private let second: String

  init() throws {
    device = try Device(notes: [
      "# One\n\nQ: Who?\nA: He.\n\n![](assets/pond.png)\n",
      "# Two\n\nQ: Where?\nA: There.\n\n> A quote.\n\n![a](assets/pond.png) and ![b](assets/reed.png)\n",
    ])
    let notebook = try device.open()
    defer { try? notebook.close() }
    let notes = try notebook.notes.all()
    first = try #require(notes.first { $0.title == "One" }).id
    second = try #require(notes.first { $0.title == "Two" }).id
  }

  /// Each prompt of a note as if it had been answered `count` times.
  private func answer(_ note: String, _ count: Int, in notebook: Notebook) throws {
    try notebook.write { author, db in
      let values = try NoteValues.fetch(db, note: note).values
      for case (let key, .json(let json)) in values where key.key.hasPrefix("prompt=") {
        guard var object = json.object else { continue }
        object["promptStatistics"] = .array(
          (object["promptStatistics"]?.array ?? []).map { one in
            var one = one.object ?? [:]
            one["reviewCount"] = .integer(Int64(count))
            return .object(one)
          })
        try author.write([(key, .json(.object(object)))], at: Date(), superseding: .winners, in: db)
      }
    }
  }

  /// The number of answers to each prompt, by its text.
  private func answers(_ note: String, in notebook: Notebook) throws -> [String: Int] {
    try notebook.read { db in
      var counts: [String: Int] = [:]
      for (key, value) in try NoteValues.fetch(db, note: note).values
      where key.key.hasPrefix("prompt=") {
        guard let text = value.json?["rawValue"]?.string else { continue }
        counts[text.trimmingCharacters(in: .newlines)] =
          value.json?["promptStatistics"]?.array?.first?["reviewCount"]?.int
      }
      return counts
    }
  }

  private func put(_ key: String, _ bytes: [UInt8], in note: String, _ notebook: Notebook) throws {
    try notebook.write { author, db in
      let value = EntryValue.blob(mimeType: "image/png", data: Data(bytes))
      try author.write(
        [(EntryKey(scope: note, key: key), value)], at: Date(), superseding: .winners, in: db)
    }
  }

  @Test func answersAreKept() throws {
    let notebook = try device.open()
    defer { try? notebook.close() }
    try answer(first, 3, in: notebook)
    try answer(second, 5, in: notebook)
    _ = try notebook.books.join(first, with: second)
    let counts = try answers(first, in: notebook)
    #expect(counts.values.sorted() == [3, 5, 5])
    #expect(counts.first { $0.key.contains("Who?") }?.value == 3)
    #expect(counts.first { $0.key.contains("Where?") }?.value == 5)
    // The note in the trash still has its own, should it come back.
    #expect(try answers(second, in: notebook).values.sorted() == [5, 5])
  }

  /// Two pictures of one name are two, and the text shows each where it belongs.
  @Test func picturesAreKept() throws {
    let notebook = try device.open()
    defer { try? notebook.close() }
    try put("assets/pond.png", [1], in: first, notebook)
    try put("assets/pond.png", [2, 2], in: second, notebook)
    try put("assets/reed.png", [3, 3, 3], in: second, notebook)
    let joined = try notebook.books.join(first, with: second)
    let pictures = try notebook.images.assets(of: first)
    #expect(pictures.map(\.key) == ["assets/pond-.png", "assets/pond.png", "assets/reed.png"])
    #expect(pictures.map(\.byteCount) == [2, 1, 3])
    #expect(joined.note.text.contains("![](assets/pond.png)"))
    #expect(joined.note.text.contains("![a](assets/pond-.png) and ![b](assets/reed.png)"))
  }

  /// The same picture in both notes is one.
  @Test func onePictureIsOne() throws {
    let notebook = try device.open()
    defer { try? notebook.close() }
    for note in [first, second] { try put("assets/pond.png", [1], in: note, notebook) }
    let joined = try notebook.books.join(first, with: second)
    #expect(try notebook.images.assets(of: first).map(\.key) == ["assets/pond.png"])
    #expect(joined.note.text.contains("![a](assets/pond.png)"))
  }
}
