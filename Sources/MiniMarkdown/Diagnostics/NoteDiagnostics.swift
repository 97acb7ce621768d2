package import PackratParsing

/// The diagnostics of a text, and its references to other notes. Stored, so that after an edit only
/// the blocks around it are examined again.
package struct NoteDiagnostics: Sendable {
  /// The diagnostics in order, up to the limit.
  package let diagnostics: [NoteDiagnostic]
  private let facts: TextFacts
  private let limit: Int
  /// The diagnostics of single blocks; incomplete if there are more than `limit`.
  private let ofBlocks: [NoteDiagnostic]
  package var references: NoteReferences { facts.references }
  package var kind: TextKind { facts.kind }

  /// Examines the whole text. Returns nil if `isWanted` becomes false. Cost: linear in the text.
  package init?(
    _ snapshot: DocumentSnapshot, in kind: TextKind = .note, limit: Int = .max,
    while isWanted: () -> Bool = { true }
  ) {
    var facts = TextFacts(snapshot: snapshot, kind: kind, foreign: ForeignText(snapshot))
    guard let found = facts.read(0..<snapshot.blockCount, limit, isWanted) else { return nil }
    self.init(facts, limit, found)
  }

  /// Examines the difference from an earlier version of the text. The result equals that of
  /// examining the whole text. Returns nil if `isWanted` becomes false.
  ///
  /// Cost: the blocks that differ or that became or ceased to be foreign text, a few on either
  /// side, and constant for each finding. Linear in the text if it had more than `limit`
  /// diagnostics.
  package init?(
    _ snapshot: DocumentSnapshot, after old: NoteDiagnostics, while isWanted: () -> Bool = { true }
  ) {
    let foreign = ForeignText(snapshot, after: old.facts.foreign)
    let changed = foreign.difference(
      from: old.facts.foreign, in: snapshot.changedRecords(since: old.facts.snapshot))
    let patch = TextPatch(snapshot, since: old.facts.snapshot, changed)
    let isComplete = old.ofBlocks.count <= old.limit
    let blocks = isComplete ? patch.blocks : 0..<snapshot.blockCount
    var facts = TextFacts(snapshot: snapshot, kind: old.kind, foreign: foreign)
    guard var found = facts.read(blocks, old.limit, isWanted) else { return nil }
    if isComplete {
      found = patch.apply(found, to: old.ofBlocks)
      facts.keep(old.facts, outside: patch)
    }
    self.init(facts, old.limit, found)
  }

  private init(_ facts: TextFacts, _ limit: Int, _ ofBlocks: [NoteDiagnostic]) {
    self.facts = facts
    self.limit = limit
    self.ofBlocks = ofBlocks
    let ofText = DiagnosticRule.ofText.flatMap(facts.diagnostics)
    // Both lists are short. At equal offsets, diagnostics of the whole text come last.
    var merged = ofBlocks
    if !ofText.isEmpty {
      let all = (ofBlocks + ofText).enumerated().sorted {
        ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
      }
      merged = all.map(\.element)
    }
    diagnostics = merged.count > limit ? Array(merged.prefix(limit)) : merged
  }
}

extension TextFacts {
  /// Reads the blocks in `range`. Returns their diagnostics, stopping after more than `limit`, or
  /// nil if `isWanted` becomes false.
  fileprivate mutating func read(
    _ range: Range<Int>, _ limit: Int, _ isWanted: () -> Bool
  ) -> [NoteDiagnostic]? {
    var found: [NoteDiagnostic] = []
    func read(_ block: Block) -> Bool {
      guard isWanted() else { return false }
      let bytes = OccurringBytes(block.utf8)
      if found.count <= limit {
        let ofBlock = snapshot.diagnostics(of: block, bytes)
        // Most blocks have no diagnostics.
        if !ofBlock.isEmpty { found += ofBlock.filter { foreign.allows($0, in: kind) } }
      }
      self.read(block, bytes)
      return true
    }
    let isDone =
      range == 0..<snapshot.blockCount
      ? snapshot.blocks.allSatisfy(read)
      : range.allSatisfy { snapshot.block($0).map(read) ?? true }
    guard isDone else { return nil }
    leaveOutForeignText()
    return found
  }
}
