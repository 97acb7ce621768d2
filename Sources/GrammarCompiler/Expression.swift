/// A parsing expression (B. Ford, "Parsing Expression Grammars", 2004), with node labels.
indirect enum Expression: Equatable, Sendable {
  /// UTF-8 bytes; lowercase if ASCII case is ignored.
  case literal([UInt8], ignoringCase: Bool)
  case scalar(ScalarSet)
  case sequence([Expression])
  case choice([Expression])
  case optional(Expression)
  /// Greedy repetition, at least `minimum` times; stops at an empty match.
  case repetition(Expression, minimum: Int)
  /// Greedy repetition as a sequence of records, between which a parse may stop and later resume.
  case records(Expression)
  /// Like `repetition`, but fails if more than `maximum` matches follow each other.
  case counted(Expression, minimum: Int, maximum: Int)
  case and(Expression)
  case not(Expression)
  case node(String, Expression)
  case leaf(String, Expression)
  case rule(Reference)
  /// The parameter of the enclosing rule.
  case parameter
}

struct Reference: Equatable, Sendable {
  var name: String
  var argument: [Expression] = []
  var location: SourceLocation

  static func == (left: Reference, right: Reference) -> Bool {
    left.name == right.name && left.argument == right.argument
  }
}

/// `name <- expression`, or `name(parameter) <- expression`.
struct Rule {
  var name: String
  var parameter: String?
  var body: Expression
  var location: SourceLocation
}

/// A location in the grammar file. Line and column count from 1; columns are in Unicode scalars.
struct SourceLocation: Equatable, Sendable {
  var line: Int
  var column: Int
}

struct GrammarError: Error, Equatable {
  var location: SourceLocation
  var message: String
}

extension Expression {
  /// The direct subexpressions; of a rule, its argument, not its body.
  var children: [Expression] {
    switch self {
    case .literal, .scalar, .parameter: []
    case .sequence(let parts), .choice(let parts): parts
    case .optional(let part), .repetition(let part, _), .records(let part),
      .counted(let part, _, _),
      .and(let part), .not(let part), .node(_, let part), .leaf(_, let part):
      [part]
    case .rule(let reference): reference.argument
    }
  }

  func mapChildren(
    _ transform: (Expression) throws(GrammarError) -> Expression
  ) throws(GrammarError) -> Expression {
    func all(_ parts: [Expression]) throws(GrammarError) -> [Expression] {
      var result: [Expression] = []
      for part in parts { result.append(try transform(part)) }
      return result
    }
    switch self {
    case .literal, .scalar, .parameter: return self
    case .sequence(let parts): return .sequence(try all(parts))
    case .choice(let parts): return .choice(try all(parts))
    case .optional(let part): return .optional(try transform(part))
    case .repetition(let part, let minimum):
      return .repetition(try transform(part), minimum: minimum)
    case .records(let part): return .records(try transform(part))
    case .counted(let part, let minimum, let maximum):
      return .counted(try transform(part), minimum: minimum, maximum: maximum)
    case .and(let part): return .and(try transform(part))
    case .not(let part): return .not(try transform(part))
    case .node(let kind, let part): return .node(kind, try transform(part))
    case .leaf(let kind, let part): return .leaf(kind, try transform(part))
    case .rule(var reference):
      reference.argument = try all(reference.argument)
      return .rule(reference)
    }
  }
}
