struct RecordLocation {
  let leaf: RecordTree
  let index: Int
  /// The totals of all records before it in the document.
  let before: Summary
  /// The offset of its text in the leaf, in UTF-8 bytes.
  let textStart: Int
  /// The index of its first node in the leaf.
  let nodeStart: Int

  var record: Record { leaf.contents.records[index] }
  var start: Int { before.utf8 }
  var end: Int { before.utf8 + Int(record.length) }

  var text: ArraySlice<UInt8> {
    leaf.contents.text[textStart..<textStart + Int(record.length)]
  }

  var nodes: ArraySlice<SyntaxNode> {
    leaf.contents.nodes[nodeStart..<nodeStart + Int(record.nodeCount)]
  }

  /// The record after it in the same leaf; nil for the last.
  var next: RecordLocation? {
    index + 1 < leaf.contents.records.count ? following : nil
  }

  /// The location after it in the leaf; its index is out of bounds after the last record.
  var following: RecordLocation {
    let record = record
    return RecordLocation(
      leaf: leaf, index: index + 1, before: before.appending(Summary(record)),
      textStart: textStart + Int(record.length), nodeStart: nodeStart + Int(record.nodeCount))
  }
}

extension RecordTree {
  /// Returns the first record for which `isAfter` is true, given the totals up to the record's end.
  /// If `isAfter` is true for a record, it must be true for all later records. Cost: O(log n).
  func first(where isAfter: (Summary) -> Bool) -> RecordLocation? {
    guard isAfter(summary) else { return nil }
    var before = Summary()
    var node = self
    while !node.isLeaf {
      guard
        let index = node.summaries.firstIndex(where: { child in
          let end = before.appending(child)
          if isAfter(end) { return true }
          before = end
          return false
        })
      else { return nil }
      node = node.children[index]
    }
    var (textStart, nodeStart) = (0, 0)
    for (index, record) in node.contents.records.enumerated() {
      let end = before.appending(Summary(record))
      if isAfter(end) {
        return RecordLocation(
          leaf: node, index: index, before: before, textStart: textStart, nodeStart: nodeStart)
      }
      before = end
      textStart += Int(record.length)
      nodeStart += Int(record.nodeCount)
    }
    return nil
  }

  /// Returns the record that contains byte `offset`, or nil at and after the end of the text.
  func record(at offset: Int) -> RecordLocation? {
    first { $0.utf8 > offset }
  }

  /// Returns the records of this leaf, which begins after `start`.
  func locations(after start: Summary) -> some Sequence<RecordLocation> {
    sequence(
      state: RecordLocation(leaf: self, index: 0, before: start, textStart: 0, nodeStart: 0)
    ) { next -> RecordLocation? in
      guard next.index < next.leaf.contents.records.count else { return nil }
      defer { next = next.following }
      return next
    }
  }
}

/// Iterates over all records in order. Cost: constant on average for each.
struct RecordIterator: IteratorProtocol {
  private var stack: [(node: RecordTree, next: Int)]
  private var before = Summary()
  private var (textStart, nodeStart) = (0, 0)

  init(_ root: RecordTree) { stack = [(root, 0)] }

  mutating func next() -> RecordLocation? {
    while let (node, index) = stack.last {
      if node.isLeaf {
        if index < node.contents.records.count {
          stack[stack.count - 1].next += 1
          let location = RecordLocation(
            leaf: node, index: index, before: before, textStart: textStart, nodeStart: nodeStart)
          let record = node.contents.records[index]
          before.append(Summary(record))
          textStart += Int(record.length)
          nodeStart += Int(record.nodeCount)
          return location
        }
        stack.removeLast()
        (textStart, nodeStart) = (0, 0)
      } else if index < node.children.count {
        stack[stack.count - 1].next += 1
        stack.append((node.children[index], 0))
      } else {
        stack.removeLast()
      }
    }
    return nil
  }
}
