/// The limits within which an edit costs only the records it damages. Parsing can stop and resume
/// in every sequence of records, and lookahead is bounded.
extension CheckedGrammar {
  /// The rules that break a limit, with error messages. Empty for a grammar that can be compiled.
  var limitsBroken: [(rule: String, message: String)] {
    var broken: [(String, String)] = []
    for (name, body) in rules {
      if let message = misplacedRecords(in: body) { broken.append((name, message)) }
    }
    var seen: Set<String> = []
    checkLookahead(
      .rule(Reference(name: blockRule, location: SourceLocation(line: 1, column: 1))),
      in: blockRule, isSpeculative: false, &seen, &broken)
    return broken
  }

  /// Returns whether a match of `expression` can stop within a sequence of records.
  func hasRecords(_ expression: Expression) -> Bool {
    var seen: Set<String> = []
    func search(_ expression: Expression) -> Bool {
      switch expression {
      case .records: true
      case .and, .not, .leaf: false
      case .rule(let reference):
        seen.insert(reference.name).inserted && search(body(of: reference.name))
      default: expression.children.contains(where: search)
      }
    }
    return search(expression)
  }

  func canFail(_ expression: Expression) -> Bool {
    switch expression {
    case .optional, .records, .repetition(_, minimum: 0): false
    case .repetition(let part, _), .node(_, let part), .leaf(_, let part): canFail(part)
    case .sequence(let parts): parts.contains(where: canFail)
    case .choice(let parts): parts.allSatisfy(canFail)
    case .rule(let reference): canFail(body(of: reference.name))
    case .literal, .scalar, .counted, .and, .not, .parameter: true
    }
  }

  // MARK: Records

  private func misplacedRecords(in expression: Expression) -> String? {
    switch expression {
    case .sequence(let parts):
      guard let first = parts.firstIndex(where: hasRecords) else { return nil }
      if parts[(first + 1)...].contains(where: canFail) {
        return "an expression after a sequence of records ('**') can fail"
      }
    case .repetition(let part, _), .counted(let part, _, _), .and(let part), .not(let part),
      .leaf(_, let part):
      if hasRecords(part) || { if case .records = part { true } else { false } }() {
        return "a sequence of records ('**') cannot be in a repetition, look-ahead or leaf"
      }
    case .records(let part):
      if ScalarRun(part) != nil, hasRecords(part) {
        return "a sequence of records ('**') cannot be in a run of scalars"
      }
    default: break
    }
    for child in expression.children {
      if let message = misplacedRecords(in: child) { return message }
    }
    return nil
  }

  // MARK: Look-ahead

  /// Reports repetitions whose lookahead is unbounded.
  ///
  /// An expression is speculative if its match may be discarded. A speculative repetition must not
  /// pass an empty line. If it did, the text that it examines would grow with the document, and so
  /// would the cost of each edit.
  private func checkLookahead(
    _ expression: Expression, in rule: String, isSpeculative: Bool,
    _ seen: inout Set<String>, _ broken: inout [(String, String)]
  ) {
    switch expression {
    case .rule(let reference):
      guard seen.insert("\(reference.name) \(isSpeculative)").inserted else { return }
      checkLookahead(
        body(of: reference.name), in: reference.name, isSpeculative: isSpeculative, &seen, &broken)
    case .sequence(let parts):
      for (index, part) in parts.enumerated() {
        let mayBeGivenUp = parts[(index + 1)...].contains(where: canFail)
        checkLookahead(
          part, in: rule, isSpeculative: isSpeculative || mayBeGivenUp, &seen, &broken)
      }
    case .and(let part), .not(let part):
      checkLookahead(part, in: rule, isSpeculative: true, &seen, &broken)
    case .repetition(let part, _), .records(let part):
      if isSpeculative, passesEmptyLine(part) {
        broken.append(
          (
            rule,
            "in rule '\(rule)', a repetition can read past an empty line and then backtrack; "
              + "guard it, as in '(!END .)*' where END matches at an empty line"
          ))
      }
      checkLookahead(part, in: rule, isSpeculative: isSpeculative, &seen, &broken)
    default:
      for child in expression.children {
        checkLookahead(child, in: rule, isSpeculative: isSpeculative, &seen, &broken)
      }
    }
  }

  /// Returns whether `expression`, repeated, may consume consecutive line ends.
  private func passesEmptyLine(_ expression: Expression) -> Bool {
    var open: Set<String> = []
    func search(_ expression: Expression) -> Bool {
      switch expression {
      case .literal(let bytes, _): return bytes.contains(0x0A)
      case .scalar(let set): return set.ranges.contains { $0.contains(0x0A) }
      case .and, .not, .parameter: return false
      case .sequence(let parts):
        var isGuarded = false
        for part in parts {
          if case .not(let ahead) = part {
            if matchesEmptyLine(ahead) { isGuarded = true }
          } else {
            if !isGuarded, search(part) { return true }
            if !canBeEmpty(part) { isGuarded = false }
          }
        }
        return false
      case .rule(let reference):
        guard open.insert(reference.name).inserted else { return false }
        defer { open.remove(reference.name) }
        return search(body(of: reference.name))
      default: return expression.children.contains(where: search)
      }
    }
    return search(expression)
  }

  private func matchesEmptyLine(_ expression: Expression) -> Bool {
    end(of: expression, in: Array("\n\n".unicodeScalars), at: 0) != nil
  }

  /// Interprets `expression` at `start`. Returns the index in `text` after its match, or nil if
  /// there is none. Ignores `ignoringCase`.
  private func end(of expression: Expression, in text: [Unicode.Scalar], at start: Int) -> Int? {
    switch expression {
    case .parameter: return nil
    case .literal(let bytes, _):
      let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
      return text[start...].starts(with: scalars) ? start + scalars.count : nil
    case .scalar(let set):
      guard start < text.count, set.ranges.contains(where: { $0.contains(text[start].value) })
      else { return nil }
      return start + 1
    case .sequence(let parts):
      var end: Int? = start
      for part in parts { end = end.flatMap { self.end(of: part, in: text, at: $0) } }
      return end
    case .choice(let parts):
      for part in parts {
        if let end = end(of: part, in: text, at: start) { return end }
      }
      return nil
    case .optional(let part): return end(of: part, in: text, at: start) ?? start
    case .repetition(let part, let minimum):
      return repeated(part, in: text, at: start, minimum...Int.max)
    case .records(let part): return repeated(part, in: text, at: start, 0...Int.max)
    case .counted(let part, let minimum, let maximum):
      return repeated(part, in: text, at: start, minimum...maximum)
    case .and(let part): return end(of: part, in: text, at: start) == nil ? nil : start
    case .not(let part): return end(of: part, in: text, at: start) == nil ? start : nil
    case .node(_, let part), .leaf(_, let part): return end(of: part, in: text, at: start)
    case .rule(let reference): return end(of: body(of: reference.name), in: text, at: start)
    }
  }

  private func repeated(
    _ part: Expression, in text: [Unicode.Scalar], at start: Int, _ counts: ClosedRange<Int>
  ) -> Int? {
    var end = start
    var count = 0
    while let next = self.end(of: part, in: text, at: end) {
      count += 1
      if next == end { break }
      end = next
    }
    return counts.contains(count) ? end : nil
  }
}
