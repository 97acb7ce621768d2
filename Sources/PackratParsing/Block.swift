/// A block at its position in a version of a document: a child of the root, or one item of a list,
/// with its text and its nodes. Features read these.
package struct Block: Sendable {
  /// Counted from 0.
  package let index: Int
  /// Its first byte, in UTF-8 bytes from the start of the document.
  package let start: Int
  /// Its text.
  package let utf8: ArraySlice<UInt8>
  /// Its nodes in preorder, relative to its start. Of an item the list is the first; it covers the
  /// item alone.
  package let nodes: ArraySlice<SyntaxNode>
  /// The number of its outermost nodes that continue the block before: 1 for an item after another.
  package let continuedDepth: Int

  /// The bytes it covers in the document.
  package var range: Range<Int> { start..<start + utf8.count }

  /// The byte at `offset` of the document; nil outside the block.
  package func byte(at offset: Int) -> UInt8? {
    range.contains(offset) ? utf8[utf8.startIndex + offset - start] : nil
  }

  /// The text in `range` of the document, which is cut to the block.
  package func text(in range: Range<Int>) -> String {
    let cut = range.clamped(to: self.range)
    let base = utf8.startIndex - start
    return String(decoding: utf8[base + cut.lowerBound..<base + cut.upperBound], as: UTF8.self)
  }
}

extension Block {
  /// The block that begins with `first`, and whose `rest` goes on within it.
  init(_ first: RecordPlace, rest: [RecordPlace]) {
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
    for place in rest {
      Self.join(
        place.nodes, depth: Int(place.record.continuedDepth), at: UInt32(clamping: text.count),
        to: &joined)
      text += place.text
    }
    utf8 = text[...]
    nodes = joined[...]
  }

  /// Appends a record's nodes. The first `depth` of them are those still open at the end of `nodes`.
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
    // A leaf goes on in the leaf before it, if that is the last child of the same node.
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
