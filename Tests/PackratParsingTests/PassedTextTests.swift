import MiniMarkdown
import Testing

@testable import PackratParsing

/// Bytes that scan loops passed can be replaced by others that they pass, too, and no record before
/// them is parsed again. All else is as if the text had been parsed again.
@Suite struct PassedTextTests {
  typealias Document = IncrementalDocument<MiniMarkdownGrammar>

  /// Openers without partners, in many records.
  static let line = line(of: openers)
  private static let openers = ["*a ", "_b", "?[c", "![d", "e", "?[f](g", "![h](i"]
  /// The same with letters that may be the last before a closing mark, as far as one byte shows.
  static let shortLineBeyondASCII = line(of: ["*a ", "_é", "?[c", "中"], count: 250)
  static let shortLine = line(of: openers, count: 250)

  private static func line(of pieces: [String], count: Int = 3_000) -> String {
    (0..<count).map { "\(pieces[$0 % pieces.count])\($0) " }.joined()
  }

  /// The offset from the end of the line, the number of bytes to replace, and the new text.
  @Test(arguments: [
    (0, 0, "e"), (0, 0, " "), (0, 0, "e f"), (1, 1, ""), (1, 0, "x"), (9, 3, "word"),
    (9, 3, ""), (100, 0, "e"), (100, 40, "e"), (100, 40, "\r"), (3, 0, "("),
  ])
  func aKeyCostsAFewRecords(fromEnd: Int, count: Int, replacement: String) {
    var document = Document(Self.line)
    edit(&document, fromEnd: fromEnd, count: count, replacement)
    #expect(document.lastEdit.parsedBytes < 12_000)
    #expect(document.lastEdit.examinedBytes < 12_000)
  }

  /// Bytes that end a scan loop, or may: alone, or with the bytes beside them.
  @Test(arguments: [
    "*", "_", "]", ")", "](", "a*", "é_", "x]", "\n", "\r\n", "\n\n", "\n- ", "\n#",
    "\u{2028}", "\u{85}", "\u{A0}", "`", "**", "e", " ", "\r", "#", ">", "1. ", "", "é", "\0",
  ])
  func anyEditEqualsAFreshParse(replacement: String) {
    let endings = [
      "", " a", "*", " *", "]", "\n", "\r", "\n\nb", "\n# b", "\n  - b", "\n  1", "é", "\n\n",
    ]
    for ending in endings {
      for fromEnd in 0..<8 {
        for count in Set([0, min(2, fromEnd)]) {
          let line = fromEnd % 3 == 0 ? Self.shortLineBeyondASCII : Self.shortLine
          var document = Document(line + ending)
          edit(&document, fromEnd: fromEnd, count: count, replacement)
          // And once more, where the first has changed what is passed.
          edit(&document, fromEnd: fromEnd, count: 0, "e")
          edit(&document, fromEnd: fromEnd, count: 0, "]")
        }
      }
    }
  }

  /// Versions that are held stay what they were.
  @Test func aVersionKeepsItsLengths() {
    var document = Document(Self.line)
    let before = document.snapshot
    for _ in 0..<50 {
      document.replace(document.snapshot.count..<document.snapshot.count, with: "e")
    }
    #expect(records(before) == records(Document(Self.line).snapshot))
    #expect(records(document.snapshot) == records(Document(document.snapshot.text).snapshot))
  }

  private func edit(_ document: inout Document, fromEnd: Int, count: Int, _ replacement: String) {
    let start = document.snapshot.count - fromEnd
    document.replace(start..<start + count, with: replacement)
    let fresh = Document(document.snapshot.text).snapshot
    #expect(
      records(document.snapshot) == records(fresh),
      "\(fromEnd) from the end, \(count) bytes by \(replacement.debugDescription)")
    #expect(document.snapshot.root.summary.reach == fresh.root.summary.reach)
  }

  private func records(_ snapshot: DocumentSnapshot) -> [Record] {
    var records: [Record] = []
    var iterator = RecordIterator(snapshot.root)
    while let location = iterator.next() { records.append(location.record) }
    return records
  }
}
