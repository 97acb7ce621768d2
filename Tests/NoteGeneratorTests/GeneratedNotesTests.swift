import MiniMarkdown
import NoteGenerator
import PackratParsing
import Testing

@Suite struct GeneratedNotesTests {
  @Test func followFromTheSeedAndTheLength() {
    let text = GeneratedNotes.text(seed: 7, byteCount: 20_000)
    #expect(text == GeneratedNotes.text(seed: 7, byteCount: 20_000))
    #expect(text != GeneratedNotes.text(seed: 8, byteCount: 20_000))
  }

  @Test(arguments: [1_000, 10_000, 65_537, 200_000])
  func areAsLongAsAsked(_ byteCount: Int) {
    for seed in UInt64(0)..<5 {
      #expect(GeneratedNotes.text(seed: seed, byteCount: byteCount).utf8.count == byteCount)
      let prose = GeneratedNotes.prose(seed: seed, byteCount: byteCount)
      #expect(prose.utf8.count == byteCount)
      #expect(prose.utf8.firstIndex(of: 0x0A) == prose.utf8.index(before: prose.utf8.endIndex))
    }
  }

  @Test func holdEveryConstructOfTheLanguage() {
    let snapshot = MiniMarkdownDocument(GeneratedNotes.text(seed: 1, byteCount: 50_000)).snapshot
    let kinds = Set(snapshot.dump(grammar: MiniMarkdownGrammar.self).map(\.kind))
    let all = Set(MiniMarkdownGrammar.kindNames)
    #expect(all.subtracting(kinds) == [])
  }

  @Test func haveNoDiagnostics() {
    for seed in UInt64(0)..<10 {
      let document = MiniMarkdownDocument(GeneratedNotes.text(seed: seed, byteCount: 30_000))
      #expect(document.snapshot.diagnostics() == [], "seed \(seed)")
    }
  }

  @Test func areWrittenInSeveralScripts() {
    let text = GeneratedNotes.text(seed: 1, byteCount: 50_000)
    let scalars = Set(text.unicodeScalars)
    for scalar in ["é", "\u{301}", "書", "학", "ס", "\u{200D}", "\u{1F1EF}"] as [Unicode.Scalar] {
      #expect(scalars.contains(scalar), "U+\(String(scalar.value, radix: 16))")
    }
  }
}

@Suite struct ExtremeTextTests {
  @Test func isWhatItsNameSays() {
    let short = MiniMarkdownDocument(ExtremeText.shortParagraphs(byteCount: 3_000)).snapshot
    #expect(short.count == 3_000 && short.blockCount == 2_000)

    let list = MiniMarkdownDocument(ExtremeText.list(seed: 1, itemCount: 500)).snapshot
    let items = list.dump(grammar: MiniMarkdownGrammar.self).filter { $0.kind == "list_item" }
    #expect(items.count == 500)
  }

  @Test(arguments: [
    ExtremeText.emphasisOpeners, ExtremeText.clozeOpeners, ExtremeText.imageOpeners,
    ExtremeText.mixedOpeners,
  ])
  func opensWithoutClosing(_ piece: String) {
    let text = ExtremeText.line(of: piece, byteCount: 6_000)
    let snapshot = MiniMarkdownDocument(text).snapshot
    let kinds = Set(snapshot.dump(grammar: MiniMarkdownGrammar.self).map(\.kind))
    #expect(kinds == ["document", "paragraph", "text"])
    #expect((5_900...6_000).contains(snapshot.count))
  }
}
