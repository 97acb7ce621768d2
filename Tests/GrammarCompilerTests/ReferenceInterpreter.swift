import PackratParsing

@testable import GrammarCompiler

/// Evaluates a grammar as its definition reads: no memo, no first-byte sets, no scan loops. Slow, and
/// short enough to be believed; compiled parsers are compared with it.
struct ReferenceInterpreter {
  private let grammar: CheckedGrammar
  private let text: [Unicode.Scalar]

  /// A node with its kind's name, and start and length in UTF-16 code units.
  final class Node {
    var kind: String
    var start: Int
    var length: Int
    var children: [Node] = []
    var isLeaf: Bool

    init(kind: String, start: Int, length: Int, children: [Node] = [], isLeaf: Bool) {
      (self.kind, self.start, self.length) = (kind, start, length)
      (self.children, self.isLeaf) = (children, isLeaf)
    }

    func lines(depth: Int) -> [String] {
      ["\(depth) \(kind) \(start) \(length)"] + children.flatMap { $0.lines(depth: depth + 1) }
    }
  }

  /// The tree of `text` below its root, each node as `depth kind start length`.
  static func tree(of text: String, grammar: CheckedGrammar) -> [String] {
    let interpreter = ReferenceInterpreter(grammar: grammar, text: Array(text.unicodeScalars))
    var roots: [Node] = []
    var position = 0
    while position < interpreter.text.count {
      guard
        let (end, nodes) = interpreter.match(
          .rule(Reference(name: grammar.blockRule, location: SourceLocation(line: 1, column: 1))),
          at: position), end > position
      else { return ["no block at \(position)"] }
      roots = interpreter.joined(roots, nodes)
      position = end
    }
    return roots.flatMap { $0.lines(depth: 1) }
  }

  private func offset(_ position: Int) -> Int {
    text[..<position].reduce(0) { $0 + UTF16.width($1) }
  }

  private func match(_ expression: Expression, at start: Int) -> (end: Int, nodes: [Node])? {
    switch expression {
    case .parameter: return nil
    case .literal(let bytes, let ignoringCase):
      var found: [UInt8] = []
      var end = start
      while found.count < bytes.count, end < text.count {
        found += Array(String(text[end]).utf8)
        end += 1
      }
      if ignoringCase { found = found.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 } }
      return found == bytes ? (end, []) : nil
    case .scalar(let set):
      guard start < text.count, set.ranges.contains(where: { $0.contains(text[start].value) })
      else { return nil }
      return (start + 1, [])
    case .sequence(let parts):
      var end = start
      var nodes: [Node] = []
      for part in parts {
        guard let (next, more) = match(part, at: end) else { return nil }
        end = next
        nodes = joined(nodes, more)
      }
      return (end, nodes)
    case .choice(let parts):
      return parts.lazy.compactMap { match($0, at: start) }.first
    case .optional(let part): return match(part, at: start) ?? (start, [])
    case .repetition(let part, let minimum):
      return repeated(part, at: start, minimum: minimum, maximum: .max)
    case .records(let part): return repeated(part, at: start, minimum: 0, maximum: .max)
    case .counted(let part, let minimum, let maximum):
      return repeated(part, at: start, minimum: minimum, maximum: maximum)
    case .and(let part): return match(part, at: start) == nil ? nil : (start, [])
    case .not(let part): return match(part, at: start) == nil ? (start, []) : nil
    case .node(let kind, let part):
      guard let (end, nodes) = match(part, at: start) else { return nil }
      return (end, made(kind, start, end, children: nodes, isLeaf: false))
    case .leaf(let kind, let part):
      guard let (end, _) = match(part, at: start) else { return nil }
      return (end, made(kind, start, end, children: [], isLeaf: true))
    case .rule(let reference): return match(grammar.body(of: reference.name), at: start)
    }
  }

  private func repeated(
    _ part: Expression, at start: Int, minimum: Int, maximum: Int
  ) -> (end: Int, nodes: [Node])? {
    var end = start
    var nodes: [Node] = []
    var count = 0
    while let (next, more) = match(part, at: end) {
      count += 1
      nodes = joined(nodes, more)
      if next == end { break }
      end = next
    }
    return count >= minimum && count <= maximum ? (end, nodes) : nil
  }

  private func made(
    _ kind: String, _ start: Int, _ end: Int, children: [Node], isLeaf: Bool
  ) -> [Node] {
    if start == end { return [] }
    return [
      Node(
        kind: kind, start: offset(start), length: offset(end) - offset(start), children: children,
        isLeaf: isLeaf)
    ]
  }

  private func joined(_ left: [Node], _ right: [Node]) -> [Node] {
    guard let last = left.last, let first = right.first, last.isLeaf, first.isLeaf,
      last.kind == first.kind
    else { return left + right }
    let both = Node(
      kind: last.kind, start: last.start, length: last.length + first.length, isLeaf: true)
    return left.dropLast() + [both] + right.dropFirst()
  }
}
