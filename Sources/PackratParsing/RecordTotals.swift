import Synchronization

/// Sums over records of a count that the caller defines.
///
/// `count` must be the same pure function of a record's text and nodes for all snapshots of a
/// document, and never negative. The tree caches its sums, and later snapshots share those of all
/// tree nodes that no edit changed. Cost of each, if all records were counted before: O(log n), and
/// the records of the leaves created since.
extension DocumentSnapshot {
  package func total(of count: (Block) -> Int) -> Int { root.total(of: count) }

  /// Reuses the cached sums of `old`, an earlier version: the new sum is greater by `change`.
  /// Missing sums are computed when they are read. Cost: O(log n).
  package func takeTotals(of old: DocumentSnapshot, changedBy change: Int) {
    var (left, right) = (old.root, root)
    while left !== right {
      let known = left.knownTotal.load(ordering: .relaxed)
      if known >= 0 { right.knownTotal.store(max(0, known &+ change), ordering: .relaxed) }
      // All other children are shared, and so are their sums.
      guard let index = left.onlyDifference(from: right) else { return }
      (left, right) = (left.children[index], right.children[index])
    }
  }

  /// Returns the sum over the records before the one that contains byte `offset`.
  package func total(before offset: Int, of count: (Block) -> Int) -> Int {
    var (total, start) = (0, 0)
    var node = root
    descent: while !node.isLeaf {
      for (index, summary) in node.summaries.enumerated() {
        if start + summary.utf8 > offset {
          node = node.children[index]
          continue descent
        }
        total &+= node.children[index].total(of: count)
        start += summary.utf8
      }
      return total
    }
    for location in node.locations(after: Summary()) {
      if start + location.end > offset { break }
      total &+= count(Block(location, rest: []))
    }
    return total
  }

  /// Returns the first record with bytes at or after byte `offset` whose count is not 0, or nil if
  /// there is none.
  package func firstCountedRecord(from offset: Int, of count: (Block) -> Int) -> Block? {
    root.firstCountedRecord(from: offset, of: count, after: Summary())
  }

  /// Returns the last record that begins before byte `offset` and whose count is not 0, or nil if
  /// there is none.
  package func lastCountedRecord(before offset: Int, of count: (Block) -> Int) -> Block? {
    root.lastCountedRecord(before: offset, of: count, after: Summary())
  }

  /// Returns the records that contain a byte of `range`, each as a block. A block of several
  /// records is returned in parts.
  package func records(in range: Range<Int>) -> RecordSequence {
    RecordSequence(root: root, range: range)
  }
}

package struct RecordSequence: Sequence, IteratorProtocol {
  private let root: RecordTree
  /// The end of the last record returned; at first, the start of the range.
  private var reached: Int
  private let end: Int
  /// The record at `reached`; nil if it must be looked up.
  private var ahead: RecordLocation?

  fileprivate init(root: RecordTree, range: Range<Int>) {
    self.root = root
    (reached, end) = (range.lowerBound, range.upperBound)
    ahead = root.record(at: reached)
  }

  /// Returns line and column of the start of the next record, or of the range's start if none was
  /// returned yet. Cost: usually constant.
  package func position(in encoding: PositionEncoding) -> TextPosition {
    ahead?.position(of: reached, in: encoding)
      ?? DocumentSnapshot(root: root).position(of: reached, in: encoding)
  }

  /// Returns the next record. Cost: constant; O(log n) for the first record of a leaf.
  package mutating func next() -> Block? {
    guard reached < end, let location = ahead ?? root.record(at: reached) else { return nil }
    ahead = location.next
    reached = location.end
    return Block(location, rest: [])
  }
}

extension RecordTree {
  /// Returns the sum of `count` over this node's records. `count` sees offsets relative to the
  /// leaf.
  fileprivate func total(of count: (Block) -> Int) -> Int {
    let known = knownTotal.load(ordering: .relaxed)
    if known >= 0 { return known }
    var total = 0
    if isLeaf {
      for location in locations(after: Summary()) { total &+= count(Block(location, rest: [])) }
    } else {
      for child in children { total &+= child.total(of: count) }
    }
    knownTotal.store(total, ordering: .relaxed)
    return total
  }

  /// Searches this node, which begins after `start`, for
  /// `DocumentSnapshot.firstCountedRecord(from:of:)`.
  fileprivate func firstCountedRecord(
    from offset: Int, of count: (Block) -> Int, after start: Summary
  ) -> Block? {
    if isLeaf {
      for location in locations(after: start) where location.end > offset {
        let record = Block(location, rest: [])
        if count(record) > 0 { return record }
      }
      return nil
    }
    var before = start
    for (child, summary) in zip(children, summaries) {
      let (start, end) = (before.utf8, before.utf8 + summary.utf8)
      if end > offset, start < offset || child.total(of: count) > 0,
        let record = child.firstCountedRecord(from: offset, of: count, after: before)
      {
        return record
      }
      before.append(summary)
    }
    return nil
  }

  /// Searches this node, which begins after `start`, for
  /// `DocumentSnapshot.lastCountedRecord(before:of:)`.
  fileprivate func lastCountedRecord(
    before offset: Int, of count: (Block) -> Int, after start: Summary
  ) -> Block? {
    if isLeaf {
      return locations(after: start).prefix { $0.start < offset }.reversed().lazy
        .map { Block($0, rest: []) }.first { count($0) > 0 }
    }
    var before = start
    var earlier: [(child: RecordTree, before: Summary)] = []
    for (child, summary) in zip(children, summaries) where before.utf8 < offset {
      earlier.append((child, before))
      before.append(summary)
    }
    for (child, before) in earlier.reversed() {
      let isWhole = before.utf8 + child.summary.utf8 <= offset
      if isWhole, child.total(of: count) == 0 { continue }
      if let record = child.lastCountedRecord(before: offset, of: count, after: before) {
        return record
      }
    }
    return nil
  }
}
