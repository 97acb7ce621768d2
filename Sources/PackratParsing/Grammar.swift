/// A compiled grammar: what `GrammarCompiler` makes of a `.peg` file.
public protocol Grammar: Sendable {
  /// Names of the node kinds, at the index of their raw values.
  static var kindNames: [String] { get }
  /// The kind of the root, whose children are the blocks.
  static var rootKind: SyntaxKind { get }
  /// How many scan loops the grammar has, each with a memo entry of its own.
  static var scanCount: Int { get }
  /// Matches one block, a child of the root.
  static func parseBlock(_ parser: inout PackratParser) -> Bool
}

extension Grammar {
  /// The name of `kind` in the grammar file.
  public static func name(of kind: SyntaxKind) -> String {
    let index = Int(kind.rawValue)
    return index < kindNames.count ? kindNames[index] : "unparsed"
  }
}
