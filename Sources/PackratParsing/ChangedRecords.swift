/// The difference between two snapshots, in whole records. A range of the new text replaces a range
/// of the old text, both in UTF-8 bytes. Text and nodes outside the ranges are equal.
package struct ChangedRecords: Sendable, Equatable {
  package var old: Range<Int>
  package var new: Range<Int>
  /// The number of nodes of the record trees that were read: a reproducible measure of cost.
  package var visitedNodes: Int

  package var isEmpty: Bool { old.isEmpty && new.isEmpty }
}

extension DocumentSnapshot {
  /// Returns the difference from `old`, which may be any number of edits earlier. If neither range
  /// is empty, their first records differ, and so do their last.
  ///
  /// Snapshots of one document share the tree nodes that no edit changed, which are not read. Cost:
  /// O(log n) and the leaves created between the snapshots; for unrelated documents, the text up to
  /// the first difference from either end.
  package func changedRecords(since old: DocumentSnapshot) -> ChangedRecords {
    var (left, right) = (old.root, root)
    var (start, visited) = (0, 0)
    // Most edits change one leaf and the nodes above it.
    while let index = left.onlyDifference(from: right) {
      for summary in left.summaries[..<index] { start += summary.utf8 }
      (left, right) = (left.children[index], right.children[index])
      visited += 2
    }
    let shorter = min(left.summary.utf8, right.summary.utf8)
    let before = Self.commonLength(of: left, right, .forward, limit: shorter, &visited)
    let after = Self.commonLength(of: left, right, .backward, limit: shorter - before, &visited)
    return ChangedRecords(
      old: start + before..<start + left.summary.utf8 - after,
      new: start + before..<start + right.summary.utf8 - after, visitedNodes: visited)
  }

  /// Returns the length of the whole records that two trees have in common, from the start or the
  /// end, in UTF-8 bytes; at most `limit`.
  private static func commonLength(
    of left: RecordTree, _ right: RecordTree, _ direction: Direction, limit: Int,
    _ visited: inout Int
  ) -> Int {
    if left.isLeaf, right.isLeaf, left !== right {
      visited += 2
      return left.contents.commonLength(with: right.contents, direction, limit: limit)
    }
    var leftAhead = PartsAhead(left, direction)
    var rightAhead = PartsAhead(right, direction)
    var length = 0
    while length < limit, let left = leftAhead.next, let right = rightAhead.next {
      if left.length <= limit - length, left.isEqual(to: right) {
        length += left.length
        leftAhead.pass()
        rightAhead.pass()
      } else if left.height == 0, right.height == 0 {
        break
      } else {
        let (leftHeight, rightHeight) = (left.height, right.height)
        if leftHeight >= rightHeight {
          leftAhead.open()
          visited += 1
        }
        if rightHeight >= leftHeight {
          rightAhead.open()
          visited += 1
        }
      }
    }
    return length
  }
}

extension RecordTree {
  /// Returns the index of the only child that two inner nodes do not share. Returns nil if several
  /// children differ, none does, or the nodes differ in level or number of children.
  func onlyDifference(from other: RecordTree) -> Int? {
    guard level == other.level, children.count == other.children.count else { return nil }
    let isShared = { (index: Int) in self.children[index] === other.children[index] }
    guard let first = children.indices.first(where: { !isShared($0) }),
      children.indices.last(where: { !isShared($0) }) == first
    else { return nil }
    return first
  }
}

extension LeafContents {
  fileprivate func commonLength(
    with other: LeafContents, _ direction: Direction, limit: Int
  ) -> Int {
    let isForward = direction == .forward
    let most = min(limit, text.commonLength(with: other.text, direction))
    var (length, nodeCount) = (0, 0)
    for index in 0..<min(records.count, other.records.count) {
      let record = records[isForward ? index : records.count - 1 - index]
      guard length + Int(record.length) <= most,
        record == other.records[isForward ? index : other.records.count - 1 - index]
      else { break }
      let nodes = nodeCount..<nodeCount + Int(record.nodeCount)
      let areEqual =
        isForward
        ? self.nodes[nodes] == other.nodes[nodes]
        : self.nodes[nodes.fromEnd(of: self.nodes)] == other.nodes[nodes.fromEnd(of: other.nodes)]
      guard areEqual else { break }
      length += Int(record.length)
      nodeCount = nodes.upperBound
    }
    return length
  }
}

extension [UInt8] {
  fileprivate func commonLength(with other: [UInt8], _ direction: Direction) -> Int {
    withUnsafeBytes { left in
      other.withUnsafeBytes { right in
        let count = Swift.min(left.count, right.count)
        let isForward = direction == .forward
        func difference(_ length: Int) -> UInt64 {
          let (first, second) =
            isForward
            ? (length, length) : (left.count - length - 8, right.count - length - 8)
          return left.loadUnaligned(fromByteOffset: first, as: UInt64.self)
            ^ right.loadUnaligned(fromByteOffset: second, as: UInt64.self)
        }
        var length = 0
        while length + 32 <= count,
          difference(length) | difference(length + 8) | difference(length + 16)
            | difference(length + 24) == 0
        {
          length += 32
        }
        while length + 8 <= count, difference(length) == 0 { length += 8 }
        while length < count,
          left[isForward ? length : left.count - 1 - length]
            == right[isForward ? length : right.count - 1 - length]
        {
          length += 1
        }
        return length
      }
    }
  }
}

extension Range<Int> {
  /// Returns indices of `array`; the bounds of this range count from its end.
  fileprivate func fromEnd<Element>(of array: [Element]) -> Range<Int> {
    array.count - upperBound..<array.count - lowerBound
  }
}

/// The parts of a tree that are still to be compared, from one end.
private struct PartsAhead {
  private let direction: Direction
  /// The opened inner nodes, each with the index of its current child. The last may be a leaf.
  private var opened: [(tree: RecordTree, index: Int)] = []
  /// The nearest part; nil at the end.
  private(set) var next: TreePart?

  init(_ root: RecordTree, _ direction: Direction) {
    self.direction = direction
    next = .tree(root)
  }

  mutating func pass() {
    if case .record(let record)? = next {
      next = record.neighbor(direction).map { .record($0) }
      if next != nil { return }
      opened.removeLast()
    }
    while let (tree, index) = opened.last {
      let following = direction == .forward ? index + 1 : index - 1
      if tree.children.indices.contains(following) {
        opened[opened.count - 1].index = following
        next = .tree(tree.children[following])
        return
      }
      opened.removeLast()
    }
    next = nil
  }

  /// Replaces `next` by its first part in `direction`, or skips it if it is empty.
  mutating func open() {
    guard case .tree(let tree)? = next else { return }
    let isForward = direction == .forward
    let first: TreePart? =
      tree.isLeaf
      ? LeafRecord(endOf: tree, direction).map { .record($0) }
      : (isForward ? tree.children.first : tree.children.last).map { .tree($0) }
    guard let first else { return pass() }
    opened.append((tree, isForward ? 0 : tree.children.count - 1))
    next = first
  }
}

private enum Direction { case forward, backward }

private enum TreePart {
  case tree(RecordTree)
  case record(LeafRecord)

  var length: Int {
    switch self {
    case .tree(let tree): tree.summary.utf8
    case .record(let record): record.text.count
    }
  }

  /// Distance to the records.
  var height: Int {
    switch self {
    case .tree(let tree): tree.level + 1
    case .record: 0
    }
  }

  /// Returns whether two parts are certainly equal: trees by identity, records by comparison.
  func isEqual(to other: TreePart) -> Bool {
    switch (self, other) {
    case (.tree(let tree), .tree(let other)): tree === other
    case (.record(let record), .record(let other)): record.isEqual(to: other)
    default: false
    }
  }
}

/// A record of a leaf, with the ranges of its text and nodes in the leaf.
private struct LeafRecord {
  private var leaf: RecordTree
  private var index: Int
  private(set) var text: Range<Int>
  private var nodes: Range<Int>

  private var record: Record { leaf.contents.records[index] }

  /// Creates the first or last record of `leaf`, depending on `direction`. Returns nil if the leaf
  /// is empty.
  init?(endOf leaf: RecordTree, _ direction: Direction) {
    self.leaf = leaf
    let isForward = direction == .forward
    let contents = leaf.contents
    index = isForward ? -1 : contents.records.count
    text = isForward ? 0..<0 : contents.text.count..<contents.text.count
    nodes = isForward ? 0..<0 : contents.nodes.count..<contents.nodes.count
    guard let first = neighbor(direction) else { return nil }
    self = first
  }

  func neighbor(_ direction: Direction) -> LeafRecord? {
    var next = self
    next.index += direction == .forward ? 1 : -1
    guard leaf.contents.records.indices.contains(next.index) else { return nil }
    let (length, nodeCount) = (Int(next.record.length), Int(next.record.nodeCount))
    switch direction {
    case .forward:
      next.text = text.upperBound..<text.upperBound + length
      next.nodes = nodes.upperBound..<nodes.upperBound + nodeCount
    case .backward:
      next.text = text.lowerBound - length..<text.lowerBound
      next.nodes = nodes.lowerBound - nodeCount..<nodes.lowerBound
    }
    return next
  }

  func isEqual(to other: LeafRecord) -> Bool {
    record == other.record
      && leaf.contents.text[text].isEqual(to: other.leaf.contents.text[other.text])
      && leaf.contents.nodes[nodes] == other.leaf.contents.nodes[other.nodes]
  }
}

extension ArraySlice<UInt8> {
  /// Compares like `==`, but without a branch for each byte, so that the compiler can vectorize it.
  fileprivate func isEqual(to other: ArraySlice<UInt8>) -> Bool {
    withUnsafeBufferPointer { left in
      other.withUnsafeBufferPointer { right in
        guard left.count == right.count else { return false }
        var difference: UInt8 = 0
        for index in left.indices { difference |= left[index] ^ right[index] }
        return difference == 0
      }
    }
  }
}
