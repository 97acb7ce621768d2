/// Emits a checked grammar as Swift. Each rule and mode that is called becomes a static function,
/// and so does each part of a rule that needs more than a call. Equal parts share a function, and
/// equal scan loops a memo entry.
///
/// Every function keeps the contract of `PackratParser`: it matches and returns true, or restores
/// everything and returns false.
struct SwiftEmitter {
  /// Whether a function creates nodes (`parse`) or only reports a match (`match`, for predicates
  /// and leaves).
  enum Mode: String {
    case parse, match
  }

  private struct Part: Equatable {
    var expression: Expression
    var mode: Mode
  }

  let grammar: CheckedGrammar
  private var functions: [String] = []
  private var parts: [(part: Part, name: String)] = []
  private var scans: [Expression] = []
  private var scanStops: [String] = []
  private var tables: [ScalarSet] = []
  private var rule = ""
  private var partCount = 0
  /// The states found so far, at the index of their numbers. See `SwiftEmitter+Records.swift`.
  var states: [Continuation] = [Continuation()]
  /// The parts emitted so far as `resumable_N`, at the index N.
  var resumables: [Resumable] = []

  private init(_ grammar: CheckedGrammar) { self.grammar = grammar }

  static func source(of grammar: CheckedGrammar, name: String, file: String) -> String {
    var emitter = SwiftEmitter(grammar)
    emitter.emitRecords()
    // The calls determine which rules are needed in which mode.
    var reached: Set<String> = []
    var isComplete = false
    while !isComplete {
      isComplete = true
      for (rule, body) in grammar.rules {
        for mode in [Mode.parse, .match] {
          let function = "\(mode)_\(rule)"
          guard emitter.functions.contains(where: { $0.contains("\(function)(&p)") }),
            reached.insert(function).inserted
          else { continue }
          emitter.emit(rule: rule, body: body, mode: mode)
          isComplete = false
        }
      }
    }
    emitter.inlineWhatIsCalledOnce()
    return emitter.file(name: name, source: file)
  }

  /// Marks functions with one call as `@inline(__always)`. Otherwise Swift's optimizer merges
  /// similar functions and calls their parts through pointers.
  private mutating func inlineWhatIsCalledOnce() {
    var callCounts: [String: Int] = [:]
    for function in functions {
      for call in function.split(separator: "(&p)", omittingEmptySubsequences: false).dropLast() {
        let name = call.reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        callCounts[String(name.reversed()), default: 0] += 1
      }
    }
    functions = functions.map { function in
      let name = function.dropFirst(Self.declaration.count).prefix { $0 != "(" }
      return callCounts[String(name)] == 1 ? "  @inline(__always)\n\(function)" : function
    }
  }

  private static let declaration = "  private static func "

  // MARK: The file

  private func file(name: String, source: String) -> String {
    let kinds = grammar.kinds.enumerated().map { index, kind in
      "  /// `\(kind)` in \(source).\n"
        + "  package static let \(Self.camelCase(kind)) = SyntaxKind(\(index))"
    }
    let names = grammar.kinds.map { "    \"\($0)\"" }
    let tables = tables.enumerated().map { index, set in
      "  private static let set\(index): [UInt32] = ["
        + set.ranges.map { "\($0.lowerBound), \($0.upperBound)" }.joined(separator: ", ") + "]"
    }
    let sets = grammar.sets.map { name, set in
      "  /// The scalars of `\(name)` in \(source), as ascending ranges.\n"
        + "  package static let \(Self.camelCase(name.lowercased())): [ClosedRange<UInt32>] = ["
        + set.ranges.map { "\($0.lowerBound)...\($0.upperBound)" }.joined(separator: ", ") + "]"
    }
    return """
      // Compiled from \(source). Change that file, not this one.
      package import PackratParsing

      extension SyntaxKind {
      \(kinds.joined(separator: "\n"))
      }

      /// The language of \(source).
      package enum \(name): Grammar {
        package static let kindNames = [
      \(names.joined(separator: ",\n")),
        ]
        package static let rootKind = SyntaxKind.\(Self.camelCase(grammar.rootKind))
        package static let scanStops: [StopTable] = [
      \(scanStops.map { "    \($0)" }.joined(separator: ",\n"))
        ]

        package static let states = [
      \(stateLines.joined(separator: ",\n")),
        ]

        package static func parseRecord(from state: UInt8, _ p: inout PackratParser) -> Bool {
          switch state {
      \(stateCases.joined(separator: "\n"))
          default: \(blockCall)
          }
        }

      \(sets.joined(separator: "\n"))

      \(tables.joined(separator: "\n"))

      \(functions.joined(separator: "\n\n"))
      }

      """
  }

  static func camelCase(_ name: String) -> String {
    let words = name.split(separator: "_")
    return words.prefix(1).joined()
      + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  // MARK: Functions

  private mutating func emit(rule: String, body: Expression, mode: Mode) {
    self.rule = rule
    partCount = 0
    define("\(mode)_\(rule)", statements(for: body, mode))
  }

  mutating func define(_ name: String, _ statements: String) {
    let body = statements.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
    functions.append(
      "\(Self.declaration)\(name)(_ p: inout PackratParser) -> Bool {\n\(body)\n  }")
  }

  /// Returns a Swift expression that matches `expression`.
  mutating func call(_ expression: Expression, _ requested: Mode) -> String {
    let mode = grammar.makesNodes(expression) ? requested : .match
    switch expression {
    case .scalar(let set): return match(set)
    case .literal(let bytes, let ignoringCase):
      let text = bytes.map { byte in
        byte >= 0x20 && byte < 0x7F && byte != 0x22 && byte != 0x5C
          ? String(UnicodeScalar(byte)) : ""
      }.joined()
      let literal = text.utf8.count == bytes.count ? text : Self.escaped(bytes)
      return "p.match(\"\(literal)\"\(ignoringCase ? ", ignoringCase: true" : ""))"
    case .rule(let reference): return "\(mode)_\(reference.name)(&p)"
    case .optional(let part): return "(\(call(part, mode)) || true)"
    case .node(_, let part) where mode == .match: return call(part, mode)
    case .leaf(_, let part) where mode == .match: return call(part, mode)
    default:
      let part = Part(expression: expression, mode: mode)
      if let known = parts.first(where: { $0.part == part }) { return "\(known.name)(&p)" }
      partCount += 1
      let name = "\(mode)_\(rule)_\(partCount)"
      parts.append((part, name))
      let statements = statements(for: expression, mode)
      define(name, statements)
      return "\(name)(&p)"
    }
  }

  private static func escaped(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).unicodeScalars
      .map { "\\u{\(String($0.value, radix: 16))}" }.joined()
  }

  private mutating func match(_ set: ScalarSet) -> String {
    if set == .all { return "p.matchScalar()" }
    if let single = set.single, single < 0x80 { return "p.match(\(Self.hex(UInt64(single))))" }
    let ascii = Self.bytes(set.firstBytes.filter { $0 < 0x80 })
    if set.isASCII { return "p.match(oneOf: \(ascii))" }
    let beyond = set.subtracting(ScalarSet([0...0x7F]))
    let index = tables.firstIndex(of: beyond) ?? tables.count
    if index == tables.count { tables.append(beyond) }
    return "p.match(oneOf: \(ascii), orIn: set\(index))"
  }

  private mutating func statements(for expression: Expression, _ mode: Mode) -> String {
    switch expression {
    case .sequence(let parts):
      let conditions = parts.map { call($0, mode) }.joined(separator: ",\n  ")
      return mode == .parse
        ? """
        let mark = p.mark()
        guard \(conditions)
        else { return p.fail(to: mark) }
        return true
        """
        : """
        let start = p.position
        guard \(conditions)
        else {
          p.position = start
          return false
        }
        return true
        """
    case .choice(let parts): return choice(parts, mode)
    case .records(let body): return statements(for: .repetition(body, minimum: 0), mode)
    case .repetition(let body, let minimum):
      if minimum == 0, let scan = scan(body) { return scan }
      if minimum == 0, mode == .parse, let run = ScalarRun(body) {
        return statements(for: run, pausingAs: nil)
      }
      let body = call(body, mode)
      return (minimum == 0 ? "" : "guard \(body) else { return false }\n") + """
        var start = p.position
        while \(body), p.position > start { start = p.position }
        return true
        """
    case .counted(let body, let minimum, let maximum):
      return """
        let mark = p.mark()
        var count = 0
        var start = p.position
        while count <= \(maximum), \(call(body, mode)), p.position > start {
          count += 1
          start = p.position
        }
        return count >= \(minimum) && count <= \(maximum) || p.fail(to: mark)
        """
    case .and(let body), .not(let body):
      let isNot = expression == .not(body)
      return """
        let start = p.position
        let matches = \(call(body, .match))
        p.position = start
        return \(isNot ? "!" : "")matches
        """
    case .node(let kind, let body) where mode == .parse:
      return """
        let mark = p.mark()
        let node = p.open(.\(Self.camelCase(kind)))
        guard \(call(body, mode)) else { return p.fail(to: mark) }
        return p.close(node, since: mark)
        """
    case .leaf(let kind, let body) where mode == .parse:
      return """
        let start = p.position
        guard \(call(body, .match)) else { return false }
        return p.leaf(.\(Self.camelCase(kind)), from: start)
        """
    default: return "return \(call(expression, mode))"
    }
  }

  private mutating func choice(_ parts: [Expression], _ mode: Mode) -> String {
    choice(parts) { $0.call($1, mode) }
  }

  /// Returns statements for an ordered choice, which skip the alternatives that cannot begin with
  /// the next byte.
  mutating func choice(
    _ parts: [Expression], _ call: (inout SwiftEmitter, Expression) -> String
  ) -> String {
    var tests = "let byte = p.peek()\n"
    for part in parts {
      let call = call(&self, part)
      if grammar.canBeEmpty(part) {
        tests += "if \(call) { return true }\n"
      } else {
        tests += "if \(test(forStartOf: part)), \(call) { return true }\n"
      }
    }
    return tests + "return false"
  }

  /// Returns statements for a scan loop, a repetition of `!` predicates and then one scalar; nil
  /// for other bodies. The loop skips all bytes at which no step can fail, and is memoized as one
  /// interval (see `ScanMemo`).
  private mutating func scan(_ body: Expression) -> String? {
    guard case .sequence(let steps) = body, case .scalar(let set)? = steps.last,
      steps.dropLast().allSatisfy({ if case .not = $0 { true } else { false } })
    else { return nil }
    let guards = steps.compactMap { if case .not(let ahead) = $0 { ahead } else { nil } }
    let stops = stopTable(for: guards, passing: set)
    let index = scans.firstIndex(of: body) ?? scans.count
    if index == scans.count {
      scans.append(body)
      scanStops.append(stops)
    }
    let conditions = steps.map { call($0, .match) }.joined(separator: ", ")
    return """
      if p.recallScan(\(index)) { return true }
      let start = p.position
      let examinedBefore = p.beginScan()
      var passStart = start
      while p.skip(to: \(stops)) {
        guard \(conditions) else { break }
        passStart = p.position
      }
      p.endScan(\(index), from: start, passing: passStart, examinedBefore: examinedBefore)
      return true
      """
  }

  static func hex(_ value: UInt64) -> String { "0x" + String(value, radix: 16) }

  static func bytes(_ set: Set<UInt8>) -> String {
    var words: [UInt64] = [0, 0, 0, 0]
    for byte in set { words[Int(byte / 64)] |= 1 << UInt64(byte % 64) }
    return "ByteSet(\(words.map(hex).joined(separator: ", ")))"
  }
}
