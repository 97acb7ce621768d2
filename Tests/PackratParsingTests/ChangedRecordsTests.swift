import MiniMarkdown
import TestSupport
import Testing

@testable import PackratParsing

/// The parts that two versions share are found, and nothing else, whatever happened between them.
@Suite struct ChangedRecordsTests {
  @Test(arguments: 0..<40)
  func allElseIsEqual(seed: Int) throws {
    var random = RandomEdits(seed: UInt64(seed))
    var document = MiniMarkdownDocument(
      seed % 4 == 0 ? random.longParagraph() : random.text(0...2000))
    var versions = [document.snapshot]
    for edit in 0..<100 {
      // Some versions are never held, so that they are changed in place.
      for _ in 0..<random.number(1...4) {
        let (range, text) = random.change(
          of: document.snapshot.utf8(in: 0..<document.snapshot.count))
        document.replace(range, with: text)
      }
      versions.append(document.snapshot)
      let old = versions[random.number(0...versions.count - 1)]
      try check(from: old, to: document.snapshot, "seed \(seed), edit \(edit)")
      try check(from: document.snapshot, to: old, "seed \(seed), edit \(edit), back")
    }
  }

  private func check(
    from old: DocumentSnapshot, to new: DocumentSnapshot, _ comment: Comment
  ) throws {
    let changed = new.changedRecords(since: old)
    let (left, right) = (old.allRecords, new.allRecords)
    func split(
      _ records: [PlainRecord], at range: Range<Int>
    ) -> (before: [PlainRecord], within: [PlainRecord], after: [PlainRecord]) {
      (
        records.filter { $0.range.upperBound <= range.lowerBound },
        records.filter { $0.range.overlaps(range) },
        records.filter { $0.range.lowerBound >= range.upperBound }
      )
    }
    let (a, b) = (split(left, at: changed.old), split(right, at: changed.new))
    try #require(a.before.count + a.within.count + a.after.count == left.count, comment)
    try #require(b.before.count + b.within.count + b.after.count == right.count, comment)
    try #require(a.before.elementsEqual(b.before, by: PlainRecord.haveEqualContents), comment)
    try #require(a.after.elementsEqual(b.after, by: PlainRecord.haveEqualContents), comment)
    if let a = a.within.first, let b = b.within.first {
      try #require(!PlainRecord.haveEqualContents(a, b), comment)
    }
    if let a = a.within.last, let b = b.within.last {
      try #require(!PlainRecord.haveEqualContents(a, b), comment)
    }
  }

  @Test func versionsOfOtherTextsDifferWhollyOrNotAtAll() {
    let old = MiniMarkdownDocument("# a\n\n*b*").snapshot
    let other = MiniMarkdownDocument("> c").snapshot
    let changed = other.changedRecords(since: old)
    #expect(changed.old == 0..<old.count && changed.new == 0..<other.count)
    let equal = MiniMarkdownDocument("> c").snapshot
    #expect(equal.changedRecords(since: other).isEmpty)
    #expect(old.changedRecords(since: old).visitedNodes == 0)
    let empty = MiniMarkdownDocument("").snapshot
    #expect(empty.changedRecords(since: empty).isEmpty)
    #expect(old.changedRecords(since: empty).new == 0..<old.count)
  }

  /// One edit in 10 MB: the way from the root to the offset, twice in each tree.
  @Test func costDoesNotGrowWithTheDocument() {
    let block = "# Walden\n\nI went to the *woods* because I wished to live. #a/b\n\n- one\n- two\n"
    var document = MiniMarkdownDocument(
      String(repeating: block, count: 10_000_000 / block.utf8.count))
    for seed in UInt64(0)..<50 {
      var random = RandomEdits(seed: seed)
      let old = document.snapshot
      let offset = random.number(0...old.count)
      document.replace(offset..<offset, with: random.text(1...1))
      let changed = document.snapshot.changedRecords(since: old)
      #expect(changed.visitedNodes < 40, "seed \(seed): \(changed)")
      #expect(changed.old.count < 2 * block.utf8.count, "seed \(seed): \(changed)")
    }
  }

  /// A total is the sum over the records, before any offset, at any time.
  @Test(arguments: 0..<20)
  func totalsAreSums(seed: Int) throws {
    func count(_ record: Block) -> Int { record.highlights.count }
    func sum(_ version: DocumentSnapshot) -> Int {
      version.records(in: 0..<version.count).reduce(0) { $0 + count($1) }
    }
    var random = RandomEdits(seed: UInt64(seed))
    var document = MiniMarkdownDocument(random.text(0...1000))
    for edit in 0..<100 {
      let old = document.snapshot
      let (range, text) = random.change(of: document.snapshot.utf8(in: 0..<document.snapshot.count))
      document.replace(range, with: text)
      // Totals from before are taken over, or counted again.
      if random.number(0...1) == 0 {
        document.snapshot.takeTotals(of: old, changedBy: sum(document.snapshot) - sum(old))
      }
      // Not always asked, so that trees with and without sums are edited.
      guard random.number(0...2) > 0 else { continue }
      let snapshot = document.snapshot
      let records = Array(snapshot.records(in: 0..<snapshot.count))
      let offset = random.number(0...snapshot.count)
      let before = records.filter { $0.range.upperBound <= offset }.map(count).reduce(0, +)
      let comment: Comment = "seed \(seed), edit \(edit)"
      try #require(snapshot.total(before: offset, of: count) == before, comment)
      let total = records.map(count).reduce(0, +)
      try #require(snapshot.total(of: count) == total, comment)
      let counted = records.filter { count($0) > 0 }
      try #require(
        snapshot.firstCountedRecord(from: offset, of: count)?.range
          == counted.first { $0.range.upperBound > offset }?.range, comment)
      try #require(
        snapshot.lastCountedRecord(before: offset, of: count)?.range
          == counted.last { $0.start < offset }?.range, comment)
      let end = random.number(offset...snapshot.count)
      try #require(
        snapshot.records(in: offset..<end).map(\.range)
          == records.map(\.range).filter { $0.overlaps(offset..<end) }, comment)
    }
  }
}

/// A record with all that is in it.
private struct PlainRecord {
  let range: Range<Int>
  let record: Record
  let text: [UInt8]
  let nodes: [SyntaxNode]

  static func haveEqualContents(_ left: PlainRecord, _ right: PlainRecord) -> Bool {
    left.record == right.record && left.text == right.text && left.nodes == right.nodes
  }
}

extension DocumentSnapshot {
  fileprivate var allRecords: [PlainRecord] {
    IteratorSequence(RecordIterator(root)).map {
      PlainRecord(
        range: $0.start..<$0.end, record: $0.record, text: Array($0.text), nodes: Array($0.nodes))
    }
  }
}
