import Base
import Foundation
import JSON
import NotebookTestSupport
import PackratParsing
import TestSupport
import Testing

@testable import KeyValueStore
@testable import MiniMarkdown
@testable import Notebook
@testable import NotebookReview

/// Texts in all scripts, as the app reads them and as we say that it does.
@Suite(.enabled(if: AppOracle.isThere, "\(AppOracle.absence)"), .serialized)
struct AppTextTests {
  private static let pieces = [
    "?[h](a)", "?[](b)", "?[", "](", ")", "]", " ", " ", "\n", "\n\n", "> ", "- ", "1. ", "१. ",
    "𝟏. ", "Q: ", "\nA: ", "tl;dr: ", "# ", "#", " #t", "*", "**", "_", "`", "![x](y)", "a",
    "word ",
    ".", "word", "(", "x ", "😀", "❤️", "👨‍👩‍👧", "🇪🇸", "🇩🇪", "👍🏽", "1️⃣", "#️⃣", "*️⃣", "é", "e\u{301}",
    "*\u{301}", ")\u{301}", "]\u{301}", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "नमस्ते", "क्षत्रिय", "हिन्दी ", "বাংলা", "मा",
    "مُحَمَّد", "السلام ", "ٱلْعَرَبِيَّة", "שָׁלוֹם", "한국", "ᄒ\u{1161}\u{11ab}", "中文", "“quote”", "—",
    "\u{a0}", "\u{200b}", "\u{37e}", "\u{1fef}", "๑. ", "ไทย", "z\u{35c}", "𝒳", "\u{200e}",
  ]

  private static func text(seed: Int) -> String {
    var random = SeededGenerator(seed: UInt64(seed))
    return (0..<Int.random(in: 1...16, using: &random))
      .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
  }

  /// The app's findings, `cloze 2 …`, sorted; nil if it crashes.
  private static func found(by oracle: AppOracle, in text: String) throws -> [String]? {
    guard let answer = try oracle.ask(["cmd": "derive", "markdown": .string(text)]) else {
      return nil
    }
    return (answer["prompts"]?.array ?? []).map { prompts in
      let rawValue = prompts["rawValue"]?.string ?? ""
      let kind = prompts["type"]?.string?.dropFirst(PromptKey.prefix.count) ?? ""
      return "\(kind) \(prompts["count"]?.int ?? -1) \(Array(rawValue.utf8))"
    }.sorted()
  }

  /// The app finds the prompts that we say it finds, and crashes where we say so. The stored
  /// prompts crash it nowhere, and are just those that it derives; nothing that we ask is missing.
  @Test func areReadAsTheAppReadsThem() throws {
    let oracle = try AppOracle()
    let count = AppOracle.texts
    for start in stride(from: 0, to: count, by: 100) {
      var stored: [String] = []
      for seed in start..<min(count, start + 100) {
        let text = Self.text(seed: seed)
        // Sequences that Foundation does not end where Swift does: only a debug build of the app stops.
        if ClusterText(text, by: .units).hasLongSequences { continue }
        let ours = LibraryNotesPrompts(MiniMarkdownDocument(text).snapshot)
        let app = try Self.found(by: oracle, in: text)
        let expected = ours.collections.map {
          "\($0.kind.rawValue) \($0.promptCount) \(Array($0.rawValue.utf8))"
        }.sorted()
        #expect(
          ours.crashes.isEmpty ? app == expected : app == nil,
          "seed \(seed): \(text.debugDescription)")
        stored.append(text)
      }
      try check(stored, with: oracle, "seeds \(start)…")
    }
  }

  private func check(_ texts: [String], with oracle: AppOracle, _ label: String) throws {
    let device = try Device(notes: texts)
    #expect(try oracle.faults(of: device.path, isDerived: false) == [], "\(label)")
    let notebook = try device.open()
    defer { try? notebook.close() }
    let file = device.folder + "/copy.libnotes"
    try FileManager.default.copyItem(atPath: device.path, toPath: file)
    for note in try notebook.notes.all() {
      let text = try notebook.note(id: note.id).text
      let entryKeys = try notebook.read {
        try NoteValues.fetchPrompts($0, note: note.id)
      }.values.keys
      let keys = entryKeys.compactMap { entryKey in
        entryKey.promptKey(note: note.id).flatMap(PromptKey.init).map { (entryKey, $0) }
      }
      for (entryKey, key) in keys where entryKey.scope == note.id {
        for index in 0..<key.count {
          let answer = try oracle.ask([
            "cmd": "prompt", "file": .string(file), "id": .string(note.id),
            "key": .string(key.text), "index": .integer(Int64(index)),
          ])
          #expect(answer?["prompt"] != nil, "\(text.debugDescription)")
        }
      }
      // All that we find is asked, and all that the app finds: `*` with a mark on it is emphasis here,
      // and hides a cloze that the app sees.
      let ours = NoteContent(text: text).promptCollections
      let wanted = (ours + LibraryNotesPrompts(text, ours: ours).collections).map(\.promptCount)
        .reduce(0, +)
      let session = CardChoice(limit: 1000)
      let asked = try notebook.reviews.chooseCards(.note(note.id), session, seed: 1)
      #expect(asked.isEmpty == (wanted == 0), "\(text.debugDescription)")
    }
  }
}
