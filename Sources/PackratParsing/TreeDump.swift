/// A node as tests and the command line show it.
public struct DumpedNode: Sendable, Equatable {
  /// 0 for the root.
  public var depth: Int
  /// The kind's name in the grammar.
  public var kind: String
  /// First UTF-16 code unit, from the start of the text.
  public var start: Int
  /// UTF-16 code units covered.
  public var length: Int
  /// The text of a leaf; nil for an interior node.
  public var text: String?
}

extension DocumentSnapshot {
  /// All nodes in preorder, the root first. Cost: linear in the text.
  public func dump<G: Grammar>(grammar: G.Type) -> [DumpedNode] {
    // UTF-16 length of the text before each byte, so that each node is one subtraction.
    var units = [0]
    units.reserveCapacity(count + 1)
    for byte in utf8 { units.append(units[units.count - 1] + byte.utf16UnitsOfLead) }
    // A continuation byte has no unit of its own: its scalar's are counted with the first byte.
    var nodes = [
      DumpedNode(depth: 0, kind: G.name(of: G.rootKind), start: 0, length: units[count])
    ]
    func add(_ syntax: Syntax, depth: Int) {
      let range = syntax.range
      nodes.append(
        DumpedNode(
          depth: depth, kind: G.name(of: syntax.kind), start: units[range.lowerBound],
          length: units[range.upperBound] - units[range.lowerBound],
          text: syntax.isLeaf ? syntax.text : nil))
      for child in syntax.children { add(child, depth: depth + 1) }
    }
    for root in roots {
      // Leaves join across blocks too, which a block cannot know of itself.
      if root.isLeaf, let last = nodes.last, last.depth == 1, last.kind == G.name(of: root.kind),
        let text = last.text
      {
        nodes[nodes.count - 1].length += units[root.range.upperBound] - units[root.range.lowerBound]
        nodes[nodes.count - 1].text = text + root.text
      } else {
        add(root, depth: 1)
      }
    }
    return nodes
  }

  /// The tree for people: a line a node, children indented, leaves with their text.
  public func treeDescription<G: Grammar>(grammar: G.Type) -> String {
    dump(grammar: grammar).map { node in
      String(repeating: "  ", count: node.depth) + node.kind
        + (node.text.map { " \($0.debugDescription)" } ?? "") + "\n"
    }.joined()
  }
}
