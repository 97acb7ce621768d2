/// The kind of a node of the tree: an index into the names of its grammar.
///
/// The compiled grammar extends this type with one constant for each kind.
@frozen
package struct SyntaxKind: Hashable, Sendable {
  /// Position in `Grammar.kindNames`.
  package let rawValue: UInt8

  /// The kind at `rawValue` in its grammar's list of names.
  @inlinable
  package init(_ rawValue: UInt8) { self.rawValue = rawValue }

  /// Text that no rule of the grammar took. A grammar that covers every text never makes one.
  package static let unparsed = SyntaxKind(.max)
}

/// One node of a block's tree. A block keeps its nodes in preorder in one flat array, so a node
/// holds no reference and a block can be moved or replaced without touching another.
@frozen
package struct SyntaxNode: Equatable, Sendable {
  /// First byte, in UTF-8 bytes from the start of the block.
  package var start: UInt32
  /// UTF-8 bytes covered; never 0.
  package var length: UInt32
  /// The number of the following nodes that lie inside this one. 0 for a leaf.
  package var descendantCount: UInt32
  /// The kind of the node.
  package var kind: SyntaxKind

  /// Creates a node from its parts.
  @inlinable
  package init(kind: SyntaxKind, start: UInt32, length: UInt32, descendantCount: UInt32 = 0) {
    self.kind = kind
    self.start = start
    self.length = length
    self.descendantCount = descendantCount
  }

  /// Whether it has no children.
  @inlinable package var isLeaf: Bool { descendantCount == 0 }
}
