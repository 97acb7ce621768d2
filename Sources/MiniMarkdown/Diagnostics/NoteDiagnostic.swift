package import PackratParsing

/// A place where the text probably does not mean what its writer intended. It does not change the tree.
package struct NoteDiagnostic: Sendable, Equatable {
  /// The rule that it reports.
  package var rule: DiagnosticRule
  /// The text to underline, in bytes from the start of the text; never empty.
  package var range: Range<Int>
  /// The problem and its remedy. Quotes at most a hashtag, a marker, or the title of another note.
  package var message: String
  /// The other places in the text that belong to it, in bytes.
  package var related: [Range<Int>]

  /// A diagnostic of `range`; its message is that of the rule unless there is another.
  package init(
    _ rule: DiagnosticRule, _ range: Range<Int>, _ message: String? = nil,
    related: [Range<Int>] = []
  ) {
    self.rule = rule
    self.range = range
    self.message = message ?? rule.message ?? ""
    self.related = related
  }

  /// The code of its rule.
  package var code: String { rule.code }
  /// The severity of its rule.
  package var severity: DiagnosticRule.Severity { rule.severity }
}

extension DocumentSnapshot {
  /// The diagnostics of the text, in order, and no more than `limit`. Stops when `isWanted` is false.
  /// Cost: linear in the text.
  package func diagnostics(
    in kind: TextKind = .note, limit: Int = .max, while isWanted: () -> Bool = { true }
  ) -> [NoteDiagnostic] {
    NoteDiagnostics(self, in: kind, limit: limit, while: isWanted)?.diagnostics ?? []
  }

  /// The diagnostics that begin in `block` were it a note's, in foreign text, too; except those that need
  /// the whole text: a repeated question, a missing title. They depend on this block, and for pairs on
  /// the three before and the three after it. Cost: linear in these blocks.
  package func diagnostics(of block: Block) -> [NoteDiagnostic] {
    diagnostics(of: block, OccurringBytes(block.utf8))
  }

  /// The same of a block in which `bytes` occur.
  func diagnostics(of block: Block, _ bytes: OccurringBytes) -> [NoteDiagnostic] {
    var found: [NoteDiagnostic] = []
    for root in roots(of: block) where root.kind != .blankLine {
      for finder in DiagnosticRule.blockFinders { found += finder.find(self, root, bytes) }
    }
    if found.isEmpty { return [] }
    // A pair in another form explains its answer, too.
    if found.contains(where: { $0.rule == .pairInOtherForm }) {
      found.removeAll { $0.rule == .answerWithoutQuestion }
    }
    found.sort { ($0.start, $0.code) < ($1.start, $1.code) }
    // One span can take in several pairs, each of which reports it.
    return found.indices.filter { $0 == 0 || found[$0] != found[$0 - 1] }.map { found[$0] }
  }

  /// The diagnostics by one rule about whole texts, in a text of `kind`. Returns none of other rules.
  /// Cost: linear in the text.
  package func diagnostics(by rule: DiagnosticRule, in kind: TextKind) -> [NoteDiagnostic] {
    guard case .text = rule.finder else { return [] }
    return TextFacts(self, in: kind).diagnostics(by: rule)
  }
}
