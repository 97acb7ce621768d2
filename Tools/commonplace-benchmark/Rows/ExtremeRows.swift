import NoteGenerator
import PackratParsing

/// Texts that expose weaknesses of parsers.
enum ExtremeRows {
  static let all: [Row] = against + longParagraph + openers

  private static let against: [Row] = [
    Row(
      id: "short-paragraphs", name: "a key in 400 KB of `a` and two line breaks, against prose",
      bar: .atMost(5, "times")
    ) { bench in
      let text = ExtremeText.shortParagraphs(byteCount: 400_000)
      let extreme = Typist(text, seed: Bench.seed)
      return compare(extreme, .insert("e", at: text.utf8.count / 6 * 3 + 1), bench: bench)
    },
    Row(
      id: "list", name: "a key in the middle of a list of 100,000 items, against prose",
      bar: .atMost(5, "times")
    ) { bench in
      let extreme = list
      return compare(extreme, .insert("e", at: middleOfItem(extreme.utf8)), bench: bench)
    },
    Row(
      id: "list-split", name: "Enter that splits a list of 100,000 items, against a key in prose",
      bar: .atMost(5, "times")
    ) { bench in
      let extreme = list
      let enter = Edit.insert("\n", at: middleOfItem(extreme.utf8))
      return compare(extreme, enter, after: [enter], bench: bench)
    },
  ]

  private static let longParagraph = [
    Row(
      id: "long-paragraph",
      name: "a key in the middle of a paragraph of 100 KB, against parsing it from scratch",
      bar: .atMost(0.05, "times", words: "at most 1/20")
    ) { bench in
      let text = GeneratedNotes.prose(seed: Bench.seed, byteCount: 100_000)
      let typist = Typist(text, seed: Bench.seed)
      let space = typist.utf8[50_000...].firstIndex(of: 0x20) ?? 50_000
      let key = bench.key(typist, at: space + 1)
      let scratch = bench.scratch(text, count: bench.effort.edits)
      Side.measure(key, scratch, effort: bench.effort)
      return .ratio(key, to: scratch)
    }
  ]

  private static let openers = [
    ("emphasis", "`*a _b `", ExtremeText.emphasisOpeners),
    ("cloze", "`?[a `", ExtremeText.clozeOpeners),
    ("image", "`![a `", ExtremeText.imageOpeners),
    ("mixed", "all three openers", ExtremeText.mixedOpeners),
  ].flatMap { id, name, piece -> [Row] in
    let text = ExtremeText.line(of: piece, byteCount: 1_000_000)
    return [
      Row(
        id: "openers-\(id)", name: "from scratch, 1 MB in one line of \(name), against prose",
        bar: .atMost(10, "times a byte")
      ) { bench in
        let prose = GeneratedNotes.prose(seed: Bench.seed, byteCount: text.utf8.count)
        let extreme = bench.scratch(text)
        let plain = bench.scratch(prose)
        Side.measure(extreme, plain, effort: bench.effort)
        return .ratio(extreme, to: plain)
      },
      Row(
        id: "openers-\(id)-key",
        name: "a key at the end of 1 MB in one line of \(name), against parsing it from scratch",
        bar: .atMost(1, "times", words: "at most once")
      ) { bench in
        let typist = Typist(text, seed: Bench.seed)
        let key = bench.key(typist, at: text.utf8.count)
        // Releasing the old tree is included on both sides.
        let opened = Typist(text, seed: Bench.seed)
        let scratch = Side(count: bench.effort.parses) { Stopwatch.time { opened.reopen() } }
        Side.measure(key, scratch, effort: bench.effort)
        let cost = typist.statistics(of: .insert("e", at: text.utf8.count))
        let examined = Double(cost.examinedBytes)
        return .ratio(
          key, to: scratch, note: "; both sides free an old tree; \(examined.short) bytes examined")
      },
    ]
  }

  private static var list: Typist {
    Typist(ExtremeText.list(seed: Bench.seed, itemCount: 100_000), seed: Bench.seed)
  }

  /// Returns the offset before the last word of an item in the middle.
  private static func middleOfItem(_ utf8: [UInt8]) -> Int {
    let end = utf8[(utf8.count / 2)...].firstIndex(of: 0x0A) ?? utf8.count
    return (utf8[..<end].lastIndex(of: 0x20) ?? end - 1) + 1
  }

  /// Compares `edit` in `extreme` with a plain key in the middle of equally long notes.
  private static func compare(
    _ extreme: Typist, _ edit: Edit, after preparations: [Edit] = [], bench: Bench
  ) -> Figure {
    let key = Side(count: bench.effort.edits) { extreme.time(edit, after: preparations) }
    let prose = bench.typist(extreme.utf8.count)
    let plain = bench.key(prose, at: EditOffsets(prose.utf8).middleWord)
    Side.measure(key, plain, effort: bench.effort)
    return .ratio(key, to: plain)
  }
}
