/// One block of a document: the unit that an edit damages and a parse renews.
///
/// It knows nothing of where it stands, so blocks before and behind it can change without it.
public struct Block: Sendable, Equatable {
  /// UTF-8 bytes it covers; never 0.
  public let length: Int
  /// UTF-8 bytes, counted from its start, that its nodes depend on. More than `length` where a
  /// rule looked ahead; the end of the text counts as one byte.
  public let examinedLength: Int
  /// Its nodes in preorder, relative to its start. Usually one tree; never empty.
  public let nodes: [SyntaxNode]
}

extension PackratParser {
  /// Parses the block at the position and moves behind it. Always consumes: text that no rule takes
  /// becomes an `unparsed` leaf of one scalar.
  mutating func parseBlock<G: Grammar>(of grammar: G.Type) -> Block {
    let start = position
    beginBlock()
    if !G.parseBlock(&self) || position == start {
      position = start
      nodes.removeAll(keepingCapacity: true)
      _ = matchScalar()
      _ = leaf(.unparsed, from: start)
    }
    return Block(
      length: position - start, examinedLength: max(examinedEnd, position) - start,
      nodes: Array(nodes))
  }
}
