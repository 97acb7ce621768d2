/// A node in its place: features read the tree through it.
///
/// It is an index into a snapshot; reading it costs as much as reading an array.
package struct Syntax: Sendable {
  /// The version it belongs to.
  package let document: DocumentSnapshot
  /// The block it stands in.
  package let block: Block
  /// Its index among the block's nodes.
  package let index: Int

  init(document: DocumentSnapshot, block: Block, index: Int) {
    self.document = document
    self.block = block
    self.index = index
  }

  private var node: SyntaxNode { block.nodes[block.nodes.startIndex + index] }

  /// The kind of the node.
  package var kind: SyntaxKind { node.kind }

  /// The UTF-8 bytes it covers, from the start of the text.
  package var range: Range<Int> {
    let start = block.start + Int(node.start)
    return start..<(start + Int(node.length))
  }

  /// Its text.
  package var text: String { block.text(in: range) }

  /// Whether it has no children.
  package var isLeaf: Bool { node.isLeaf }

  /// Its children in order.
  package var children: [Syntax] {
    var children: [Syntax] = []
    var next = index + 1
    let end = index + 1 + Int(node.descendantCount)
    while next < end {
      children.append(at(next))
      next += 1 + Int(block.nodes[block.nodes.startIndex + next].descendantCount)
    }
    return children
  }

  /// All nodes below it, in preorder.
  package var descendants: [Syntax] {
    (index + 1..<index + 1 + Int(node.descendantCount)).map(at)
  }

  /// This node and those below it that are of `kind`, in preorder. Cost: a look at each node's kind.
  package func all(_ kind: SyntaxKind) -> [Syntax] {
    let first = block.nodes.startIndex
    return (index...index + Int(node.descendantCount)).compactMap {
      block.nodes[first + $0].kind == kind ? at($0) : nil
    }
  }

  /// The first child of one of `kinds`.
  package func child(_ kinds: SyntaxKind...) -> Syntax? {
    children.first { kinds.contains($0.kind) }
  }

  private func at(_ index: Int) -> Syntax {
    Syntax(document: document, block: block, index: index)
  }
}

extension DocumentSnapshot {
  /// The trees of all blocks, in order. A list has one for each of its items.
  package var roots: some Sequence<Syntax> {
    blocks.lazy.flatMap { self.roots(of: $0) }
  }

  /// The trees of block `index`; none outside the document.
  package func roots(ofBlock index: Int) -> [Syntax] {
    block(index).map(roots) ?? []
  }

  /// The trees of `block`: one, unless its grammar makes several for a block.
  package func roots(of block: Block) -> [Syntax] {
    var roots: [Syntax] = []
    var next = 0
    while next < block.nodes.count {
      roots.append(Syntax(document: self, block: block, index: next))
      next += 1 + Int(block.nodes[block.nodes.startIndex + next].descendantCount)
    }
    return roots
  }

  /// The nodes that hold `offset`, outermost first. An offset between two nodes belongs to the
  /// second. Empty at the end of the text.
  package func path(to offset: Int) -> [Syntax] {
    guard let blockIndex = blockIndex(at: offset) else { return [] }
    var path: [Syntax] = []
    var candidates = roots(ofBlock: blockIndex)
    while let next = candidates.first(where: { $0.range.contains(offset) }) {
      path.append(next)
      candidates = next.children
    }
    return path
  }
}
