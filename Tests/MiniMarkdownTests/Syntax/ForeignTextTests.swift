import PackratParsing
import TestSupport
import Testing

@testable import MiniMarkdown

/// Markdown that notes do not have, and what leaves it alone.
@Suite struct ForeignTextTests {
  // MARK: Its kinds

  @Test(arguments: [
    "", "a", "\n", "a\n\nb", "    ", "a ``` b", "``", "a\n    b", "-- -\na\n---",
    "a\n\n«```\n# b\n\nc\n```»\nd", "«~~~ swift\n```\n~~~~»\na", "«````\n```\n````»",
    "«```\na\n\n»",
    "```a`b\nc", "«  ```\n  a\n  ```»", "«```\r\na\r\n```»\r\nb", "«``` a\n``` b\n```»",
    "- «```\n  - a\n  ```»\n- b", "1. a\n\n«   ```\n   b\n   ```»\n2. c",
    "> «```\n> a\n> ```»\n> b",
    "> «```\n> a»\nb", "- - «```\n  a\n```»",
    "«    a»", "a\n\n«    b\n\n\n    c»\n\nd", "a\n\n«\tb»\nc", "a\n\n   b", "# a\n    b",
    "- a\n\n    b", "- a\n\n«      b»", "1. a\n\n      b", "1. a\n\n«       b»",
    "- a\n\nb\n\n«    c»", "- a\n  - b\n\n    c",
    "- a\n\n  - b\n\n«        c»", "- a\nb\n\n    c", "10) a\n\n      b",
    "«---\na: b\n---»\nc", "«---\na: b\n...»\n«    c»", "«+++\na = 1\n+++»", "---\n\na\n---",
    "---\na: b",
    "a\n---\nb\n---", "«---\n---»", "---- \na\n---", "---\na\n+++",
    "«<!-- a -->»", "a\n«<!--\n# b\n\n- c\n-->»\nd", "a «<!-- #b -->» c «<!-- d -->»", "a <!-- b",
    "«<!-- a\n\nb»", "`<!-- a -->`", "`a` «<!-- b -->»", "- «<!-- a -->»\n- b", "< !-- a -->",
    "«%%a%%»", "a «%% #b %%» c «%%d%%»", "a %%b", "100%% and 50%%", "%%%% a %%", "`%%a%%`",
    "«%%\n# b\n\n- c\n%%»\nd", "- «%%\n  a %%»\n- b", "%% a\nb %%", "«%%a%%»<!-- «%%b%%»",
    "«%%<!--%%» -->", "«<!-- %%\na -->»\nb",
    "«```\n<!--\n```»\na", "«<!--\n```\n-->»\na", "«  <!-- a\n--> b»\nc",
  ])
  func finds(marked: String) {
    let marked = MarkedText(marked)
    let foreign = ForeignText(MiniMarkdownDocument(marked.text).snapshot)
    #expect(foreign.parts.map(\.range) == marked.ranges, "\(marked.text.debugDescription)")
    #expect(foreign.isEmpty == marked.ranges.isEmpty)
  }

  @Test func answersForOffsets() throws {
    let marked = MarkedText("a\n«```\nb\n```»\nc «<!-- d -->»\n")
    let foreign = ForeignText(MiniMarkdownDocument(marked.text).snapshot)
    for offset in 0...marked.text.utf8.count {
      let isIn = marked.ranges.contains { $0.contains(offset) }
      #expect(foreign.contains(offset) == isIn)
      #expect(foreign.part(at: offset) == marked.ranges.first { $0.contains(offset) })
      // At its start nothing is inside yet.
      let isWithin = marked.ranges.contains { $0.lowerBound < offset && offset < $0.upperBound }
      #expect(foreign.overlaps(offset..<offset) == isWithin)
    }
    #expect(foreign.overlaps(0..<marked.text.utf8.count) && !foreign.overlaps(0..<2))
  }

  // MARK: From edit to edit

  static let pieces = [
    "```\n", "\n```", "~~~\n", "```", "`", "<!--", "-->", "<!-- a -->", "%%", "\n%%\n", "---\n",
    "\n---\n", "+++\n",
    "...\n",
    "    ", "\t", "- ", "> ", "1. ", "\n", "\n\n", "\n\n\n", "\r\n", "# ", "#tag", "word ",
    "?[a](b)", "é",
  ]

  static func text(_ count: ClosedRange<Int>, _ random: inout RandomEdits) -> String {
    (0..<random.number(count)).map { _ in
      pieces[random.number(0...pieces.count - 1)]
    }.joined()
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func followsEdits(seed: UInt64) throws {
    var random = RandomEdits(seed: seed)
    var text = Self.text(1...40, &random)
    // Long enough for marks to read on from.
    if seed.isMultiple(of: 2) {
      let filler = String(repeating: "words and more words\n", count: 150)
      text = filler + text + filler + Self.text(1...20, &random) + filler
    }
    var document = MiniMarkdownDocument(text)
    var foreign = ForeignText(document.snapshot)
    for edit in 0..<30 {
      let before = document.snapshot
      var followed: ForeignText? = foreign
      for _ in 0..<random.number(1...2) {
        let snapshot = document.snapshot
        let first = random.number(0...snapshot.count)
        let start = snapshot.offset(ofUnit: first, in: .utf32)
        let end = snapshot.offset(
          ofUnit: first + random.number(0...1) * random.number(0...30), in: .utf32)
        let text = random.number(0...2) == 0 ? "word " : Self.text(0...3, &random)
        if followed?.follow(start..<end, with: text, in: snapshot) != true { followed = nil }
        document.replace(start..<end, with: text)
      }
      let next = ForeignText(document.snapshot, after: foreign)
      let fresh = ForeignText(document.snapshot)
      #expect(next.parts == fresh.parts, "seed \(seed), edit \(edit)")
      if let followed { #expect(followed.parts == fresh.parts, "seed \(seed), edit \(edit)") }
      // Back again, as the tokens of an earlier version are compared.
      #expect(ForeignText(before, after: next).parts == foreign.parts, "seed \(seed), edit \(edit)")
      try checkDifference(next, foreign, document.snapshot, before, "seed \(seed), edit \(edit)")
      foreign = next
    }
  }

  /// Outside of the difference each byte is in a part of both or of none.
  private func checkDifference(
    _ new: ForeignText, _ old: ForeignText, _ after: DocumentSnapshot, _ before: DocumentSnapshot,
    _ comment: Comment
  ) throws {
    let changed = after.changedRecords(since: before)
    let wide = new.difference(from: old, in: changed)
    let shift = after.count - before.count
    #expect(wide.new.lowerBound <= changed.new.lowerBound, comment)
    #expect(wide.new.upperBound >= changed.new.upperBound, comment)
    #expect(wide.new.lowerBound == wide.old.lowerBound, comment)
    #expect(wide.new.upperBound == wide.old.upperBound + shift, comment)
    for offset in 0..<after.count where !wide.new.contains(offset) {
      let earlier = offset < wide.new.lowerBound ? offset : offset - shift
      #expect(new.contains(offset) == old.contains(earlier), comment)
    }
  }

  /// A letter after a letter changes no line's meaning, so nothing is read but where a mark is beside it.
  @Test func wordsAreNotRead() throws {
    let text = "# Title\n\n- a «word» <!-- c «and» d --> e\n\n```\nx «code»\n```\n%%\nlast «line»"
    let marked = MarkedText(text)
    let fresh = ForeignText(MiniMarkdownDocument(marked.text).snapshot)
    for offset in marked.ranges.flatMap({ [$0.lowerBound, $0.lowerBound + 1, $0.upperBound] }) {
      for (edit, word) in [
        (offset..<offset, "x é"), (offset..<offset + 1, ""), (offset..<offset, "`"),
      ] {
        var document = MiniMarkdownDocument(marked.text)
        var next = fresh
        let range = edit.clamped(to: 0..<marked.text.utf8.count)
        let isFollowed = next.follow(range, with: word, in: document.snapshot)
        #expect(word != "x é" || isFollowed, "\(offset)")
        #expect(word != "`" || !isFollowed, "\(offset)")
        document.replace(range, with: word)
        if !isFollowed { next.update(to: document.snapshot) }
        #expect(next.parts == ForeignText(document.snapshot).parts, "\(offset): \(word)")
        // Read on from a version that was kept, or from the start.
        if offset.isMultiple(of: 2) { next.keep(document.snapshot) }
        document.replace(0..<0, with: "```\n")
        next.update(to: document.snapshot)
        #expect(next.parts == ForeignText(document.snapshot).parts, "\(offset): \(word)")
      }
    }
  }

  /// A mark in a long text has the lines around it read. Counted in bytes that are fetched.
  @Test func readsWhatIsAround() throws {
    let lines = (0..<20_000).map { $0 % 40 == 0 ? "```\ncode\n```\n" : "- words \($0)\n\n" }
      .joined()
    var document = MiniMarkdownDocument(lines)
    let foreign = ForeignText(document.snapshot)
    document.replace(100_000..<100_000, with: "`")
    let next = ForeignText(document.snapshot, after: foreign)
    #expect(next.readBytes < 20_000)
    #expect(next.parts == ForeignText(document.snapshot).parts)
  }

  // MARK: Left alone

  @Test(arguments: [
    "---\ntitle: a\ntags:\n  - b\n\n\n  - c  \n---\n",
    "a\n\n```sh  \n# b\nc  \n\n\n1. d\n1. e\n```\n", "a\n\n    # b  \n\n\n    1. c\n",
    "a\n\n<!--\n# b\n\n\n- c  \n-->\n", "1. a\n\n   ```\n   1. x\n   3. y\n   ```\n\n2. b\n",
    "a  \nb\n", "- a  \n  b\n", "a   \nb\n",
  ])
  func formattingKeeps(text: String) {
    let snapshot = MiniMarkdownDocument(text).snapshot
    #expect(snapshot.text(applying: snapshot.formattingEdits()) == text)
  }

  @Test(arguments: [
    ("a\n\n\n\n```\nb\n\n\n```\n\n\nc", "a\n\n```\nb\n\n\n```\n\nc"),
    ("# a\n```\n# b\n```", "# a\n\n```\n# b\n```"), ("a  \n  \nb  \n", "a\n\nb\n"),
    ("1. a\n2. ```\n   x\n   ```\n4. b\n", "1. a\n2. ```\n   x\n   ```\n3. b\n"),
  ])
  func formattingGoesOnAround(text: String, formatted: String) {
    let snapshot = MiniMarkdownDocument(text).snapshot
    #expect(snapshot.text(applying: snapshot.formattingEdits()) == formatted)
  }

  @Test(arguments: 0..<80 as Range<UInt64>)
  func formattingKeepsForeignText(seed: UInt64) {
    var random = RandomEdits(seed: seed)
    let snapshot = MiniMarkdownDocument(Self.text(1...30, &random)).snapshot
    let result = MiniMarkdownDocument(snapshot.text(applying: snapshot.formattingEdits())).snapshot
    func texts(_ snapshot: DocumentSnapshot) -> [String] {
      ForeignText(snapshot).parts.map { snapshot.text(in: $0.range) }
    }
    #expect(texts(result) == texts(snapshot), "\(snapshot.text.debugDescription)")
    #expect(result.formattingEdits() == [], "\(snapshot.text.debugDescription)")
  }

  /// Return is typed at `|`.
  @Test(arguments: [
    ("```\n- a|\n```", []), ("```\n> a|", []), ("- ```|\n  ```", []), ("<!--\n- a|\n-->", []),
    ("---\n- a|\n---\n", []), ("a\n\n    - b|\n", []), ("```\nQ: a|\n```", []),
    ("```\n```\n- a|", ["- "]), ("- a <!-- b -->|", ["- "]), ("- a|\n\n```\n- b\n```", ["- "]),
  ])
  func returnDoesNothing(text: String, inserted: [String]) throws {
    let parts = text.split(separator: "|", omittingEmptySubsequences: false)
    let typed = String(parts[0]) + "\n"
    let snapshot = MiniMarkdownDocument(typed + String(parts[1])).snapshot
    let edits = snapshot.editsAfterReturn(at: typed.utf8.count)
    #expect(edits.map(\.newText) == inserted)
  }

  @Test func outlineAndFoldsPassIt() {
    let text = "# a\n\n```\n# b\n> c\n```\n\n## d\n\n<!--\n# e\n-->\n\n?[f](g)\n\n    # h\n"
    let snapshot = MiniMarkdownDocument(text).snapshot
    func names(_ items: [OutlineItem]) -> [String] {
      items.flatMap { [$0.name] + names($0.children) }
    }
    #expect(names(snapshot.outline) == ["a", "d", "?[f](g)"])
    #expect(snapshot.folds.map(\.kind) == [.section, .foreign, .section, .foreign])
  }

  // MARK: Diagnostics

  @Test(arguments: [
    "«```»\n#a, snake_case_name ?[b\n```", "«---»\ntags: #a,\n---\n", "«<!--»\nQ: a\n-->",
    "a «<!-- #b. -->» c", "a\n\n    #b, ?[c",
  ])
  func aNoteSaysItOnce(marked: String) {
    let marked = MarkedText(marked)
    let snapshot = MiniMarkdownDocument(marked.text).snapshot
    let found = snapshot.diagnostics()
    #expect(found.map(\.range) == marked.ranges)
    #expect(found.allSatisfy { $0.rule == .notInNotes && $0.severity == .hint })
    #expect(snapshot.diagnostics(in: .file) == [])
    #expect(snapshot.fixingAll() == [] && snapshot.fixingAll(in: .file) == [])
  }

  /// In a file nothing in it refers to a note; in a note the app reads it.
  @Test func referencesAreThoseOfNotes() throws {
    let text = "#a\n\n```\n#b\n![](assets/c.png)\n\nQ: d\nA: e\n```\n"
    let snapshot = MiniMarkdownDocument(text).snapshot
    let note = try #require(NoteDiagnostics(snapshot)).references
    #expect(note.hashtags.map(\.text) == ["#a", "#b"])
    #expect(note.images.count == 1 && note.questions.count == 1)
    let file = try #require(NoteDiagnostics(snapshot, in: .file)).references
    #expect(file.hashtags.map(\.text) == ["#a"] && file.images.isEmpty && file.questions.isEmpty)
    #expect(NoteContent(snapshot).hashtags == ["#a", "#b"])
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func findingsFollowEdits(seed: UInt64) throws {
    var random = RandomEdits(seed: seed)
    let kind: TextKind = seed.isMultiple(of: 2) ? .note : .file
    var document = MiniMarkdownDocument(Self.text(5...60, &random))
    var found = try #require(NoteDiagnostics(document.snapshot, in: kind))
    for edit in 0..<20 {
      let start = random.number(0...document.snapshot.count)
      let end = min(document.snapshot.count, start + random.number(0...8))
      document.replace(start..<end, with: Self.text(0...2, &random))
      found = try #require(NoteDiagnostics(document.snapshot, after: found))
      let fresh = try #require(NoteDiagnostics(document.snapshot, in: kind))
      #expect(found.diagnostics == fresh.diagnostics, "seed \(seed), edit \(edit)")
      #expect(found.references == fresh.references, "seed \(seed), edit \(edit)")
    }
  }
}
