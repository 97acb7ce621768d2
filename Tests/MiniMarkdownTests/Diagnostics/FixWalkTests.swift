import PackratParsing
import TestSupport
import Testing

@testable import MiniMarkdown

/// Fixes one after another, as a user takes them, until none is offered: there is an end, each fix settles
/// its diagnostic, and what is kept from edit to edit is what a look at the whole text finds.
@Suite struct FixWalkTests {
  /// Random texts: pieces full of faults, habits of other programs among them, and texts of the corpus,
  /// each with some edits.
  private static func text(_ random: inout RandomEdits, _ corpus: [String]) -> String {
    func one(of texts: [String]) -> String { texts[random.number(0...texts.count - 1)] }
    var text = ""
    for _ in 0..<random.number(1...3) {
      switch random.number(0...3) {
      case 0: text += one(of: corpus)
      case 1: text += one(of: HabitTests.notes.map(\.text))
      default: text += FixTests.text(&random)
      }
      text += one(of: ["\n\n", "\n", "", "\r\n\r\n"])
    }
    for _ in 0..<random.number(0...3) {
      var bytes = Array(text.utf8)
      let (range, piece) = random.change(of: bytes)
      bytes.replaceSubrange(range, with: piece.utf8)
      text = String(decoding: bytes, as: UTF8.self)
    }
    // A long one adds time, and no new kind of text.
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(600)))
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func ends(seed: UInt64) throws {
    let trees: [CorpusTests.Example] = try CorpusTests.corpus("trees")
    let corpus = trees.map(\.text)
    var random = RandomEdits(seed: seed)
    for number in 0..<25 {
      let text = Self.text(&random, corpus)
      try Self.walk(text, "seed \(seed), text \(number)") { random.number(0...$0 - 1) }
    }
  }

  /// The first fix of the first diagnostic, as a user in a hurry takes them, and the last of the last.
  @Test(arguments: HabitTests.notes)
  func endsForHabits(note: HabitTests.Note) throws {
    try Self.walk(note.text, "first") { _ in 0 }
    try Self.walk(note.text, "last") { $0 - 1 }
  }

  /// Takes fixes as `choose` says, which gets their number, until there is none.
  private static func walk(
    _ text: String, _ origin: Comment, choose: (Int) -> Int
  ) throws {
    var document = MiniMarkdownDocument(text)
    var found = try #require(NoteDiagnostics(document.snapshot))
    // Some bring up a hint, which has one, too.
    let most = 4 * found.diagnostics.count + 8
    var taken: [String] = []
    while true {
      let snapshot = document.snapshot
      let offered = found.diagnostics.flatMap { diagnostic in
        snapshot.fixes(for: diagnostic).map { (diagnostic, $0) }
      }
      if offered.isEmpty { return }
      let detail: Comment = "\(origin): \(text.debugDescription) \(taken)"
      try #require(taken.count < most, detail)
      let (diagnostic, fix) = offered[choose(offered.count)]
      taken.append("\(diagnostic.code): \(fix.title)")
      for edit in fix.edits.reversed() { document.replace(edit.range, with: edit.newText) }
      let next = document.snapshot
      found = try #require(NoteDiagnostics(next, after: found))
      let fresh = MiniMarkdownDocument(next.text).snapshot
      let grammar = MiniMarkdownGrammar.self
      #expect(next.dump(grammar: grammar) == fresh.dump(grammar: grammar), detail)
      let all = try #require(NoteDiagnostics(fresh))
      #expect(found.diagnostics == all.diagnostics, detail)
      #expect(found.references == all.references, detail)
      let rewriting = try #require(Rewriting(snapshot, fix.edits))
      let start = rewriting.newOffset(of: diagnostic.range.lowerBound)
      #expect(
        !found.diagnostics.contains { $0.code == diagnostic.code && $0.range.lowerBound == start },
        detail)
    }
  }
}
