import LanguageServerProtocol
import MiniMarkdown
import PackratParsing
import TestSupport
import Testing

@testable import LanguageServer

/// A client that applies what it is sent has what it would have got in whole.
@Suite struct SemanticTokensDeltaTests {
  private static let legend = TokenLegend(clientTypes: [], usesOwnTypes: true)

  private func tokens(_ snapshot: DocumentSnapshot, _ encoding: PositionEncoding) -> DocumentTokens
  {
    DocumentTokens(snapshot, legend: Self.legend, encoding: encoding)
  }

  private func applying(_ edits: [SemanticTokensEdit], to data: [UInt32]) -> [UInt32] {
    var data = data
    for edit in edits {
      let start = Int(edit.start)
      data.replaceSubrange(start..<start + Int(edit.deleteCount), with: edit.data)
    }
    return data
  }

  @Test(arguments: 0..<40)
  func deltaLeadsToTheFullResult(seed: Int) throws {
    var random = RandomEdits(seed: UInt64(seed))
    var document = MiniMarkdownDocument(
      seed % 4 == 0 ? "> " + random.longParagraph() : random.text(0...200))
    // The tokens that a client of each encoding has.
    var held = PositionEncoding.allCases.map { encoding in
      var tokens = tokens(document.snapshot, encoding)
      return (encoding, data: tokens.all())
    }
    for edit in 0..<40 {
      let old = document.snapshot
      for _ in 0..<random.number(0...3) {
        let bytes = document.snapshot.utf8(in: 0..<document.snapshot.count)
        let (range, text) = random.change(of: bytes)
        document.replace(range, with: text)
      }
      if document.snapshot.count > 4000 {
        document.replace(500..<document.snapshot.count, with: "")
      }
      // Of another document, and so not dependent on what was kept.
      let fresh = MiniMarkdownDocument(document.snapshot.text).snapshot
      for index in held.indices {
        let (encoding, data) = held[index]
        let comment: Comment = "seed \(seed), edit \(edit), \(encoding)"
        var tokens = tokens(document.snapshot, encoding)
        var all = self.tokens(fresh, encoding)
        let (edits, expected) = (tokens.edits(since: old), all.all())
        try #require(applying(edits, to: data) == expected, comment)
        try #require(edits.isEmpty == (data == expected), comment)
        held[index].data = expected
      }
      if edit % 5 == 0 {
        try checkRange(document.snapshot, PositionEncoding.allCases[edit % 3], &random)
      }
    }
  }

  /// The second token was relative to the first. It becomes the first, relative to one before it.
  @Test func aTokenBecomesTheFirstThatChanged() {
    var document = MiniMarkdownDocument("#z\n\n#a #b")
    let old = document.snapshot
    var held = tokens(old, .utf16)
    document.replace(4..<6, with: "xx")
    var (delta, all) = (tokens(document.snapshot, .utf16), tokens(document.snapshot, .utf16))
    #expect(applying(delta.edits(since: old), to: held.all()) == all.all())
  }

  /// The tokens of a range are those of all that lie in it.
  private func checkRange(
    _ snapshot: DocumentSnapshot, _ encoding: PositionEncoding, _ random: inout RandomEdits
  ) throws {
    var tokens = tokens(snapshot, encoding)
    let lower = random.number(0...snapshot.count)
    let range = lower..<random.number(lower...snapshot.count)
    let all = absolute(tokens.all())
    let part = absolute(tokens.all(in: range))
    let expected = all.filter { overlaps($0, range, snapshot, encoding) }
    try #require(part == expected, "\(range) of \(snapshot.text.debugDescription)")
  }

  /// Line, column, length and type of each token.
  private func absolute(_ data: [UInt32]) -> [[Int]] {
    var (line, column) = (0, 0)
    return stride(from: 0, to: data.count, by: 5).map { index in
      column = Int(data[index + 1]) + (data[index] == 0 ? column : 0)
      line += Int(data[index])
      return [line, column, Int(data[index + 2]), Int(data[index + 3])]
    }
  }

  private func overlaps(
    _ token: [Int], _ range: Range<Int>, _ snapshot: DocumentSnapshot, _ encoding: PositionEncoding
  ) -> Bool {
    let start = TextPosition(line: token[0], column: token[1])
    let end = TextPosition(line: token[0], column: token[1] + token[2])
    return (snapshot.offset(of: start, in: encoding)..<snapshot.offset(of: end, in: encoding))
      .overlaps(range)
  }

  /// Of the records of 1 MB, a key computes those it changed and a few more. The client's tokens in
  /// the end follow from all the deltas.
  @Test(
    arguments: [
      GeneratedNotes.text(seed: 1, byteCount: 1_000_000),
      "> " + GeneratedNotes.prose(seed: 2, byteCount: 200_000),
      ExtremeText.shortParagraphs(byteCount: 200_000),
      ExtremeText.list(seed: 1, itemCount: 5_000),
    ].enumerated().map { Text(index: $0, text: $1) })
  func aKeyComputesFewRecords(text: Text) {
    var document = MiniMarkdownDocument(text.text)
    var first = tokens(document.snapshot, .utf16)
    var data = first.all()
    first.count()
    for seed in UInt64(0)..<100 {
      var random = RandomEdits(seed: seed)
      let old = document.snapshot
      let offset = random.number(0...old.count)
      document.replace(offset..<offset, with: random.text(1...1))
      let changed = document.snapshot.changedRecords(since: old)
      let records =
        old.records(in: changed.old).map(\.start).count
        + document.snapshot.records(in: changed.new).map(\.start).count
      var tokens = tokens(document.snapshot, .utf16)
      data = applying(tokens.edits(since: old), to: data)
      // A list or a quote begun within a paragraph changes the kind of its rest. The change is
      // computed twice: to be sent, and to be counted.
      #expect(tokens.computedRecords < 100 + 2 * records, "seed \(seed)")
    }
    var last = tokens(document.snapshot, .utf16)
    #expect(last.all() == data)
  }

  /// A long text that is not printed with a test's name.
  struct Text: Sendable, CustomTestStringConvertible {
    let index: Int
    let text: String
    var testDescription: String { "text \(index), \(text.utf8.count) bytes" }
  }
}
