/// Parses the items of a query with parentheses into alternatives, each a list of items that must
/// all hold.
///
/// `(one OR other) more` is `one more OR other more`; `-(one other)` is `-one OR -other`.
struct SearchQueryParser {
  typealias Group = [SearchQueryLexer.Item]

  private var rest: ArraySlice<SearchQueryLexer.Item>
  private(set) var isCut = false

  /// Maximum number of alternatives, and of nested parentheses; deeper ones are ignored.
  private static let (mostGroups, mostDepth) = (16, 16)

  static func groups(of items: [SearchQueryLexer.Item]) -> (groups: [Group], isCut: Bool) {
    guard items.contains(where: \.isParenthesis) else {
      return (items.split(separator: .or).map(Array.init), false)
    }
    var parser = SearchQueryParser(rest: items[...])
    let groups = parser.alternatives(depth: 0)
    return (groups, parser.isCut)
  }

  private init(rest: ArraySlice<SearchQueryLexer.Item>) { self.rest = rest }

  /// Parses up to the matching closing parenthesis, and consumes it.
  private mutating func alternatives(depth: Int) -> [Group] {
    var all: [Group] = []
    var current: [Group] = []
    while let item = rest.popFirst() {
      switch item {
      case .close:
        if depth > 0 { return limited(all + current) }
      case .or:
        all += current
        current = []
      case .open(let isExcluded):
        guard depth < Self.mostDepth else { continue }
        let inner = alternatives(depth: depth + 1)
        current = product(current, isExcluded ? negated(inner) : inner)
      default: current = product(current, [[item]])
      }
    }
    return limited(all + current)
  }

  /// An empty list imposes no condition.
  private mutating func product(_ first: [Group], _ second: [Group]) -> [Group] {
    if first.isEmpty { return second }
    if second.isEmpty { return first }
    return limited(first.flatMap { one in second.map { one + $0 } })
  }

  /// Returns the alternatives that hold if none of `groups` holds.
  private mutating func negated(_ groups: [Group]) -> [Group] {
    groups.reduce([]) { result, group in product(result, group.map { [$0.negated] }) }
  }

  private mutating func limited(_ groups: [Group]) -> [Group] {
    isCut = isCut || groups.count > Self.mostGroups
    return Array(groups.prefix(Self.mostGroups))
  }
}

extension SearchQueryLexer.Item {
  fileprivate var isParenthesis: Bool {
    switch self {
    case .open, .close: true
    default: false
    }
  }

  fileprivate var negated: SearchQueryLexer.Item {
    switch self {
    case .word(let text, let isExcluded): .word(text, isExcluded: !isExcluded)
    case .term(let term, let isExcluded): .term(term, isExcluded: !isExcluded)
    case .tag(let path, let isExcluded): .tag(path, isExcluded: !isExcluded)
    case .condition(let condition, let isExcluded): .condition(condition, isExcluded: !isExcluded)
    case .or, .open, .close: self
    }
  }
}
