/// What differs between two versions of a document, as records: bytes of the old text and the bytes
/// of the new one that are in their place. Both begin and end where records do; all before and all
/// behind them is equal, text and nodes.
public struct ChangedRecords: Sendable, Equatable {
  /// UTF-8 bytes of the old version.
  public var old: Range<Int>
  /// UTF-8 bytes of the new version.
  public var new: Range<Int>
  /// How many nodes of the two trees were looked into: the cost, equal on every run.
  public var visitedNodes: Int

  /// Whether the versions are equal.
  public var isEmpty: Bool { old.isEmpty && new.isEmpty }
}

extension DocumentSnapshot {
  /// What differs from `old`, a version with any number of edits between. Minimal: the first records
  /// of the two ranges differ, and so do the last.
  ///
  /// Versions of one document share what no edit touched, and what is the same object is equal. Cost:
  /// O(log n) and the leaves made between them; of two documents, up to the first difference from
  /// either end.
  public func changedRecords(since old: DocumentSnapshot) -> ChangedRecords {
    var visited = 0
    let shorter = min(old.count, count)
    let before = Self.commonLength(of: old, self, .forward, limit: shorter, &visited)
    let behind = Self.commonLength(of: old, self, .backward, limit: shorter - before, &visited)
    return ChangedRecords(
      old: before..<old.count - behind, new: before..<count - behind, visitedNodes: visited)
  }

  private enum Direction { case forward, backward }

  /// How many bytes of whole records two versions have in common, at most `limit`, counted from the
  /// start or from the end.
  private static func commonLength(
    of left: DocumentSnapshot, _ right: DocumentSnapshot, _ direction: Direction, limit: Int,
    _ visited: inout Int
  ) -> Int {
    /// Puts what the nearest part is made of in its place.
    func open(_ ahead: inout [TreePart]) {
      guard let parts = ahead.popLast()?.parts else { return }
      ahead += direction == .forward ? parts.reversed() : parts
      visited += 1
    }
    // What is still to be compared, the nearest last.
    var leftAhead = [TreePart.tree(left.root)]
    var rightAhead = [TreePart.tree(right.root)]
    var length = 0
    while length < limit, let left = leftAhead.last, let right = rightAhead.last {
      if left.length <= limit - length, left.isEqual(to: right) {
        length += left.length
        leftAhead.removeLast()
        rightAhead.removeLast()
      } else if left.height == 0, right.height == 0 {
        break
      } else {
        if left.height >= right.height { open(&leftAhead) }
        if right.height >= left.height { open(&rightAhead) }
      }
    }
    return length
  }
}

/// A part of a tree that can be compared with another as a whole.
private enum TreePart {
  case tree(RecordTree)
  case record(RecordPlace)

  var length: Int {
    switch self {
    case .tree(let tree): tree.summary.utf8
    case .record(let place): Int(place.record.length)
    }
  }

  /// Distance to the records.
  var height: Int {
    switch self {
    case .tree(let tree): tree.level + 1
    case .record: 0
    }
  }

  /// What it is made of, in order.
  var parts: [TreePart] {
    switch self {
    case .tree(let tree):
      tree.isLeaf ? tree.places(behind: Summary()).map(Self.record) : tree.children.map(Self.tree)
    case .record: []
    }
  }

  /// Whether they are known to be equal without looking into them; records are compared.
  func isEqual(to other: TreePart) -> Bool {
    switch (self, other) {
    case (.tree(let tree), .tree(let other)): tree === other
    case (.record(let place), .record(let other)):
      place.record == other.record && place.text == other.text && place.nodes == other.nodes
    default: false
    }
  }
}
