package import PackratParsing

extension DocumentSnapshot {
  /// Returns the edits of safe fixes, applied until none changes a block, in ascending order; empty
  /// if `isWanted` becomes false. `rules` are the rules about whole texts to fix; all if nil. Cost:
  /// linear in the text. Conflicting fixes of a block add their number times the block. Each safe
  /// fix of a rule about whole texts adds the text.
  package func fixingAll(
    in kind: TextKind = .note, ofText rules: [DiagnosticRule]? = nil,
    while isWanted: () -> Bool = { true }
  ) -> [ByteEdit] {
    var fixing = FixAll(self, kind)
    // Terminates, since every change reduces the number of warnings.
    while true {
      var isChanged = false
      for index in (0..<fixing.document.snapshot.blockCount).reversed() {
        guard isWanted() else { return [] }
        if fixing.fix(block: index) { isChanged = true }
      }
      if !isChanged { break }
    }
    for rule in rules ?? DiagnosticRule.ofText where rule.hasSafeFix {
      for found in fixing.document.snapshot.diagnostics(by: rule, in: kind).reversed() {
        guard isWanted() else { return [] }
        _ = fixing.fix(found)
      }
    }
    return fixing.edits
  }
}

/// A text whose blocks are fixed one by one, from the last to the first.
private struct FixAll {
  private(set) var document: MiniMarkdownDocument
  private let kind: TextKind
  private var foreign: ForeignText
  private var changed = ChangedRanges()

  init(_ snapshot: DocumentSnapshot, _ kind: TextKind) {
    document = MiniMarkdownDocument(snapshot)
    self.kind = kind
    foreign = ForeignText(snapshot)
  }

  var edits: [ByteEdit] { changed.edits(to: document.snapshot) }

  /// The maximum number of UTF-8 bytes to read when trying the fixes of a block one by one.
  private static let patience = 1 << 24

  /// Applies the safe fixes of a block. Returns whether it changed.
  mutating func fix(block index: Int) -> Bool {
    let snapshot = document.snapshot
    guard let block = snapshot.block(index) else { return false }
    var found: [(diagnostic: NoteDiagnostic, fix: ProposedFix)] = []
    for diagnostic in snapshot.diagnostics(of: block)
    where diagnostic.rule.hasSafeFix && foreign.allows(diagnostic, in: kind) {
      guard let fix = snapshot.proposedFixes(for: diagnostic).first(where: \.isSafe),
        !fix.edits.contains(where: { foreign.overlaps($0.range) })
      else { continue }
      found.append((diagnostic, fix))
    }
    if found.isEmpty { return false }
    if let rewriting = Rewriting(snapshot, found.flatMap(\.fix.edits)),
      rewriting.settles(found.map(\.diagnostic)),
      found.compactMap(\.fix.cloze).allSatisfy(rewriting.beginsCloze)
    {
      apply(rewriting)
      return true
    }
    guard found.count > 1, found.count * block.utf8.count < Self.patience else { return false }
    var isChanged = false
    for (diagnostic, _) in found.reversed() {
      if fix(diagnostic) { isChanged = true }
    }
    return isChanged
  }

  /// Applies the first safe fix of `diagnostic`. Returns whether there was one.
  mutating func fix(_ diagnostic: NoteDiagnostic) -> Bool {
    guard
      let fix = document.snapshot.fixes(for: diagnostic, in: kind).first(where: \.isSafe),
      !fix.edits.contains(where: { foreign.overlaps($0.range) }),
      let rewriting = Rewriting(document.snapshot, fix.edits)
    else { return false }
    apply(rewriting)
    return true
  }

  private mutating func apply(_ rewriting: Rewriting) {
    document = MiniMarkdownDocument(rewriting.after)
    foreign = ForeignText(rewriting.after, after: foreign)
    changed.add(rewriting.edits)
  }
}
