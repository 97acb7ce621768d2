import Foundation
import MiniMarkdown
import TestSupport
import Testing

@testable import PackratParsing

/// After any edit, everything is as if the text had been parsed anew: records, trees, positions,
/// diagnostics, colours. And it costs what was damaged.
///
/// 20,000 edits; `script/test --edits N` makes it N, and prints what it did.
@Suite struct IncrementalParsingTests {
  private static let edits =
    ProcessInfo.processInfo.environment["COMMONPLACE_EDITS"].flatMap { Int($0) } ?? 20_000

  @Test(arguments: 0..<max(40, edits / 500))
  func equalsAFreshParse(seed: Int) throws {
    try EditSession(seed: UInt64(seed)).run(edits: 500)
  }
}

/// Random edits of a random text, each followed by a comparison with a fresh parse.
struct EditSession {
  let seed: UInt64
  /// Every fourth session has one, so that records go on within a block.
  private var hasLongParagraph: Bool { seed % 4 == 0 }

  static let pieces = [
    "a", "word ", " ", "\n", "\n\n", "\r\n", "\r", "# ", "#", "#tag/x ", " #t", "> ", "- ", "* ",
    "1. ", "  - ", "Q: ", "A: ", "\nA: ", "tl;dr: ", "**", "*", "_", "`", "?[", "](", ")", "]",
    "?[h](a)", "![x](y)", "é", "e\u{301}", "中文", "😀", "👨‍👩‍👧", "🇩🇪", "\u{A0}", "\0",
    "A longer run of words without any marks at all. ", "*emphasis over\na line*",
  ]

  func run(edits: Int) throws {
    var random = SeededGenerator(seed: seed)
    func text(_ count: ClosedRange<Int>) -> String {
      (0..<Int.random(in: count, using: &random))
        .map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
    }
    // Every fourth session has a long paragraph, so that records go on within a block.
    let start =
      seed % 4 == 0 ? text(200...500).filter { $0 != "\n" && $0 != "\r\n" } : text(0...40)
    var document = MiniMarkdownDocument(start)
    var bytes = Array(start.utf8)
    // A version that is held while edits go on must stay what it was.
    var held = (snapshot: document.snapshot, bytes: bytes)
    for edit in 0..<edits {
      let (range, replacement) = change(of: bytes, &random)
      if edit % 10 == 0 { held = (document.snapshot, bytes) }
      bytes.replaceSubrange(range, with: replacement.utf8)
      document.replace(range, with: replacement)
      try compare(document, with: bytes, "seed \(seed), edit \(edit)")
      try #require(
        held.snapshot.utf8(in: 0..<held.bytes.count) == held.bytes, "seed \(seed), edit \(edit)")
      if bytes.count > 4000 {
        document.replace(100..<bytes.count, with: "")
        bytes = document.snapshot.utf8(in: 0..<document.snapshot.count)
      }
    }
  }

  /// A key, a mark, a line break, a deletion, a paste, a moved line, or everything at once.
  private func change(
    of bytes: [UInt8], _ random: inout SeededGenerator
  ) -> (Range<Int>, String) {
    func boundary(_ offset: Int) -> Int {
      var offset = offset
      while offset > 0, offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
      return offset
    }
    let place = boundary(Int.random(in: 0...bytes.count, using: &random))
    let length = Int.random(in: 0...min(30, bytes.count - place), using: &random)
    let end = boundary(place + length)
    let piece = Self.pieces.randomElement(using: &random) ?? ""
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<9: return (place..<place, piece)
    case 9..<14: return (place..<max(place, end), "")
    case 14..<17: return (place..<max(place, end), piece)
    case 17: return (place..<place, String(repeating: piece, count: 20))
    case 18:
      let line = bytes[..<place].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      let next = bytes[place...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
      return (line..<next, piece + String(decoding: bytes[line..<next], as: UTF8.self))
    default: return place % 7 == 0 ? (0..<bytes.count, piece) : (place..<place, "\n\n")
    }
  }

  private func compare(
    _ document: MiniMarkdownDocument, with bytes: [UInt8], _ comment: String
  ) throws {
    let snapshot = document.snapshot
    let fresh = MiniMarkdownDocument(decoding: bytes).snapshot
    try #require(snapshot.utf8(in: 0..<snapshot.count) == bytes, "\(comment)")
    try #require(snapshot.placedRecords == fresh.placedRecords, "\(comment)")
    try #require(
      snapshot.dump(grammar: MiniMarkdownGrammar.self)
        == fresh.dump(grammar: MiniMarkdownGrammar.self), "\(comment)")
    try #require(snapshot.diagnostics() == fresh.diagnostics(), "\(comment)")
    try #require(
      snapshot.blocks.flatMap(\.highlights) == fresh.blocks.flatMap(\.highlights), "\(comment)")
    let cost = document.lastEdit
    // In a long paragraph an unmatched mark is looked for up to the paragraph's end.
    let bound = hasLongParagraph ? 3 * bytes.count : max(cost.damagedBytes, cost.parsedBytes)
    try #require(cost.examinedBytes <= 3 * bound + 128, "\(comment) \(cost)")
    snapshot.root.checkBalance(comment)
  }
}

extension DocumentSnapshot {
  /// Every record with its place, text and nodes.
  fileprivate var placedRecords: [String] {
    var records: [String] = []
    var iterator = RecordIterator(root)
    while let place = iterator.next() {
      records.append("\(place.start) \(place.record) \(Array(place.nodes))")
    }
    return records
  }
}

extension RecordTree {
  /// Summaries are the sums of what they summarize, and all leaves are at one depth.
  fileprivate func checkBalance(_ comment: String) {
    var sum = Summary()
    if isLeaf {
      for record in contents.records { sum.append(Summary(record)) }
      #expect(sum.utf8 == contents.text.count, "\(comment)")
      #expect(!contents.isOverfull, "\(comment)")
    } else {
      for child in children {
        #expect(child.level == level - 1, "\(comment)")
        child.checkBalance(comment)
        sum.append(child.summary)
      }
      #expect(children.count <= 2 * Self.fullChildCount, "\(comment)")
    }
    #expect(sum.utf8 == summary.utf8 && sum.reach == summary.reach, "\(comment)")
    #expect(sum.metrics == summary.metrics && sum.blocks == summary.blocks, "\(comment)")
  }
}
