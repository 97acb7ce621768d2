/// A node at its position in a document. Features read the tree through it.
package struct Syntax: Sendable {
  package let document: DocumentSnapshot
  package let block: Block
  /// The index among the block's nodes.
  package let index: Int

  init(document: DocumentSnapshot, block: Block, index: Int) {
    self.document = document
    self.block = block
    self.index = index
  }

  private var node: SyntaxNode { block.nodes[block.nodes.startIndex + index] }

  package var kind: SyntaxKind { node.kind }

  /// The range in UTF-8 bytes from the start of the text.
  package var range: Range<Int> {
    let start = block.start + Int(node.start)
    return start..<(start + Int(node.length))
  }

  package var text: String { block.text(in: range) }

  package var isLeaf: Bool { node.isLeaf }

  package var children: SyntaxSiblings {
    SyntaxSiblings(document, block, index + 1..<index + 1 + Int(node.descendantCount))
  }

  /// This node and its descendants as stored in the block, in preorder.
  package var nodes: ArraySlice<SyntaxNode> {
    let first = block.nodes.startIndex + index
    return block.nodes[first...first + Int(node.descendantCount)]
  }

  /// All descendants, in preorder.
  package var descendants: [Syntax] {
    (index + 1..<index + 1 + Int(node.descendantCount)).map(at)
  }

  /// Returns this node and its descendants that are of `kind`, in preorder. Cost: linear in the
  /// nodes.
  package func all(_ kind: SyntaxKind) -> [Syntax] {
    let first = block.nodes.startIndex
    return (index...index + Int(node.descendantCount)).compactMap {
      block.nodes[first + $0].kind == kind ? at($0) : nil
    }
  }

  package func child(_ kind: SyntaxKind) -> Syntax? { children.first(of: { $0 == kind }) }

  /// Returns the first child of either kind, or nil if there is none.
  package func child(_ kind: SyntaxKind, _ other: SyntaxKind) -> Syntax? {
    children.first(of: { $0 == kind || $0 == other })
  }

  private func at(_ index: Int) -> Syntax {
    Syntax(document: document, block: block, index: index)
  }
}

/// Sibling nodes in order: the children of a node, or the trees of a block. Cost: constant to
/// create, and constant for each.
package struct SyntaxSiblings: Sequence, IteratorProtocol, Sendable {
  private let document: DocumentSnapshot
  private let block: Block
  /// The indices of the remaining nodes and their descendants among the block's nodes.
  private var rest: Range<Int>

  fileprivate init(_ document: DocumentSnapshot, _ block: Block, _ nodes: Range<Int>) {
    (self.document, self.block, rest) = (document, block, nodes)
  }

  package mutating func next() -> Syntax? {
    guard let index = rest.first else { return nil }
    let end = index + 1 + Int(block.nodes[block.nodes.startIndex + index].descendantCount)
    rest = Swift.min(end, rest.upperBound)..<rest.upperBound
    return Syntax(document: document, block: block, index: index)
  }

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
  /// The trees of all blocks, in order. A list has one tree for each of its items.
  package var roots: some Sequence<Syntax> {
    blocks.lazy.flatMap { self.roots(of: $0) }
  }

  /// Returns the trees of block `index`; empty outside the document.
  package func roots(ofBlock index: Int) -> [Syntax] {
    block(index).map { Array(roots(of: $0)) } ?? []
  }

  /// Returns the trees of `block`: one, unless the grammar creates several for a block.
  package func roots(of block: Block) -> SyntaxSiblings {
    SyntaxSiblings(self, block, 0..<block.nodes.count)
  }

  /// Returns the nodes that contain `offset`, outermost first. An offset between two nodes belongs
  /// to the second. Returns an empty array at the end of the text.
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
