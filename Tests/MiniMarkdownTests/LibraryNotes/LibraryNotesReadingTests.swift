import Base
import PackratParsing
import TestSupport
import Testing

@testable import MiniMarkdown

@Suite struct LibraryNotesReadingTests {
  /// Stored clozes and how many the app's second reader finds in them; nil where it crashes. It goes one
  /// character too far for each UTF-16 unit that a character has beyond the first.
  @Test(
    arguments: [
      ("?[](é)", 1), ("?[](e\u{301})", 0), ("?[e\u{301}](a)", 0), ("?[](नमस्ते) ?[](a)", 0),
      ("e\u{301} ?[](a)", 1), ("e\u{301}?[](a)", 0), ("?[](😀)", 0), ("?[](😀))", 1),
      ("?[h](a) 😀", nil), ("?[h](a) 😀.", 1), ("🇪🇸 ?[](a)", 0), ("🇪🇸 xx ?[](a)", 1),
      ("👨‍👩‍👧 ?[](a)", 0), ("1️⃣ ?[](a)", 0), ("?[](a)\u{301}", 1), ("?[](a)\u{301}x", 1), ("", 0),
      ("𝒳?[](a)", 0), ("*x 😀*?[](a)", 1), ("tl\u{37e}dr: ?[](a)", 1), ("𝟏. ?[](a)", 1),
      ("a\r\n", nil),
    ] as [(String, Int?)])
  func storedClozes(text: String, count: Int?) {
    #expect(LibraryNotesReading.clozeCount(of: text) == count)
  }

  /// Notes, the prompts that the app finds in them, and how many paragraphs it crashes on.
  @Test(
    arguments: [
      ("?[a](b) and ?[](c)", ["cloze 2"], 0), ("?[](e\u{301})", [], 0),
      ("?[](e\u{301}) ?[](b)", ["cloze 1"], 0), ("x 😀?[](b)", ["cloze 0"], 0),
      ("?[](b) 🇪🇸\n\n> quote", ["quote 1"], 1), ("> e\u{301} ?[](b)", ["cloze 1", "quote 1"], 0),
      (">\u{301} a", [], 0), ("Q\u{301}: a\nA: b", [], 0), ("Q: a\nA:\u{301} b", [], 0),
      ("Q: *x e\u{301}\nA: b* c", [], 0), ("Q: e\u{301}\nA: b", ["qanda 1"], 0),
      (" #e\u{301}?[](a)", ["cloze 0"], 0), ("*x e\u{301} ?[](a)b*", [], 0),
      ("a *b*\u{301}", [], 1), ("?[](é) 😀\n", ["cloze 1"], 0),
    ] as [(String, [String], Int)])
  func notes(text: String, found: [String], crashes: Int) {
    let app = LibraryNotesPrompts(MiniMarkdownDocument(text).snapshot)
    let prompts = app.collections.map { "\($0.kind.rawValue) \($0.promptCount)" }
    #expect(prompts.sorted() == found && app.crashes.count == crashes)
    #expect(app.crashes.allSatisfy { !$0.isEmpty && $0.upperBound <= text.utf8.count })
  }

  /// On texts without such characters it is the grammar: the same prompts, with as many clozes.
  @Test(arguments: 0..<4) func isTheGrammar(seed: UInt64) {
    var edits = RandomEdits(seed: seed)
    for _ in 0..<400 {
      let text = String(
        String.UnicodeScalarView(
          edits.text(0...60).filter { $0.utf16.count == 1 }.unicodeScalars))
      guard text.allSatisfy({ $0.utf16.count == 1 }) else { continue }
      let reading = LibraryNotesReading(ClusterText(text, by: .units))
      var known: Set<String> = []
      let found = reading.blocks.map { "\($0.kind) \(reading.text.text($0.range))" }
        .filter { known.insert($0).inserted }.sorted()
      let expected = NoteContent(text: text).promptCollections.map { "\($0.kind) \($0.rawValue)" }
      #expect(
        found == expected.sorted() && !reading.isPastEnd, "seed \(seed): \(text.debugDescription)")
      for prompts in NoteContent(text: text).promptCollections where prompts.kind == .cloze {
        #expect(LibraryNotesReading.clozeCount(of: prompts.rawValue) == prompts.promptCount)
      }
    }
  }

  /// A text is read as the app reads it only if a wide character is near the end of a line: no crash is
  /// missed by that. Lines are short here, and many crash.
  @Test(arguments: 0..<8) func noCrashIsMissed(seed: UInt64) {
    let pieces = [
      "?[h](a)", "?[](b)", "?[", "](", ")", " ", "\n", "\n\n", "> ", "- ", "Q: ", "\nA: ", "# ",
      " #t", "*", "_", "`", "a", "words ", "é", "ж", "中", "😀", "❤️", "👨‍👩‍👧", "🇪🇸", "1️⃣",
      "e\u{301}", "*\u{301}", ")\u{301}", "\n\u{301}", "नमस्ते", "क्षत्रिय", "مُحَمَّد",
      "\u{600}", "ᄒ\u{1161}\u{11ab}", "\u{200D}", "a\u{200D}", "\r\n", "\r", "\u{200b}",
      "z\u{35c}", "𝒳", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "가\u{11ab}", "ไทย",
    ]
    var random = SeededGenerator(seed: seed)
    var crashed = 0
    for _ in 0..<1500 {
      let text = (0..<Int.random(in: 1...12, using: &random))
        .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      let document = MiniMarkdownDocument(text).snapshot
      let crashes = LibraryNotesPrompts(document).crashes
      crashed += crashes.isEmpty ? 0 : 1
      #expect(
        LibraryNotesPrompts.crashes(in: document) == crashes,
        "seed \(seed): \(text.debugDescription)")
    }
    #expect(crashed > 20)
  }

  /// Texts with wide characters at whose lines the app does not come too far.
  @Test(arguments: [
    "?[](b) 😀 well.", "😀 and a\n?[](b)\n", "नमस्ते and then\n", "👨‍👩‍👧 and many words", "ends with ж", "中",
  ])
  func mostTextsAreNotRead(text: String) {
    #expect(
      !Array(text.utf8).withUnsafeBufferPointer(ClusterText.mayHaveWideCharactersAtLineEnds))
  }

  /// Linear, or this would take minutes.
  @Test func isFast() {
    for opener in ["*a _b ", "?[a ", "![a ", "**a ", "`a ", "?[a](", "\n          ", "😀 *"] {
      let text = "e\u{301} " + String(repeating: opener, count: 40_000 / opener.utf8.count)
      #expect(LibraryNotesReading(ClusterText(text, by: .units)).clozeCount == 0)
      #expect(LibraryNotesReading.clozeCount(of: text) ?? 0 == 0)
    }
  }
}
