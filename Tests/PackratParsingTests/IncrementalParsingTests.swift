import Foundation
import MiniMarkdown
import TestSupport
import Testing

@testable import PackratParsing

/// After any edit, everything is as if the text had been parsed again: records, trees, positions,
/// diagnostics, colors. And it costs what was damaged.
///
/// 1,200 edits; `script/test --edits N` makes it N, and prints what it did.
@Suite struct IncrementalParsingTests {
  private static let edits =
    ProcessInfo.processInfo.environment["COMMONPLACE_EDITS"].flatMap { Int($0) } ?? 1_200

  @Test(arguments: 0..<max(12, edits / 500))
  func equalsAFreshParse(seed: Int) throws {
    try EditSession(seed: UInt64(seed)).run(edits: min(500, Self.edits / 12))
  }
}

/// Random edits of a random text, each followed by a comparison with a fresh parse.
struct EditSession {
  let seed: UInt64
  /// Every fourth session has one, so that records go on within a block.
  private var hasLongParagraph: Bool { seed % 4 == 0 }
  /// And every fourth a line of marks that look for their partners up to its end.
  private var hasOpeners: Bool { seed % 4 == 2 }

  func run(edits: Int) throws {
    var random = RandomEdits(seed: seed)
    let start = hasLongParagraph ? random.longParagraph() : random.text(0...40)
    var document = MiniMarkdownDocument(start)
    var bytes = Array(start.utf8)
    // A version that is held while edits go on must stay what it was.
    var held = (snapshot: document.snapshot, bytes: bytes)
    for edit in 0..<edits {
      if hasOpeners, edit % 25 == 0 {
        let line = random.openerLine()
        document.replace(0..<bytes.count, with: line)
        bytes = Array(line.utf8)
      }
      let (range, replacement) =
        hasOpeners && edit % 5 != 0 ? random.key(in: bytes) : random.change(of: bytes)
      if edit % 10 == 0 { held = (document.snapshot, bytes) }
      bytes.replaceSubrange(range, with: replacement.utf8)
      document.replace(range, with: replacement)
      let end = range.lowerBound + replacement.utf8.count
      try compare(document, with: bytes, end, "seed \(seed), edit \(edit)")
      try #require(
        held.snapshot.utf8(in: 0..<held.bytes.count) == held.bytes, "seed \(seed), edit \(edit)")
      if bytes.count > (hasOpeners ? 12_000 : 4_000) {
        document.replace(100..<bytes.count, with: "")
        bytes = document.snapshot.utf8(in: 0..<document.snapshot.count)
      }
    }
  }

  private func compare(
    _ document: MiniMarkdownDocument, with bytes: [UInt8], _ end: Int, _ comment: String
  ) throws {
    let snapshot = document.snapshot
    let fresh = MiniMarkdownDocument(decoding: bytes).snapshot
    try #require(snapshot.utf8(in: 0..<snapshot.count) == bytes, "\(comment)")
    try #require(snapshot.recordDescriptions == fresh.recordDescriptions, "\(comment)")
    try #require(
      snapshot.dump(grammar: MiniMarkdownGrammar.self)
        == fresh.dump(grammar: MiniMarkdownGrammar.self), "\(comment)")
    try #require(snapshot.diagnostics() == fresh.diagnostics(), "\(comment)")
    try #require(
      snapshot.blocks.flatMap(\.highlights) == fresh.blocks.flatMap(\.highlights), "\(comment)")
    let cost = document.lastEdit
    // A mark without its partner is looked for up to the next empty line, and no further.
    let after = bytes[min(end, bytes.count)...]
    let emptyLine = zip(after.indices, zip(after, after.dropFirst()))
      .first { $0.1 == (0x0A, 0x0A) }?.0
    let bound =
      max(cost.damagedBytes, cost.parsedBytes) + (emptyLine ?? bytes.count) - after.startIndex
    // Of a line in which everything looks far ahead the text is given in parts, each twice as much
    // as the one before, and what was read of the parts before is read once more: all of them
    // together are less than twice the last, which may be twice what was needed.
    let times = hasOpeners ? 4 : 2
    try #require(cost.examinedBytes <= times * bound + 128, "\(comment) \(cost)")
    snapshot.root.checkBalance(comment)
  }
}

extension DocumentSnapshot {
  /// Every record with its offset, and its nodes.
  fileprivate var recordDescriptions: [String] {
    var records: [String] = []
    var iterator = RecordIterator(root)
    while let location = iterator.next() {
      records.append("\(location.start) \(location.record) \(Array(location.nodes))")
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
