import Base
import Foundation
import JSON
import NotebookIndex
import NotebookTestSupport
import TestSupport
import Testing

@testable import KeyValueStore
@testable import MiniMarkdown
@testable import Notebook
@testable import NotebookFile

/// The saves of a long note, each after an edit of the last: they store what a save of the whole note
/// does.
@Suite struct FollowedNotesTests {
  private static let pieces = [
    "> quoted words", "> ", "\n", "\n\n", "Q: what\nA: that", "?[](answer)", "?[hint](it’s)",
    " words", "- ", "é", "*", "# Title\n", "?[](", "b)", " #tag", " #other/tag", "tl;dr: short\n",
  ]
  private static let filler =
    "# Pond\n\n" + (0..<400).map { "Line \($0) is prose, read slowly and in part.\n\n" }.joined()

  /// A notebook with one long note.
  private struct Scene {
    let device: Device
    let notebook: Notebook
    let note: String
    var text: String

    init(_ text: String) throws {
      device = try Device(notes: ["# New\n"])
      notebook = try device.open()
      note = try #require(try notebook.notes.all().first?.id)
      self.text = text
    }

    var followed: Int { notebook.followers.get(FollowedNotes.self).count }

    /// The stored values of the note, without the times of writing.
    func stored() throws -> [String: String] {
      let values = try notebook.read { db in try NoteValues.fetch(db, note: note) }
      return Dictionary(
        values.values.map { entryKey, value -> (String, String) in
          let text =
            switch value {
            case .text(let text): text
            case .json(let json): String(decoding: json.serialized(), as: UTF8.self)
            case .null: "null"
            case .blob: "blob"
            }
          let key = entryKey.key.replacing(note, with: "NOTE")
          return (key, text.replacing(note, with: "NOTE"))
        }, uniquingKeysWith: { first, _ in first })
    }

    /// Saves the whole note, as a writer does who knows nothing of the last save.
    func saveWhole(_ text: String, at now: Date) throws {
      _ = try notebook.writingNotes { author, db in
        try NoteWriting.save(text: text, note: note, in: db, author: &author, at: now)
      }
    }

    /// Answers a prompt, or something like it.
    func annotate(_ number: Int) throws {
      try notebook.write { author, db in
        let values = try NoteValues.fetch(db, note: note)
        let rows = values.promptRows.filter { $0.value != .null }.sorted { $0.key < $1.key }
        guard !rows.isEmpty, case .json(.object(var json)) = rows[number % rows.count].value else {
          return
        }
        let entryKey = rows[number % rows.count].key
        json["promptStatistics"] = .array(
          (json["promptStatistics"]?.array ?? []).map { one in
            guard case .object(var one) = one else { return one }
            one["reviewCount"] = .integer(Int64(number))
            return .object(one)
          })
        let suspended = PromptAnnotations.suspendedKey(note: note, block: entryKey.key)
        try author.write(
          [
            (entryKey, .json(.object(json))),
            (suspended, PromptAnnotations.suspendedValue([0], over: nil)),
          ], at: Date(), superseding: .winners, in: db)
      }
    }
  }

  @Test(arguments: seeds("COMMONPLACE_SEEDS", 3)) func isASaveOfTheWhole(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var ours = try Scene(Self.filler)
    let other = try Scene(Self.filler)
    var now = Date(timeIntervalSince1970: 1_700_000_000)
    var shortcuts = 0
    for round in 0..<25 {
      now += 60
      change(&ours.text, using: &random)
      if round % 7 == 6 {
        // The same in both: an answer comes between.
        try ours.annotate(round)
        try other.annotate(round)
      }
      shortcuts += ours.followed
      _ = try ours.notebook.save(text: ours.text, note: ours.note, now: now)
      try other.saveWhole(ours.text, at: now)
      let label = "seed \(seed), round \(round)"
      var (left, right) = (try ours.stored(), try other.stored())
      // Digests of what was replaced are of each one's own versions.
      (left["NOTE;replaced"], right["NOTE;replaced"]) = (nil, nil)
      // When each was made.
      for name in ["creationTimestamp"] {
        left[".metadata"] = left[".metadata"].map { without(name, $0) }
        right[".metadata"] = right[".metadata"].map { without(name, $0) }
      }
      #expect(left == right, "\(label)")
    }
    #expect(shortcuts > 15)
    #expect(try ours.notebook.replacedTexts(of: ours.note).count == 25)
  }

  private func without(_ name: String, _ json: String) -> String {
    guard case .object(var object)? = try? JSONValue(stored: json) else { return json }
    object[name] = nil
    return String(decoding: JSONValue.object(object).serialized(), as: UTF8.self)
  }

  private func change(_ text: inout String, using random: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let scalars = Array(text.unicodeScalars)
      // Most edits are near each other.
      let middle = min(scalars.count, scalars.count / 2 + Int.random(in: 0...60, using: &random))
      let start =
        Bool.random(using: &random) ? middle : Int.random(in: 0...scalars.count, using: &random)
      let end = min(scalars.count, start + Int.random(in: 0...6, using: &random))
      let piece = Self.pieces.randomElement(using: &random) ?? ""
      text = String(
        String.UnicodeScalarView(scalars[..<start] + piece.unicodeScalars + scalars[end...]))
    }
  }

  /// A process that also writes the note, or answers a prompt of it, is not written over.
  @Test func earlierWritesOfOthersAreSeen() throws {
    let scene = try Scene(Self.filler + "> quote\n")
    func save(_ text: String) throws {
      _ = try scene.notebook.save(text: scene.text + text, note: scene.note)
    }
    try save("one\n")
    #expect(scene.followed == 1)
    let process = try scene.device.open()
    _ = try process.save(text: "# Other\n\n> quote\n\nQ: a\nA: b\n", note: scene.note)
    try process.close()
    try save("two\n")
    let values = try scene.stored()
    #expect(values[".noteText"] == scene.text + "two\n")
    let live = values.filter { $0.key.hasPrefix("prompt=") && $0.value != "null" }
    #expect(live.count == 1 && values[".metadata"]?.contains("Pond") == true)
  }

  @Test func anotherNoteChangesNothing() throws {
    let scene = try Scene(Self.filler)
    _ = try scene.notebook.save(text: scene.text, note: scene.note)
    let other = try scene.notebook.createNote(text: "# Other\n")
    let process = try scene.device.open()
    _ = try process.save(text: "# Others\n", note: other.summary.id)
    try process.close()
    _ = try scene.notebook.save(text: scene.text + "more\n", note: scene.note)
    #expect(scene.followed == 1)
    #expect(try scene.stored()[".noteText"] == scene.text + "more\n")
  }

  /// A note that is looked at before its first save is saved likewise; unless it was written meanwhile.
  @Test(arguments: [false, true]) func anOpenNoteIsFollowed(isWritten: Bool) throws {
    let scene = try Scene(Self.filler + "> quote\n")
    _ = try scene.notebook.save(text: scene.text, note: scene.note)
    let process = try scene.device.open()
    try process.notes.follow(scene.note)
    #expect(process.followers.get(FollowedNotes.self).count == 1)
    if isWritten { try scene.annotate(3) }
    let base = try process.note(id: scene.note).version
    let result = try process.save(text: scene.text + "> more\n", note: scene.note, base: base)
    let saved = try process.note(id: scene.note)
    #expect(result == .saved(version: saved.version))
    let values = try scene.stored()
    let live = values.filter { $0.key.hasPrefix("prompt=") && $0.value != "null" }
    #expect(
      live.count == 2 && live.values.contains { $0.contains(#"reviewCount":3"#) } == isWritten)
    try process.close()
  }

  /// A base that is no longer stored is refused, and nothing is written.
  @Test func aConflictIsOne() throws {
    let scene = try Scene(Self.filler)
    let first = try scene.notebook.save(text: scene.text, note: scene.note)
    guard case .saved(let base) = first else { return #expect(Bool(false)) }
    _ = try scene.notebook.save(text: scene.text + "theirs\n", note: scene.note, base: base)
    let second = try scene.notebook.save(text: scene.text + "mine\n", note: scene.note, base: base)
    guard case .conflict(let stored?) = second else { return #expect(Bool(false)) }
    #expect(stored.text == scene.text + "theirs\n")
  }

  /// A save that fails leaves nothing that the next one would trust.
  @Test func aFailedSaveIsForgotten() throws {
    let scene = try Scene(Self.filler)
    _ = try scene.notebook.save(text: scene.text, note: scene.note)
    #expect(throws: NotebookError.self) {
      try scene.notebook.writingNotes { author, db in
        _ = try scene.notebook.saveNote(
          scene.text + "> lost\n", scene.note, base: nil, in: db, author: &author, at: Date())
        throw NotebookError.locked(path: "")
      }
    }
    try scene.notebook.trash(scene.note)
    _ = try scene.notebook.save(text: scene.text + "> kept\n", note: scene.note)
    let values = try scene.stored()
    let live = values.filter { $0.key.hasPrefix("prompt=") && $0.value != "null" }
    #expect(live.count == 1 && live.first?.value.contains("kept") == true)
  }

  /// The rows that a save reads and writes are those of its edit.
  @Test func aWordIsNoScan() throws {
    let steps = try [300, 3000].map { count in
      let text = "# Pond\n\n" + (0..<count).map { "> quote \($0)\n\nand \($0) words\n\n" }.joined()
      let scene = try Scene(text + String(repeating: "x ", count: 8000))
      _ = try scene.notebook.save(text: scene.text, note: scene.note)
      #expect(scene.followed == 1)
      let edited = scene.text.replacing("quote 7\n", with: "quote 7 more\n")
      return try scene.notebook.countingSteps {
        _ = try scene.notebook.save(text: edited, note: scene.note)
      }
    }
    // Fewer than one for each prompt.
    #expect(steps[0] > 100 && steps[1] - steps[0] < 2700, "\(steps)")
  }
}
