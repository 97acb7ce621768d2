/// Looks up places of a version that lie near each other: it remembers the leaf of the last, and
/// only places in another leaf cost O(log n).
struct LeafCursor {
  private let root: RecordTree
  private var leaf: RecordTree
  /// The start of the leaf, in UTF-8 bytes from the start of the text.
  private var start = 0

  /// Begins before every leaf.
  init(_ root: RecordTree) {
    self.root = root
    leaf = .empty
  }

  /// Length of the text in UTF-8 bytes.
  var count: Int { root.summary.utf8 }

  private var end: Int { start + leaf.contents.text.count }

  /// Moves to the first leaf for which `isAfter` holds, given the start and the summary of a node.
  /// Returns false, and stays, if there is none.
  private mutating func move(to isAfter: (_ start: Int, _ summary: Summary) -> Bool) -> Bool {
    guard isAfter(0, root.summary) else { return false }
    leaf = root
    start = 0
    while !leaf.isLeaf {
      let summaries = leaf.summaries
      var index = 0
      // If it is not one of those before, it is the last.
      while index < summaries.count - 1, !isAfter(start, summaries[index]) {
        start += summaries[index].utf8
        index += 1
      }
      leaf = leaf.children[index]
    }
    return true
  }

  /// Goes to the leaf that holds byte `offset`; false outside the text.
  private mutating func move(to offset: Int) -> Bool {
    if start <= offset, offset < end { return true }
    return offset >= 0 && move { start, summary in start + summary.utf8 > offset }
  }

  /// A record's bytes in the text, the state in which it begins, and the bytes that it depends on.
  typealias Place = (start: Int, end: Int, entry: UInt8, reach: Reach)

  /// The record that holds byte `offset`; nil outside the text.
  mutating func record(at offset: Int) -> Place? {
    guard move(to: offset) else { return nil }
    return firstRecord { start, record in start + Int(record.length) > offset }
  }

  /// The first record that depends on the byte at `offset` or on a later byte.
  mutating func firstRecord(reaching offset: Int) -> Place? {
    guard move(to: { start, summary in start + summary.reach > offset }) else { return nil }
    return firstRecord { start, record in start + Int(record.reach.examinedLength) > offset }
  }

  /// The first record that is not as it was when bytes take the place of `range` that stop no scan
  /// loop, `shift` more than there were. Cost: constant for each record before it that reaches so far.
  mutating func firstRecord(notKeptReplacing range: Range<Int>, shift: Int) -> Place? {
    var place = firstRecord(reaching: range.lowerBound)
    while let kept = place,
      kept.reach.isKept(
        replacing: range.lowerBound - kept.start..<range.upperBound - kept.start, shift: shift)
    {
      place = record(at: kept.end)
    }
    return place
  }

  private func firstRecord(where isAfter: (_ start: Int, _ record: Record) -> Bool) -> Place? {
    var start = start
    for record in leaf.contents.records {
      if isAfter(start, record) {
        return (start, start + Int(record.length), record.entry, record.reach)
      }
      start += Int(record.length)
    }
    return nil
  }

  /// Appends the text in `range`, which lies within the text, to `bytes`.
  mutating func append(_ range: Range<Int>, to bytes: inout [UInt8]) {
    var next = range.lowerBound
    while next < range.upperBound, move(to: next) {
      let upper = min(end, range.upperBound)
      bytes += leaf.contents.text[next - start..<upper - start]
      next = upper
    }
  }

  /// The start of the scalar that holds `offset`, which is cut to the text.
  mutating func scalarStart(atOrBefore offset: Int) -> Int {
    var offset = min(max(offset, 0), count)
    while offset > 0, move(to: offset), leaf.contents.text[offset - start].isUTF8Continuation {
      offset -= 1
    }
    return offset
  }

  /// `range`, cut to the text, from the start of a scalar to the start of a scalar.
  mutating func scalars(in range: Range<Int>) -> Range<Int> {
    let clamped = range.clamped(to: 0..<count)
    let lower = scalarStart(atOrBefore: clamped.lowerBound)
    if clamped.isEmpty { return lower..<lower }
    return lower..<max(lower, scalarStart(atOrBefore: clamped.upperBound))
  }

  /// Whether the records in `range` lie in one leaf that stays neither too full nor too empty if `new`
  /// takes their place: the common case of an edit.
  mutating func canReplaceWithinLeaf(_ range: Range<Int>, with new: LeafContents) -> Bool {
    guard !range.isEmpty, move(to: range.lowerBound), range.upperBound <= end else { return false }
    let text = end - start - range.count + new.text.count
    // Records are counted as if none were replaced, which is never far off.
    let records = leaf.contents.records.count + new.records.count
    return records <= 2 * LeafContents.fullRecordCount && text <= 2 * LeafContents.fullTextLength
      && text >= LeafContents.fullTextLength / 4
  }
}
