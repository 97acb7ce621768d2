/// A node as tests and the command line show it.
package struct DumpedNode: Sendable, Equatable {
  /// The depth in the tree; 0 for the root.
  package var depth: Int
  package var kind: String
  /// The offset of the node, in UTF-16 code units from the start of the text.
  package var start: Int
  /// The length in UTF-16 code units.
  package var length: Int
  /// The text of a leaf; nil for an interior node.
  package var text: String?
}

extension DocumentSnapshot {
  /// Returns all nodes in preorder, the root first. Cost: linear in the text.
  package func dump<G: Grammar>(grammar: G.Type) -> [DumpedNode] {
    var nodes = [DumpedNode(depth: 0, kind: G.name(of: G.rootKind), start: 0, length: 0)]
    // The index in `nodes` of the last node at each depth.
    var last = [0]
    var cursor = UTF16Cursor()
    func add(_ syntax: Syntax, depth: Int, continuedDepth: Int) {
      let range = syntax.range
      let start = cursor.offset(of: range.lowerBound, in: syntax.block)
      if depth <= continuedDepth {
        // Continues a node of the previous block.
        for child in syntax.children {
          add(child, depth: depth + 1, continuedDepth: continuedDepth)
        }
        nodes[last[depth]].length =
          cursor.offset(of: range.upperBound, in: syntax.block) - nodes[last[depth]].start
        return
      }
      let kind = G.name(of: syntax.kind)
      last.removeLast(max(0, last.count - depth))
      last.append(nodes.count)
      // Leaves also join across blocks; a block by itself does not contain that information.
      if syntax.isLeaf, let leaf = nodes.last, leaf.depth == depth, leaf.kind == kind,
        leaf.text != nil
      {
        nodes[nodes.count - 1].text?.append(syntax.text)
        last[depth] = nodes.count - 1
      } else {
        nodes.append(
          DumpedNode(
            depth: depth, kind: kind, start: start, length: 0,
            text: syntax.isLeaf ? syntax.text : nil))
      }
      let index = nodes.count - 1
      for child in syntax.children { add(child, depth: depth + 1, continuedDepth: 0) }
      let end = cursor.offset(of: range.upperBound, in: syntax.block)
      nodes[index].length = end - nodes[index].start
    }
    for block in blocks {
      for (number, root) in roots(of: block).enumerated() {
        add(root, depth: 1, continuedDepth: number == 0 ? block.continuedDepth : 0)
      }
      cursor.finish(block)
    }
    if !nodes.isEmpty { nodes[0].length = root.summary.metrics.utf16 }
    return nodes
  }

  /// Returns the tree as text: one line per node, children indented, leaves with their text.
  package func treeDescription<G: Grammar>(grammar: G.Type) -> String {
    dump(grammar: grammar).map { node in
      String(repeating: "  ", count: node.depth) + node.kind
        + (node.text.map { " \($0.debugDescription)" } ?? "") + "\n"
    }.joined()
  }
}

/// Converts ascending UTF-8 offsets to UTF-16 offsets.
private struct UTF16Cursor {
  private var utf8 = 0
  private var utf16 = 0

  mutating func offset(of target: Int, in block: Block) -> Int {
    let base = block.utf8.startIndex - block.start
    if target < utf8 {  // the start of a node that begins where another ended
      return utf16
    }
    for byte in block.utf8[base + utf8..<base + target] { utf16 += byte.utf16UnitsOfLead }
    utf8 = target
    return utf16
  }

  mutating func finish(_ block: Block) { _ = offset(of: block.range.upperBound, in: block) }
}
