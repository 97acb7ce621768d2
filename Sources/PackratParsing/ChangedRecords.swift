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

  /// How many bytes of whole records two versions have in common, at most `limit`, counted from the
  /// start or from the end.
  private static func commonLength(
    of left: DocumentSnapshot, _ right: DocumentSnapshot, _ direction: Direction, limit: Int,
    _ visited: inout Int
  ) -> Int {
    var leftAhead = PartsAhead(left.root, direction)
    var rightAhead = PartsAhead(right.root, direction)
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

/// What of a tree is still to be compared, from one end: the nodes that were opened, each with the
/// first of its parts that was not passed.
private struct PartsAhead {
  private struct Opened {
    var tree: RecordTree
    /// Of a leaf.
    var places: [RecordPlace]
    var index: Int
    var count: Int
  }

  private let direction: Direction
  private var opened: [Opened] = []
  /// The nearest part; nil at the end.
  private(set) var next: TreePart?

  init(_ root: RecordTree, _ direction: Direction) {
    self.direction = direction
    next = .tree(root)
  }

  /// Goes on behind the nearest part.
  mutating func pass() {
    while let last = opened.indices.last {
      opened[last].index += 1
      if opened[last].index < opened[last].count {
        next = part(of: opened[last])
        return
      }
      opened.removeLast()
    }
    next = nil
  }

  /// Puts what the nearest part is made of in its place.
  mutating func open() {
    guard case .tree(let tree)? = next else { return }
    let places = tree.isLeaf ? tree.places(behind: Summary()) : []
    let node = Opened(
      tree: tree, places: places, index: 0,
      count: tree.isLeaf ? places.count : tree.children.count)
    guard node.count > 0 else { return pass() }
    opened.append(node)
    next = part(of: node)
  }

  private func part(of node: Opened) -> TreePart {
    let index = direction == .forward ? node.index : node.count - 1 - node.index
    return node.tree.isLeaf ? .record(node.places[index]) : .tree(node.tree.children[index])
  }
}

/// From which end two trees are compared.
private enum Direction { case forward, backward }

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
