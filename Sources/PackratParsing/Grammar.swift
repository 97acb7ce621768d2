/// A compiled grammar: made by `GrammarCompiler` from a `.peg` file.
package protocol Grammar: Sendable {
  /// Names of the node kinds, at the index of their raw values.
  static var kindNames: [String] { get }
  /// The kind of the root, whose children are the blocks.
  static var rootKind: SyntaxKind { get }
  /// The stops of the grammar's scan loops, each of which has its own memo entry.
  static var scanStops: [StopTable] { get }
  /// The states that a parse can stop in and go on from. State 0 is before a new block.
  static var states: [RecordState] { get }
  /// Matches one record: from state 0 a block or its beginning, otherwise its continuation.
  static func parseRecord(from state: UInt8, _ parser: inout PackratParser) -> Bool
}

/// A place in the grammar at which a parse can stop between two records.
@frozen
package struct RecordState: Sendable {
  /// The number of nodes that are open there.
  package let depth: Int
  /// Whether the next record belongs to the same innermost node as the last, and not only beside it:
  /// it goes on with a paragraph, and not with another item of the list.
  package let joins: Bool

  /// A state of a compiled grammar.
  @inlinable
  package init(depth: Int, joins: Bool) {
    self.depth = depth
    self.joins = joins
  }
}

extension Grammar {
  /// The name of `kind` in the grammar file.
  package static func name(of kind: SyntaxKind) -> String {
    let index = Int(kind.rawValue)
    return index < kindNames.count ? kindNames[index] : "unparsed"
  }
}
