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
  package var children: SyntaxSiblings {
    SyntaxSiblings(document, block, index + 1..<index + 1 + Int(node.descendantCount))
  }

  /// It and all nodes below it as the block holds them, in preorder.
  package var nodes: ArraySlice<SyntaxNode> {
    let first = block.nodes.startIndex + index
    return block.nodes[first...first + Int(node.descendantCount)]
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

  /// The first child of `kind`.
  package func child(_ kind: SyntaxKind) -> Syntax? { children.first(of: { $0 == kind }) }

  /// The first child of one of two kinds.
  package func child(_ kind: SyntaxKind, _ other: SyntaxKind) -> Syntax? {
    children.first(of: { $0 == kind || $0 == other })
  }

  private func at(_ index: Int) -> Syntax {
    Syntax(document: document, block: block, index: index)
  }
}

/// Nodes side by side, in order: the children of a node, or the trees of a block. Cost: none to make, and
/// constant from one to the next.
package struct SyntaxSiblings: Sequence, IteratorProtocol, Sendable {
  private let document: DocumentSnapshot
  private let block: Block
  /// The indices among the block's nodes of those that are left, with all nodes below them.
  private var rest: Range<Int>

  fileprivate init(_ document: DocumentSnapshot, _ block: Block, _ nodes: Range<Int>) {
    (self.document, self.block, rest) = (document, block, nodes)
  }

  /// The next node; nil after the last.
  package mutating func next() -> Syntax? {
    guard let index = rest.first else { return nil }
    let end = index + 1 + Int(block.nodes[block.nodes.startIndex + index].descendantCount)
    rest = Swift.min(end, rest.upperBound)..<rest.upperBound
    return Syntax(document: document, block: block, index: index)
  }

  /// The first whose kind is wanted.
  fileprivate func first(of isWanted: (SyntaxKind) -> Bool) -> Syntax? {
    var index = rest.lowerBound
    while index < rest.upperBound {
      let node = block.nodes[block.nodes.startIndex + index]
      if isWanted(node.kind) { return Syntax(document: document, block: block, index: index) }
      index += 1 + Int(node.descendantCount)
    }
    return nil
  }
}

extension DocumentSnapshot {
  /// The trees of all blocks, in order. A list has one for each of its items.
  package var roots: some Sequence<Syntax> {
    blocks.lazy.flatMap { self.roots(of: $0) }
  }

  /// The trees of block `index`; none outside the document.
  package func roots(ofBlock index: Int) -> [Syntax] {
    block(index).map { Array(roots(of: $0)) } ?? []
  }

  /// The trees of `block`: one, unless its grammar makes several for a block.
  package func roots(of block: Block) -> SyntaxSiblings {
    SyntaxSiblings(self, block, 0..<block.nodes.count)
  }

  /// The nodes that hold `offset`, outermost first. An offset between two nodes belongs to the
  /// second. Empty at the end of the text.
  package func path(to offset: Int) -> [Syntax] {
    guard let blockIndex = blockIndex(at: offset) else { return [] }
    var path: [Syntax] = []
    var candidates = roots(ofBlock: blockIndex)
    while let next = candidates.first(where: { $0.range.contains(offset) }) {
      path.append(next)
      candidates = Array(next.children)
    }
    return path
  }
}
