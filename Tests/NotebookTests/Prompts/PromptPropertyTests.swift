import Base
import JSON
import TestSupport
import Testing

@testable import KeyValueStore
@testable import MiniMarkdown
@testable import Notebook

/// The rules that hold after any sequence of saves.
@Suite struct PromptPropertyTests {
  private static let pieces = [
    "> quoted words", "> ", "\n", "\n\n", "Q: what\nA: that", "?[](answer)", "?[hint](e\u{301})",
    " words", "- ", "e\u{301}", "❤️", "*", "# Title\n", "\r\n", "?[](", "b)", " #tag", "नमस्ते ",
  ]

  @Test(arguments: 0..<40) func hold(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var note = TestNote()
    var text = ""
    var number = 1
    for round in 0..<15 {
      change(&text, using: &random)
      let before = note.prompts
      note.save(text)
      let label = "seed \(seed), round \(round): \(text.debugDescription)"
      #expect(note.save(text).isEmpty, "\(label)")
      check(note, label)
      // Statistics go nowhere but to prompts of the same kind, and to one alone.
      for kind in ["quote", "cloze", "qanda"] {
        #expect(Self.counts(note.prompts, kind).isSubset(of: Self.counts(before, kind)), "\(label)")
        let counts = Self.allCounts(note.prompts, kind)
        #expect(counts.count == Set(counts).count, "\(label)")
      }
      number = note.answerAll(from: number)
    }
  }

  private func change(_ text: inout String, using random: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let scalars = Array(text.unicodeScalars)
      let start = Int.random(in: 0...scalars.count, using: &random)
      let end = min(scalars.count, start + Int.random(in: 0...6, using: &random))
      let piece = Self.pieces.randomElement(using: &random) ?? ""
      text = String(
        String.UnicodeScalarView(scalars[..<start] + piece.unicodeScalars + scalars[end...]))
    }
  }

  private func check(_ note: TestNote, _ label: String) {
    let stored = note.values.text ?? ""
    let collections = NoteContent(text: stored).promptCollections
    let app = LibraryNotesPrompts(stored, ours: collections)
    var apps = 0
    var ours = 0
    for (name, json) in note.prompts {
      let isHidden = name.hasPrefix(EntryKey.ourScope)
      guard let key = PromptKey(isHidden ? String(name.drop { $0 != ";" }.dropFirst()) : name),
        let rawValue = json["rawValue"]?.string
      else {
        Issue.record("unreadable: \(name), \(label)")
        continue
      }
      #expect(stored.utf8.contains(rawValue.utf8), "\(label)")
      #expect(json["type"]?.string == "prompt=\(key.kind.rawValue)", "\(label)")
      #expect(json["promptStatistics"]?.array?.count == key.count, "\(label)")
      let prompts = PromptCollection(kind: key.kind, rawValue: rawValue, promptCount: key.count)
      #expect(app.contains(prompts) == !isHidden, "\(label)")
      if !isHidden { apps += 1 }
      if collections.contains(prompts) {
        ours += 1
      } else {
        // The prompts that the app goes on seeing in a text in which we see something else.
        #expect(!isHidden, "\(label)")
      }
    }
    #expect(ours == collections.count && apps == app.collections.count, "\(label)")
  }

  private static func allCounts(_ prompts: [String: JSONValue], _ kind: String) -> [Int] {
    prompts.values.filter { $0["type"]?.string == "prompt=\(kind)" }.flatMap { json in
      (json["promptStatistics"]?.array ?? []).compactMap { $0["reviewCount"]?.int }
    }.filter { $0 > 0 }
  }

  private static func counts(_ prompts: [String: JSONValue], _ kind: String) -> Set<Int> {
    Set(allCounts(prompts, kind))
  }
}

extension TestNote {
  /// Gives each prompt another number of answers; the next that is free.
  fileprivate mutating func answerAll(from first: Int) -> Int {
    var number = first
    for (entryKey, value) in values.values {
      guard entryKey.promptKey(note: values.id) != nil, case .json(.object(var json)) = value else {
        continue
      }
      json["promptStatistics"] = .array(
        (json["promptStatistics"]?.array ?? []).map { one in
          var one = one.object ?? [:]
          one["reviewCount"] = .integer(Int64(number))
          number += 1
          return .object(one)
        })
      values.values[entryKey] = .json(.object(json))
    }
    return number
  }
}
