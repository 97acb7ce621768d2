/// The compiled grammar extends this type with one constant for each kind.
@frozen
package struct SyntaxKind: Hashable, Sendable {
  /// The index in `Grammar.kindNames`.
  package let rawValue: UInt8

  @inlinable
  package init(_ rawValue: UInt8) { self.rawValue = rawValue }

  /// Text that no rule of the grammar matched.
  package static let unparsed = SyntaxKind(.max)
}

/// One node of a block's tree, which is stored in preorder in one flat array. A node does not
/// contain references, so a block can be moved or replaced without changing others.
@frozen
package struct SyntaxNode: Equatable, Sendable {
  /// The offset of the first byte, in UTF-8 bytes from the start of its block or record.
  package var start: UInt32
  /// The length in UTF-8 bytes; never 0.
  package var length: UInt32
  /// The number of descendants, which follow this node in the array. 0 for a leaf.
  package var descendantCount: UInt32
  package var kind: SyntaxKind

  @inlinable
  package init(kind: SyntaxKind, start: UInt32, length: UInt32, descendantCount: UInt32 = 0) {
    self.kind = kind
    self.start = start
    self.length = length
    self.descendantCount = descendantCount
  }

  @inlinable package var isLeaf: Bool { descendantCount == 0 }
}
