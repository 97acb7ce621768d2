/// Sequences of records (`e**`) become a state machine. A parse may stop between two steps, and the
/// number of its state is enough to resume.
///
/// A state is the remaining work, a `Continuation`. The rules on the path from the block to a
/// sequence are emitted again for each continuation. So each function contains the number of the
/// state in which it stops.
struct Continuation: Equatable {
  enum Frame: Equatable {
    case steps(Expression)
    /// The remaining parts of a sequence of expressions, which cannot fail.
    case rest([Expression])
    /// The end of an interior node of this kind.
    case close(String)
  }

  /// The frames, innermost first. Empty before a new block.
  var frames: [Frame] = []

  func within(_ frame: Frame) -> Continuation { Continuation(frames: [frame] + frames) }

  func within(rest: [Expression]) -> Continuation {
    if rest.isEmpty { return self }
    // A rest of just one sequence of records is the state within that sequence.
    if rest.count == 1, case .records(let step) = rest[0] { return within(.steps(step)) }
    return within(.rest(rest))
  }

  /// The kinds of the open nodes, outermost first.
  var openKinds: [String] {
    frames.reversed().compactMap { if case .close(let kind) = $0 { kind } else { nil } }
  }
}

/// A part of a rule on the path to a sequence of records, and the work after it.
struct Resumable: Equatable {
  var expression: Expression
  var continuation: Continuation
}

/// The step of a repetition `(a / b / !c .:kind)*`: runs of scalars that become leaves, and
/// alternatives to them.
struct ScalarRun {
  var alternatives: [Expression] = []
  var guards: [Expression] = []
  var scalar: ScalarSet
  var kind: String

  init?(_ step: Expression) {
    var last = step
    if case .choice(let parts) = step, let end = parts.last {
      alternatives = Array(parts.dropLast())
      last = end
    }
    if case .sequence(let parts) = last, let end = parts.last {
      for part in parts.dropLast() {
        guard case .not(let ahead) = part else { return nil }
        guards.append(ahead)
      }
      last = end
    }
    guard case .leaf(let kind, .scalar(let set)) = last else { return nil }
    (self.kind, scalar) = (kind, set)
  }
}

extension SwiftEmitter {
  /// Emits the block rule, and a function for each state reachable from it.
  mutating func emitRecords() {
    _ = blockCallEmitted()
    var next = 1
    while next < states.count {
      emitResume(next)
      next += 1
    }
  }

  private mutating func blockCallEmitted() -> String {
    call(grammar.body(of: grammar.blockRule), before: Continuation())
  }

  var blockCall: String { "resumable_0(&p)" }

  var stateCases: [String] {
    states.indices.dropFirst().map { "    case \($0): resume_\($0)(&p)" }
  }

  var stateLines: [String] {
    states.map { state in
      var joins = false
      if case .steps(let step)? = state.frames.first { joins = ScalarRun(step) != nil }
      return "    RecordState(depth: \(state.openKinds.count), joins: \(joins))"
    }
  }

  private mutating func index(of state: Continuation) -> Int {
    if let known = states.firstIndex(of: state) { return known }
    states.append(state)
    return states.count - 1
  }

  /// Returns a call that matches `expression` and stops within its sequences of records.
  private mutating func call(
    _ expression: Expression, before continuation: Continuation
  ) -> String {
    guard grammar.hasRecords(expression) else { return call(expression, .parse) }
    if case .rule(let reference) = expression {
      return call(grammar.body(of: reference.name), before: continuation)
    }
    let resumable = Resumable(expression: expression, continuation: continuation)
    if let known = resumables.firstIndex(of: resumable) { return "resumable_\(known)(&p)" }
    resumables.append(resumable)
    let name = "resumable_\(resumables.count - 1)"
    define(name, statements(for: expression, before: continuation))
    return "\(name)(&p)"
  }

  private mutating func statements(
    for expression: Expression, before continuation: Continuation
  ) -> String {
    switch expression {
    case .sequence(let parts):
      let stop = parts.firstIndex(where: grammar.hasRecords) ?? 0
      let rest = Array(parts[(stop + 1)...])
      var conditions = parts[..<stop].map { call($0, .parse) }
      conditions.append(call(parts[stop], before: continuation.within(rest: rest)))
      let after = rest.isEmpty ? "" : "if !p.isPaused { _ = \(call(rest, before: continuation)) }\n"
      return """
        let mark = p.mark()
        guard \(conditions.joined(separator: ",\n  "))
        else { return p.fail(to: mark) }
        \(after)return true
        """
    case .choice(let parts): return choice(parts) { $0.call($1, before: continuation) }
    case .optional(let part): return "return \(call(part, before: continuation)) || true"
    case .node(let kind, let part):
      return """
        let mark = p.mark()
        let node = p.open(.\(Self.camelCase(kind)))
        guard \(call(part, before: continuation.within(.close(kind))))
        else { return p.fail(to: mark) }
        return p.close(node, since: mark)
        """
    case .records(let step):
      let state = index(of: continuation.within(.steps(step)))
      if let run = ScalarRun(step) { return statements(for: run, pausingAs: state) }
      return "p.pause(\(state))\nreturn true"
    default: return "return \(call(expression, .parse))"
    }
  }

  private mutating func call(_ parts: [Expression], before continuation: Continuation) -> String {
    parts.count == 1
      ? call(parts[0], before: continuation) : call(.sequence(parts), before: continuation)
  }

  /// Emits the function that resumes in `state`. The function reopens the nodes, and matches one
  /// step, or as many scalars of a run as fit a record. Once the sequence ends, it does the
  /// remaining work.
  private mutating func emitResume(_ state: Int) {
    var rest = states[state]
    guard case .steps(let step) = rest.frames.removeFirst() else { return }
    let kinds = rest.openKinds
    var lines = ["let mark = p.mark()"]
    for (index, kind) in kinds.enumerated() {
      lines.append("let node\(index) = p.open(.\(Self.camelCase(kind)))")
    }
    if ScalarRun(step) != nil {
      lines.append("_ = \(call(.records(step), before: rest))")
    } else {
      let call = call(step, before: states[state])
      lines.append("if \(call), !p.isPaused { p.pause(\(state)) }")
    }
    var depth = kinds.count
    while let frame = rest.frames.first {
      rest.frames.removeFirst()
      switch frame {
      case .close:
        depth -= 1
        lines.append("_ = p.close(node\(depth), since: mark)")
      case .rest(let parts):
        lines.append("if !p.isPaused { _ = \(call(parts, before: rest)) }")
      case .steps(let step):
        lines.append("if !p.isPaused { _ = \(call(.records(step), before: rest)) }")
      }
    }
    lines.append("return p.position > mark.position")
    define("resume_\(state)", lines.joined(separator: "\n"))
  }

  /// Returns statements that skip all bytes at which neither an alternative nor a guard can match;
  /// the skipped scalars become one leaf.
  mutating func statements(for run: ScalarRun, pausingAs state: Int?) -> String {
    let stops = stopTable(for: run.alternatives + run.guards, passing: run.scalar)
    let leaf = "p.leaf(.\(Self.camelCase(run.kind)), from: start)"
    let pausing = state.map { ", pausingAs: \($0)" } ?? ""
    let conditions =
      run.guards.map { call(.not($0), .match) } + [call(.scalar(run.scalar), .match)]
    var lines = [
      "while true {",
      "  var start = p.position",
      "  let isAtStop = p.skip(to: \(stops)\(pausing))",
      "  if p.position > start { _ = \(leaf) }",
      "  guard isAtStop else { return true }",
    ]
    for alternative in run.alternatives {
      lines.append("  if \(call(alternative, .parse)) { continue }")
    }
    lines += [
      "  start = p.position",
      "  guard \(conditions.joined(separator: ", ")) else { return true }",
      "  _ = \(leaf)",
      "}",
    ]
    return lines.joined(separator: "\n")
  }
}
