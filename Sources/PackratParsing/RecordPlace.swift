/// A record where it stands in a version of a document.
struct RecordPlace {
  let leaf: RecordTree
  /// Its index in the leaf.
  let index: Int
  /// Everything before it.
  let before: Summary
  /// The places at which its text and its nodes begin in the leaf.
  let textStart: Int
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

  /// The record after it in the same leaf.
  var next: RecordPlace? {
    index + 1 < leaf.contents.records.count ? following : nil
  }

  /// The place after it in the same leaf, where a record may be or not.
  var following: RecordPlace {
    let record = record
    return RecordPlace(
      leaf: leaf, index: index + 1, before: before.appending(Summary(record)),
      textStart: textStart + Int(record.length), nodeStart: nodeStart + Int(record.nodeCount))
  }
}

extension RecordTree {
  /// The first record for which `isAfter` holds, given everything up to its end. If `isAfter`
  /// holds for a record, it must hold for all records after it. Cost: O(log n).
  func first(where isAfter: (Summary) -> Bool) -> RecordPlace? {
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
        return RecordPlace(
          leaf: node, index: index, before: before, textStart: textStart, nodeStart: nodeStart)
      }
      before = end
      textStart += Int(record.length)
      nodeStart += Int(record.nodeCount)
    }
    return nil
  }

  /// The record that holds byte `offset`. Returns nil at and after the end of the text.
  func record(at offset: Int) -> RecordPlace? {
    first { $0.utf8 > offset }
  }

  /// The records of a leaf, positioned after `start`.
  func places(after start: Summary) -> some Sequence<RecordPlace> {
    sequence(
      state: RecordPlace(leaf: self, index: 0, before: start, textStart: 0, nodeStart: 0)
    ) { next -> RecordPlace? in
      guard next.index < next.leaf.contents.records.count else { return nil }
      defer { next = next.following }
      return next
    }
  }
}

/// All records in order, each found from the one before. Cost: constant on average.
struct RecordIterator: IteratorProtocol {
  private var stack: [(node: RecordTree, next: Int)]
  private var before = Summary()
  private var (textStart, nodeStart) = (0, 0)

  init(_ root: RecordTree) { stack = [(root, 0)] }

  mutating func next() -> RecordPlace? {
    while let (node, index) = stack.last {
      if node.isLeaf {
        if index < node.contents.records.count {
          stack[stack.count - 1].next += 1
          let place = RecordPlace(
            leaf: node, index: index, before: before, textStart: textStart, nodeStart: nodeStart)
          let record = node.contents.records[index]
          before.append(Summary(record))
          textStart += Int(record.length)
          nodeStart += Int(record.nodeCount)
          return place
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
