/// Looks up offsets of a snapshot. Caches the last leaf, so that nearby offsets are found without a
/// descent from the root.
struct LeafCursor {
  private let root: RecordTree
  private var leaf: RecordTree
  /// The start of the leaf, in UTF-8 bytes from the start of the text.
  private var start = 0

  init(_ root: RecordTree) {
    self.root = root
    leaf = .empty
  }

  var count: Int { root.summary.utf8 }

  private var end: Int { start + leaf.contents.text.count }

  /// Moves to the first leaf for which `isAfter` is true, given the start and the summary of a
  /// node. Returns false, and stays, if there is none.
  private mutating func move(to isAfter: (_ start: Int, _ summary: Summary) -> Bool) -> Bool {
    guard isAfter(0, root.summary) else { return false }
    leaf = root
    start = 0
    while !leaf.isLeaf {
      let summaries = leaf.summaries
      var index = 0
      // If no child before the last matches, the last one does.
      while index < summaries.count - 1, !isAfter(start, summaries[index]) {
        start += summaries[index].utf8
        index += 1
      }
      leaf = leaf.children[index]
    }
    return true
  }

  /// Moves to the leaf that contains byte `offset`. Returns false outside the text.
  private mutating func move(to offset: Int) -> Bool {
    if start <= offset, offset < end { return true }
    return offset >= 0 && move { start, summary in start + summary.utf8 > offset }
  }

  typealias RecordBounds = (start: Int, end: Int, entry: UInt8, reach: Reach)

  /// Returns the record that contains byte `offset`, or nil outside the text.
  mutating func record(at offset: Int) -> RecordBounds? {
    guard move(to: offset) else { return nil }
    return firstRecord { start, record in start + Int(record.length) > offset }
  }

  /// Returns the first record that depends on the byte at `offset` or on a later byte.
  mutating func firstRecord(reaching offset: Int) -> RecordBounds? {
    guard move(to: { start, summary in start + summary.reach > offset }) else { return nil }
    return firstRecord { start, record in start + Int(record.reach.examinedLength) > offset }
  }

  /// Returns the first record that does not stay valid if `range` is replaced by bytes that stop no
  /// scan loop. `shift` is the change in length. Cost: O(log n), and constant on average for each
  /// record between the first that reaches the range and the result.
  mutating func firstRecord(notKeptReplacing range: Range<Int>, shift: Int) -> RecordBounds? {
    var bounds = firstRecord(reaching: range.lowerBound)
    while let kept = bounds,
      kept.reach.isKept(
        replacing: range.lowerBound - kept.start..<range.upperBound - kept.start, shift: shift)
    {
      bounds = record(at: kept.end)
    }
    return bounds
  }

  private func firstRecord(
    where isAfter: (_ start: Int, _ record: Record) -> Bool
  ) -> RecordBounds? {
    var start = start
    for record in leaf.contents.records {
      if isAfter(start, record) {
        return (start, start + Int(record.length), record.entry, record.reach)
      }
      start += Int(record.length)
    }
    return nil
  }

  mutating func append(_ range: Range<Int>, to bytes: inout [UInt8]) {
    var next = range.lowerBound
    while next < range.upperBound, move(to: next) {
      let upper = min(end, range.upperBound)
      bytes += leaf.contents.text[next - start..<upper - start]
      next = upper
    }
  }

  /// Returns the start of the scalar that contains `offset`, which is clamped to the text.
  mutating func scalarStart(atOrBefore offset: Int) -> Int {
    var offset = min(max(offset, 0), count)
    while offset > 0, move(to: offset), leaf.contents.text[offset - start].isUTF8Continuation {
      offset -= 1
    }
    return offset
  }

  /// Returns `range` clamped to the text, with both bounds rounded down to starts of scalars.
  mutating func scalars(in range: Range<Int>) -> Range<Int> {
    let clamped = range.clamped(to: 0..<count)
    let lower = scalarStart(atOrBefore: clamped.lowerBound)
    if clamped.isEmpty { return lower..<lower }
    return lower..<max(lower, scalarStart(atOrBefore: clamped.upperBound))
  }

  /// Returns true only if one leaf contains all records in `range`, and is neither overfull nor
  /// sparse once `new` replaces them. This is the common case of an edit. Returns false for an
  /// empty range.
  mutating func canReplaceWithinLeaf(_ range: Range<Int>, with new: LeafContents) -> Bool {
    guard !range.isEmpty, move(to: range.lowerBound), range.upperBound <= end else { return false }
    let text = end - start - range.count + new.text.count
    // An upper bound: counts the records as if none were replaced.
    let records = leaf.contents.records.count + new.records.count
    return records <= 2 * LeafContents.fullRecordCount && text <= 2 * LeafContents.fullTextLength
      && text >= LeafContents.fullTextLength / 4
  }
}
