/// A block at its position in a snapshot, with its text and nodes. It is a child of the root, or
/// one item or blank line of a list.
package struct Block: Sendable {
  package let index: Int
  /// The offset of its first byte, in UTF-8 bytes from the start of the document.
  package let start: Int
  package let utf8: ArraySlice<UInt8>
  /// The nodes in preorder, with offsets relative to the block's start. In a list, the first node
  /// is the list, which covers only this block.
  package let nodes: ArraySlice<SyntaxNode>
  /// The number of outermost nodes that continue the previous block: 1 for an item after another
  /// item.
  package let continuedDepth: Int

  /// The range in the document, in UTF-8 bytes.
  package var range: Range<Int> { start..<start + utf8.count }

  /// Returns the byte at `offset` of the document, or nil outside the block.
  package func byte(at offset: Int) -> UInt8? {
    range.contains(offset) ? utf8[utf8.startIndex + offset - start] : nil
  }

  /// Returns the text in `range` of the document, clamped to the block.
  package func text(in range: Range<Int>) -> String {
    let cut = range.clamped(to: self.range)
    let base = utf8.startIndex - start
    return String(decoding: utf8[base + cut.lowerBound..<base + cut.upperBound], as: UTF8.self)
  }
}

extension Block {
  init(_ first: RecordLocation, rest: [RecordLocation]) {
    index = first.before.blocks - (first.record.beginsBlock ? 0 : 1)
    start = first.start
    continuedDepth = Int(first.record.continuedDepth)
    guard !rest.isEmpty else {
      utf8 = first.text
      nodes = first.nodes
      return
    }
    var text = Array(first.text)
    var joined = Array(first.nodes)
    for location in rest {
      Self.join(
        location.nodes, depth: Int(location.record.continuedDepth),
        at: UInt32(clamping: text.count), to: &joined)
      text += location.text
    }
    utf8 = text[...]
    nodes = joined[...]
  }

  /// Appends a record's nodes. The first `depth` of them continue the nodes still open at the end
  /// of `nodes`.
  private static func join(
    _ next: ArraySlice<SyntaxNode>, depth: Int, at offset: UInt32, to nodes: inout [SyntaxNode]
  ) {
    // The nodes still open: the last root, its last child, and so on.
    var open: [Int] = []
    var end = nodes.count
    var child = 0
    while open.count < depth, child < end {
      var last = child
      while last + 1 + Int(nodes[last].descendantCount) < end {
        last += 1 + Int(nodes[last].descendantCount)
      }
      open.append(last)
      end = last + 1 + Int(nodes[last].descendantCount)
      child = last + 1
    }
    var added = next.dropFirst(depth)
    var merged: UInt32 = 0
    // Merges a leaf into a leaf of its kind before it, if both are children of one node.
    if let first = added.first, first.isLeaf, let last = nodes.last, last.isLeaf,
      last.kind == first.kind, open.last != nodes.count - 1,
      let inner = open.last, Self.isChild(nodes.count - 1, of: inner, in: nodes)
    {
      nodes[nodes.count - 1].length += first.length
      added = added.dropFirst()
      merged = 1
    }
    for (level, index) in open.enumerated() {
      let reopened = next[next.startIndex + level]
      nodes[index].length += reopened.length
      nodes[index].descendantCount +=
        reopened.descendantCount - UInt32(truncatingIfNeeded: depth - 1 - level) - merged
    }
    for node in added {
      nodes.append(
        SyntaxNode(
          kind: node.kind, start: node.start + offset, length: node.length,
          descendantCount: node.descendantCount))
    }
  }

  private static func isChild(_ index: Int, of parent: Int, in nodes: [SyntaxNode]) -> Bool {
    var child = parent + 1
    while child < index { child += 1 + Int(nodes[child].descendantCount) }
    return child == index
  }
}
