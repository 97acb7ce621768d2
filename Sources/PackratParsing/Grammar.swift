/// A compiled grammar, which `GrammarCompiler` generates from a `.peg` file.
package protocol Grammar: Sendable {
  /// Names of the node kinds, at the index of their raw values.
  static var kindNames: [String] { get }
  /// The kind of the root, whose children are the blocks.
  static var rootKind: SyntaxKind { get }
  /// The stop table of each scan loop, at the index of its memo entry.
  static var scanStops: [StopTable] { get }
  /// The states in which a parse can stop and resume. State 0 is before a new block.
  static var states: [RecordState] { get }
  /// Matches one record: from state 0 a block or its beginning, from other states a continuation.
  static func parseRecord(from state: UInt8, _ parser: inout PackratParser) -> Bool
}

/// A point in the grammar at which a parse can stop between two records.
@frozen
package struct RecordState: Sendable {
  package let depth: Int
  /// Whether the next record continues the innermost node of the last one, such as a paragraph. If
  /// false, the next record is a sibling, such as the next item of a list.
  package let joins: Bool

  @inlinable
  package init(depth: Int, joins: Bool) {
    self.depth = depth
    self.joins = joins
  }
}

extension Grammar {
  /// Returns the name of `kind` in the grammar file, or "unparsed".
  package static func name(of kind: SyntaxKind) -> String {
    let index = Int(kind.rawValue)
    return index < kindNames.count ? kindNames[index] : "unparsed"
  }
}
