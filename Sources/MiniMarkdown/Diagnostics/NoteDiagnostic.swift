package import PackratParsing

/// A range whose text probably does not mean what its writer intended. Does not affect the tree.
package struct NoteDiagnostic: Sendable, Equatable {
  package var rule: DiagnosticRule
  /// The range to underline, in UTF-8 bytes from the start of the text; never empty.
  package var range: Range<Int>
  /// The problem and its remedy. Quotes at most a hashtag, a marker, or the title of another note.
  package var message: String
  /// Ranges that show the cause, such as the first of two equal questions, in UTF-8 bytes of the
  /// text.
  package var related: [Range<Int>]

  /// Uses the message of the rule if `message` is nil.
  package init(
    _ rule: DiagnosticRule, _ range: Range<Int>, _ message: String? = nil,
    related: [Range<Int>] = []
  ) {
    self.rule = rule
    self.range = range
    self.message = message ?? rule.message ?? ""
    self.related = related
  }

  package var code: String { rule.code }
  package var severity: DiagnosticRule.Severity { rule.severity }
}

extension DocumentSnapshot {
  /// Returns the diagnostics of the text in order, at most `limit`; empty if `isWanted` becomes
  /// false. Cost: linear in the text.
  package func diagnostics(
    in kind: TextKind = .note, limit: Int = .max, while isWanted: () -> Bool = { true }
  ) -> [NoteDiagnostic] {
    NoteDiagnostics(self, in: kind, limit: limit, while: isWanted)?.diagnostics ?? []
  }

  /// Returns the diagnostics that begin in `block`, as if it were part of a note and not foreign
  /// text. Does not apply rules about whole texts, such as repeated questions and missing titles.
  /// Diagnostics depend on this block and on up to three blocks before and after it. Cost: linear
  /// in these blocks.
  package func diagnostics(of block: Block) -> [NoteDiagnostic] {
    diagnostics(of: block, OccurringBytes(block.utf8))
  }

  func diagnostics(of block: Block, _ bytes: OccurringBytes) -> [NoteDiagnostic] {
    var found: [NoteDiagnostic] = []
    for root in roots(of: block) where root.kind != .blankLine {
      for finder in DiagnosticRule.blockFinders { found += finder.find(self, root, bytes) }
    }
    if found.isEmpty { return [] }
    // A pair in another form already explains its answer.
    if found.contains(where: { $0.rule == .pairInOtherForm }) {
      found.removeAll { $0.rule == .answerWithoutQuestion }
    }
    found.sort { ($0.start, $0.code) < ($1.start, $1.code) }
    // One span can contain several pairs, each of which reports it.
    return found.indices.filter { $0 == 0 || found[$0] != found[$0 - 1] }.map { found[$0] }
  }

  /// Returns the diagnostics by one rule about whole texts, in a text of `kind`; empty for other
  /// rules. Cost: linear in the text.
  package func diagnostics(by rule: DiagnosticRule, in kind: TextKind) -> [NoteDiagnostic] {
    guard case .text = rule.finder else { return [] }
    return TextFacts(self, in: kind).diagnostics(by: rule)
  }
}
