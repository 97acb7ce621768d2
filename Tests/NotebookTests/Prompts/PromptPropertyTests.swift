import Base
import JSON
import Testing
import TestSupport

@testable import MiniMarkdown
@testable import Notebook

/// What holds after any sequence of saves.
@Suite struct PromptPropertyTests {
  private static let pieces = [
    "> quoted words", "> ", "\n", "\n\n", "Q: what\nA: that", "?[](answer)", "?[hint](e\u{301})",
    " words", "- ", "e\u{301}", "❤️", "*", "# Title\n", "\r\n", "?[](", "b)", " #tag", "नमस्ते ",
  ]

  @Test(arguments: 0..<40) func hold(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var note = TestNote()
    var text = ""
    for round in 0..<15 {
      change(&text, using: &random)
      let before = note.prompts
      note.save(text)
      let place = "seed \(seed), round \(round): \(text.debugDescription)"
      #expect(note.save(text).isEmpty, "\(place)")
      check(note, place)
      // Statistics go nowhere but to prompts of the same kind and number: to the same key.
      for (key, json) in note.prompts where json["promptStatistics"] != Self.unreviewed(json) {
        let before = before.first {
          $0.key.hasSuffix(key.drop { $0 != "p" }) || key.hasSuffix($0.key)
        }
        #expect(before?.value["promptStatistics"] == json["promptStatistics"], "\(place)")
      }
      note.review(Int.random(in: 0...2, using: &random))
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

  private func check(_ note: TestNote, _ place: String) {
    let stored = note.values.text ?? ""
    let collections = NoteContent(text: stored).promptCollections
    let app = AppPrompts(stored, ours: collections)
    var apps = 0
    var ours = 0
    for (name, json) in note.prompts {
      let isHidden = name.hasPrefix(EntryKey.ourScope)
      guard let key = PromptKey(isHidden ? String(name.drop { $0 != ";" }.dropFirst()) : name),
        let rawValue = json["rawValue"]?.string
      else {
        Issue.record("unreadable: \(name), \(place)")
        continue
      }
      #expect(stored.utf8.contains(rawValue.utf8), "\(place)")
      #expect(json["type"]?.string == "prompt=\(key.kind.rawValue)", "\(place)")
      #expect(json["promptStatistics"]?.array?.count == key.count, "\(place)")
      let prompts = PromptCollection(kind: key.kind, rawValue: rawValue, promptCount: key.count)
      #expect(app.contains(prompts) == !isHidden, "\(place)")
      if !isHidden { apps += 1 }
      if collections.contains(prompts) {
        ours += 1
      } else {
        // What the app goes on seeing in a text in which we see something else.
        #expect(!isHidden, "\(place)")
      }
    }
    #expect(ours == collections.count && apps == app.collections.count, "\(place)")
  }

  private static func unreviewed(_ json: JSONValue) -> JSONValue? {
    guard let statistics = json["promptStatistics"]?.array else { return nil }
    let prompts = PromptCollection(kind: .quote, rawValue: "", promptCount: statistics.count)
    return prompts.json["promptStatistics"]
  }
}
