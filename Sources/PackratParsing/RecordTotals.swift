import Synchronization

/// Numbers that a language gives each record, summed.
///
/// `count` must be the same pure function of a record's text and nodes for all versions of a document:
/// its sums are kept in the tree, where later versions find those of all that no edit touched. So the
/// cost of each, where all was counted before: O(log n), and the records of the leaves made since.
extension DocumentSnapshot {
  /// The sum over all records.
  public func total(of count: (Block) -> Int) -> Int { root.total(of: count) }

  /// The sum over the records before the one that holds byte `offset`.
  public func total(before offset: Int, of count: (Block) -> Int) -> Int {
    root.first(of: count) { end, _ in end.utf8 > offset }?.before ?? root.total(of: count)
  }

  /// The first record with which the sum is more than `index`, and the sum before it.
  public func record(
    holding index: Int, of count: (Block) -> Int
  ) -> (record: Block, before: Int)? {
    root.first(of: count) { _, total in total > index }
      .map { (Block($0.place, rest: []), $0.before) }
  }

  /// The records that hold a byte of `range`, each as a block: of a block of several records, its
  /// parts. Cost: O(log n) for the first, constant from one to the next.
  public func records(in range: Range<Int>) -> some Sequence<Block> {
    sequence(state: RecordIterator(root, from: range.lowerBound)) { records in
      guard !range.isEmpty, let place = records.next(), place.start < range.upperBound
      else { return nil }
      return Block(place, rest: [])
    }
  }
}

extension RecordTree {
  /// The sum of `count` over its records, each counted as if the leaf were the whole text.
  fileprivate func total(of count: (Block) -> Int) -> Int {
    let known = knownTotal.load(ordering: .relaxed)
    if known >= 0 { return known }
    var total = 0
    if isLeaf {
      for place in places(behind: Summary()) { total &+= count(Block(place, rest: [])) }
    } else {
      for child in children { total &+= child.total(of: count) }
    }
    knownTotal.store(total, ordering: .relaxed)
    return total
  }

  /// The first record for which `isBehind` holds, given everything up to its end and the sum of
  /// `count` up to there; and the sum before it. As `first(where:)`.
  fileprivate func first(
    of count: (Block) -> Int, where isBehind: (_ end: Summary, _ total: Int) -> Bool
  ) -> (place: RecordPlace, before: Int)? {
    var before = Summary()
    var total = 0
    var node = self
    while !node.isLeaf {
      let child = node.children.first { child in
        let end = (before.appending(child.summary), total &+ child.total(of: count))
        if isBehind(end.0, end.1) { return true }
        (before, total) = end
        return false
      }
      guard let child else { return nil }
      node = child
    }
    for place in node.places(behind: before) {
      let end = total &+ count(Block(place, rest: []))
      if isBehind(place.before.appending(Summary(place.record)), end) { return (place, total) }
      total = end
    }
    return nil
  }
}
