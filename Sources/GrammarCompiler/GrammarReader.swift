/// Parses the text of a `.peg` file into rules. The notation is described at the top of
/// `Grammar/MiniMarkdown.peg`.
struct GrammarReader {
  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var parameter: String?

  private init(_ text: String) { scalars = Array(text.unicodeScalars) }

  static func rules(in text: String) throws(GrammarError) -> [Rule] {
    var reader = GrammarReader(text)
    var rules: [Rule] = []
    reader.skipSpace()
    while reader.index < reader.scalars.count { rules.append(try reader.rule()) }
    return rules
  }

  // MARK: Rules and operators, loosest first

  private mutating func rule() throws(GrammarError) -> Rule {
    let location = location
    guard let name = name() else { throw error("expected the name of a rule") }
    parameter = nil
    if take("(") {
      guard let found = self.name() else { throw error("expected the name of the parameter") }
      parameter = found
      try expect(")")
    }
    try expect("<-")
    return Rule(name: name, parameter: parameter, body: try choice(), location: location)
  }

  private mutating func choice() throws(GrammarError) -> Expression {
    var parts = [try sequence()]
    while take("/") { parts.append(try sequence()) }
    return parts.count == 1 ? parts[0] : .choice(parts)
  }

  private mutating func sequence() throws(GrammarError) -> Expression {
    var parts: [Expression] = []
    while let part = try prefixed() { parts.append(part) }
    if parts.isEmpty { throw error("expected an expression") }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  private mutating func prefixed() throws(GrammarError) -> Expression? {
    let sign = take("!") ? "!" : take("&") ? "&" : ""
    guard let body = try suffixed() else {
      if sign.isEmpty { return nil }
      throw error("expected an expression after '\(sign)'")
    }
    return sign == "!" ? .not(body) : sign == "&" ? .and(body) : body
  }

  private mutating func suffixed() throws(GrammarError) -> Expression? {
    guard var body = try primary() else { return nil }
    while true {
      if take("**") {
        body = .records(body)
      } else if take("*") {
        body = .repetition(body, minimum: 0)
      } else if take("+") {
        body = .repetition(body, minimum: 1)
      } else if take("?") {
        body = .optional(body)
      } else if peek("{") {
        body = try counted(body)
      } else if take(":") {
        guard let kind = name() else { throw error("expected the name of a node kind after ':'") }
        body = .leaf(kind, body)
      } else {
        return body
      }
    }
  }

  private mutating func counted(_ body: Expression) throws(GrammarError) -> Expression {
    try expect("{")
    let start = location
    let minimum = try number()
    try expect(",")
    let maximum = try number()
    try expect("}")
    guard minimum <= maximum, maximum > 0 else {
      throw GrammarError(
        location: start,
        message: "{\(minimum),\(maximum)} is not valid: write {minimum,maximum}, a maximum above 0")
    }
    return .counted(body, minimum: minimum, maximum: maximum)
  }

  // MARK: The operands

  private mutating func primary() throws(GrammarError) -> Expression? {
    if take("(") {
      let body = try choice()
      try expect(")")
      return body
    }
    if peek("\"") { return try literal() }
    if peek("[") { return try set() }
    if take(".") { return .scalar(.all) }

    let start = index
    let location = location
    guard let name = word() else { return nil }
    if startsRule {  // the next rule begins here
      index = start
      return nil
    }
    // A brace or parenthesis belongs to the name only if it directly follows.
    if peek("{"), !startsCount {
      try expect("{")
      let body = try choice()
      try expect("}")
      return .node(name, body)
    }
    var argument: [Expression] = []
    if peek("(") {
      try expect("(")
      argument = [try choice()]
      try expect(")")
    }
    skipSpace()
    return name == parameter
      ? .parameter : .rule(Reference(name: name, argument: argument, location: location))
  }

  /// Whether the name before the current index begins a rule: `<-` or `(name) <-` follows.
  private var startsRule: Bool {
    var ahead = self
    if ahead.take("(") { guard ahead.name() != nil, ahead.take(")") else { return false } }
    ahead.skipSpace()
    return ahead.peek("<-")
  }

  /// Whether the `{` at the current index opens a count.
  private var startsCount: Bool {
    index + 1 < scalars.count && ("0"..."9").contains(scalars[index + 1])
  }

  private mutating func literal() throws(GrammarError) -> Expression {
    let start = location
    index += 1
    var text = String.UnicodeScalarView()
    while true {
      guard index < scalars.count, scalars[index] != "\n" else {
        throw GrammarError(location: start, message: "this literal has no closing '\"'")
      }
      if scalars[index] == "\"" { break }
      text.append(try scalar())
    }
    index += 1
    let ignoringCase = index < scalars.count && scalars[index] == "i"
    if ignoringCase { index += 1 }
    skipSpace()
    if text.isEmpty { throw GrammarError(location: start, message: "this literal is empty") }
    if text.count == 1, !ignoringCase, let only = text.first {
      return .scalar(ScalarSet([only.value...only.value]))
    }
    let string = String(text)
    return .literal(
      Array((ignoringCase ? string.lowercased() : string).utf8), ignoringCase: ignoringCase)
  }

  private mutating func set() throws(GrammarError) -> Expression {
    let start = location
    index += 1
    let isInverted = index < scalars.count && scalars[index] == "^"
    if isInverted { index += 1 }
    var members = ScalarSet([])
    while true {
      guard index < scalars.count, scalars[index] != "\n" else {
        throw GrammarError(location: start, message: "this set has no closing ']'")
      }
      if scalars[index] == "]" { break }
      if let property = try property() {
        members = members.union(property)
        continue
      }
      let first = try scalar()
      var last = first
      if index + 1 < scalars.count, scalars[index] == "-", scalars[index + 1] != "]" {
        index += 1
        last = try scalar()
        if last < first { throw error("this range ends before it starts") }
      }
      members = members.union(ScalarSet([first.value...last.value]))
    }
    index += 1
    skipSpace()
    if members.ranges.isEmpty { throw GrammarError(location: start, message: "this set is empty") }
    return .scalar(isInverted ? members.inverted : members)
  }

  /// Parses `\p{Name}`. Returns nil if there is none; throws for an unknown property.
  private mutating func property() throws(GrammarError) -> ScalarSet? {
    guard index + 2 < scalars.count, scalars[index] == "\\", scalars[index + 1] == "p" else {
      return nil
    }
    let start = location
    index += 2
    let name = try braced()
    switch name {
    case "Nd": return ScalarSet { $0.properties.generalCategory == .decimalNumber }
    case "Emoji": return ScalarSet { $0.properties.isEmoji }
    default:
      throw GrammarError(
        location: start, message: "unknown Unicode property '\(name)': use Nd or Emoji")
    }
  }

  private mutating func scalar() throws(GrammarError) -> Unicode.Scalar {
    let scalar = scalars[index]
    index += 1
    guard scalar == "\\" else { return scalar }
    guard index < scalars.count else { throw error("expected a character after '\\'") }
    let escape = scalars[index]
    let start = location
    index += 1
    switch escape {
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u":
      let digits = try braced()
      guard let value = UInt32(digits, radix: 16), let result = Unicode.Scalar(value) else {
        throw GrammarError(location: start, message: "'\(digits)' is not a Unicode scalar")
      }
      return result
    case "\\", "\"", "]", "[", "-", "^": return escape
    default: throw GrammarError(location: start, message: "unknown escape '\\\(escape)'")
    }
  }

  /// Parses `{…}` and returns the text between the braces.
  private mutating func braced() throws(GrammarError) -> String {
    guard index < scalars.count, scalars[index] == "{" else { throw error("expected '{'") }
    index += 1
    var text = String.UnicodeScalarView()
    while index < scalars.count, scalars[index] != "}", scalars[index] != "\n" {
      text.append(scalars[index])
      index += 1
    }
    guard index < scalars.count, scalars[index] == "}" else { throw error("expected '}'") }
    index += 1
    return String(text)
  }

  // MARK: Words and space

  private mutating func name() -> String? {
    defer { skipSpace() }
    return word()
  }

  /// Parses a name without the space after it.
  private mutating func word() -> String? {
    var text = String.UnicodeScalarView()
    while index < scalars.count,
      scalars[index].properties.isAlphabetic || scalars[index] == "_"
        || (!text.isEmpty && ("0"..."9").contains(scalars[index]))
    {
      text.append(scalars[index])
      index += 1
    }
    return text.isEmpty ? nil : String(text)
  }

  private mutating func number() throws(GrammarError) -> Int {
    var digits = ""
    while index < scalars.count, ("0"..."9").contains(scalars[index]) {
      digits.unicodeScalars.append(scalars[index])
      index += 1
    }
    guard let value = Int(digits), value < 1000 else { throw error("expected a number below 1000") }
    skipSpace()
    return value
  }

  private func peek(_ word: String) -> Bool {
    scalars[index...].starts(with: word.unicodeScalars)
  }

  private mutating func take(_ word: String) -> Bool {
    guard peek(word) else { return false }
    index += word.unicodeScalars.count
    skipSpace()
    return true
  }

  private mutating func expect(_ word: String) throws(GrammarError) {
    if !take(word) { throw error("expected '\(word)'") }
  }

  private mutating func skipSpace() {
    while index < scalars.count {
      if scalars[index] == "#" {
        while index < scalars.count, scalars[index] != "\n" { index += 1 }
      } else if scalars[index].properties.isWhitespace {
        index += 1
      } else {
        return
      }
    }
  }

  private var location: SourceLocation {
    let before = scalars[..<index]
    let line = before.count { $0 == "\n" } + 1
    let lineStart = before.lastIndex(of: "\n").map { $0 + 1 } ?? 0
    return SourceLocation(line: line, column: index - lineStart + 1)
  }

  private func error(_ message: String) -> GrammarError {
    GrammarError(location: location, message: message)
  }
}
