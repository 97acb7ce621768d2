/// A grammar that can be compiled: every name is defined, every parameter is substituted, no rule
/// is left-recursive, no leaf contains nodes, and no limit is broken (see `limitsBroken`).
struct CheckedGrammar: Sendable {
  let rootKind: String
  /// The name of the rule for one child of the root.
  let blockRule: String
  /// The reachable rules with parameters substituted, in the order in which they were reached.
  let rules: [(name: String, body: Expression)]
  /// Node kinds, at the index of their raw values.
  let kinds: [String]

  private let bodies: [String: Expression]

  /// Checks and expands the rules. The first must have the form `name <- kind{ block** }`.
  init(_ written: [Rule]) throws(GrammarError) {
    var expansion = Expansion()
    for rule in written {
      if expansion.written[rule.name] != nil {
        throw GrammarError(
          location: rule.location, message: "rule '\(rule.name)' is defined twice")
      }
      expansion.written[rule.name] = rule
    }
    guard let root = written.first else {
      throw GrammarError(
        location: SourceLocation(line: 1, column: 1), message: "the grammar has no rules")
    }
    guard case .node(let rootKind, .records(.rule(let block))) = root.body else {
      throw GrammarError(
        location: root.location,
        message: "the first rule must be '\(root.name) <- kind{ block** }'")
    }
    _ = try expansion.expand(.rule(block))
    for rule in written where rule.name != root.name && !expansion.used.contains(rule.name) {
      throw GrammarError(
        location: rule.location, message: "rule '\(rule.name)' is never used")
    }
    self.rootKind = rootKind
    blockRule = block.name
    rules = expansion.order.compactMap { name in expansion.bodies[name].map { (name, $0) } }
    bodies = expansion.bodies
    var kinds = [rootKind]
    for (_, body) in rules { Self.collectKinds(body, into: &kinds) }
    self.kinds = kinds

    for (name, body) in rules {
      let location = expansion.location(of: name)
      try checkLeaves(body, in: name, at: location)
      if reachesItself(name) {
        throw GrammarError(
          location: location,
          message: "rule '\(name)' is left recursive: it can reach itself before it consumes input")
      }
    }
    for (name, message) in limitsBroken {
      throw GrammarError(location: expansion.location(of: name), message: message)
    }
  }

  /// The rules that are sets of scalars, in alphabetical order.
  var sets: [(name: String, set: ScalarSet)] {
    bodies.sorted { $0.key < $1.key }.compactMap { name, body in
      if case .scalar(let set) = body { (name, set) } else { nil }
    }
  }

  /// Returns the body of rule `name`; an empty sequence if there is no such rule.
  func body(of name: String) -> Expression { bodies[name] ?? .sequence([]) }

  private static func collectKinds(_ expression: Expression, into kinds: inout [String]) {
    if case .node(let kind, _) = expression, !kinds.contains(kind) { kinds.append(kind) }
    if case .leaf(let kind, _) = expression, !kinds.contains(kind) { kinds.append(kind) }
    for child in expression.children { collectKinds(child, into: &kinds) }
  }

  private func checkLeaves(
    _ expression: Expression, in rule: String, at location: SourceLocation
  ) throws(GrammarError) {
    if case .leaf(let kind, let body) = expression, makesNodes(body) {
      throw GrammarError(
        location: location, message: "in rule '\(rule)', the leaf '\(kind)' contains nodes")
    }
    for child in expression.children { try checkLeaves(child, in: rule, at: location) }
  }

  func makesNodes(_ expression: Expression) -> Bool {
    var seen: Set<String> = []
    func search(_ expression: Expression) -> Bool {
      switch expression {
      case .node, .leaf: true
      case .and, .not: false
      case .rule(let reference):
        seen.insert(reference.name).inserted && search(body(of: reference.name))
      default: expression.children.contains(where: search)
      }
    }
    return search(expression)
  }

  /// Returns whether rule `name` can be tried again at the offset where it began.
  private func reachesItself(_ name: String) -> Bool {
    var seen: Set<String> = []
    func search(_ expression: Expression) -> Bool {
      switch expression {
      case .rule(let reference):
        return reference.name == name
          || (seen.insert(reference.name).inserted && search(body(of: reference.name)))
      case .sequence(let parts):
        for part in parts {
          if search(part) { return true }
          if !canBeEmpty(part) { return false }
        }
        return false
      default: return expression.children.contains(where: search)
      }
    }
    return search(body(of: name))
  }

  /// Returns whether `expression` can match without consuming input.
  func canBeEmpty(_ expression: Expression) -> Bool {
    var open: Set<String> = []
    func search(_ expression: Expression) -> Bool {
      switch expression {
      case .literal, .scalar, .parameter: return false
      case .optional, .and, .not, .records: return true
      case .sequence(let parts): return parts.allSatisfy(search)
      case .choice(let parts): return parts.contains(where: search)
      case .repetition(let part, let minimum): return minimum == 0 || search(part)
      case .counted(let part, let minimum, _): return minimum == 0 || search(part)
      case .node(_, let part), .leaf(_, let part): return search(part)
      case .rule(let reference):
        guard open.insert(reference.name).inserted else { return false }
        defer { open.remove(reference.name) }
        return search(body(of: reference.name))
      }
    }
    return search(expression)
  }
}

/// Expands rules in the order in which they are reached: substitutes parameters, and merges sets of
/// scalars.
private struct Expansion {
  var written: [String: Rule] = [:]
  var used: Set<String> = []
  var bodies: [String: Expression] = [:]
  var order: [String] = []
  private var locations: [String: SourceLocation] = [:]

  func location(of name: String) -> SourceLocation {
    locations[name] ?? SourceLocation(line: 1, column: 1)
  }

  mutating func expand(
    _ expression: Expression, argument: Expression? = nil
  ) throws(GrammarError) -> Expression {
    switch expression {
    case .parameter: return argument ?? expression
    case .rule(let reference): return try expand(reference, argument: argument)
    default:
      var parts: [Expression] = []
      for child in expression.children { parts.append(try expand(child, argument: argument)) }
      var next = parts.makeIterator()
      return try expression.mapChildren { old throws(GrammarError) in next.next() ?? old }
        .drawnTogether
    }
  }

  private mutating func expand(
    _ reference: Reference, argument: Expression?
  ) throws(GrammarError) -> Expression {
    guard let rule = written[reference.name] else {
      throw GrammarError(
        location: reference.location, message: "rule '\(reference.name)' is not defined")
    }
    guard (rule.parameter == nil) == reference.argument.isEmpty else {
      throw GrammarError(
        location: reference.location,
        message: rule.parameter == nil
          ? "rule '\(rule.name)' does not take an argument"
          : "rule '\(rule.name)' needs an argument")
    }
    used.insert(rule.name)
    var filled: Expression?
    var name = rule.name
    if let given = reference.argument.first {
      let expanded = try expand(given, argument: argument)
      filled = expanded
      // Equal arguments share one copy.
      var copy = 1
      while let body = arguments["\(name)_\(copy)"], body != expanded { copy += 1 }
      name = "\(name)_\(copy)"
      arguments[name] = expanded
    }
    if bodies[name] == nil {
      bodies[name] = .sequence([])  // a rule that is being expanded may be reached again
      locations[name] = rule.location
      order.append(name)
      bodies[name] = try expand(rule.body, argument: filled)
    }
    // A rule that is only a set of scalars is used as one.
    if case .scalar? = bodies[name], let body = bodies[name] { return body }
    return .rule(Reference(name: name, location: reference.location))
  }

  private var arguments: [String: Expression] = [:]
}

extension Expression {
  /// The sequence with each set, and the `!set` parts directly before it, merged into one set. If
  /// one part remains, that part. Other expressions are unchanged.
  fileprivate var drawnTogether: Expression {
    guard case .sequence(let parts) = self else { return self }
    var result: [Expression] = []
    for part in parts {
      guard case .scalar(var set) = part else {
        result.append(part)
        continue
      }
      while case .not(.scalar(let excluded))? = result.last {
        set = set.subtracting(excluded)
        result.removeLast()
      }
      result.append(.scalar(set))
    }
    return result.count == 1 ? result[0] : .sequence(result)
  }
}
