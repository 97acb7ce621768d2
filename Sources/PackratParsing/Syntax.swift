/// A node in its place: what features read the tree through.
///
/// It is an index into a snapshot; reading it costs what reading an array costs.
public struct Syntax: Sendable {
  /// The text and tree it belongs to.
  public let document: DocumentSnapshot
  /// The block it stands in, and where that starts.
  public let block: Block
  /// Where the block starts, in bytes from the start of the text.
  public let blockStart: Int
  /// Its index among the block's nodes.
  public let index: Int

  init(document: DocumentSnapshot, block: Block, blockStart: Int, index: Int) {
    self.document = document
    self.block = block
    self.blockStart = blockStart
    self.index = index
  }

  private var node: SyntaxNode { block.nodes[index] }

  /// What it is.
  public var kind: SyntaxKind { node.kind }

  /// The UTF-8 bytes it covers, from the start of the text.
  public var range: Range<Int> {
    let start = blockStart + Int(node.start)
    return start..<(start + Int(node.length))
  }

  /// Its text.
  public var text: String { document.text(in: range) }

  /// Whether it has no children.
  public var isLeaf: Bool { node.isLeaf }

  /// Its children in order.
  public var children: [Syntax] {
    var children: [Syntax] = []
    var next = index + 1
    let end = index + 1 + Int(node.descendantCount)
    while next < end {
      children.append(at(next))
      next += 1 + Int(block.nodes[next].descendantCount)
    }
    return children
  }

  /// All nodes below it, in preorder.
  public var descendants: [Syntax] {
    (index + 1..<index + 1 + Int(node.descendantCount)).map(at)
  }

  /// The first child of one of `kinds`.
  public func child(_ kinds: SyntaxKind...) -> Syntax? {
    children.first { kinds.contains($0.kind) }
  }

  private func at(_ index: Int) -> Syntax {
    Syntax(document: document, block: block, blockStart: blockStart, index: index)
  }
}

extension DocumentSnapshot {
  /// The trees of all blocks, in order.
  public var roots: some Sequence<Syntax> {
    (0..<blockCount).lazy.flatMap { self.roots(ofBlock: $0) }
  }

  /// The trees of block `index`: one, unless its grammar makes several for a block.
  public func roots(ofBlock index: Int) -> [Syntax] {
    guard let (start, block) = block(index) else { return [] }
    var roots: [Syntax] = []
    var next = 0
    while next < block.nodes.count {
      roots.append(Syntax(document: self, block: block, blockStart: start, index: next))
      next += 1 + Int(block.nodes[next].descendantCount)
    }
    return roots
  }

  /// The nodes that hold `offset`, outermost first. An offset between two nodes belongs to the
  /// second. Empty at the end of the text.
  public func path(to offset: Int) -> [Syntax] {
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
