package import PackratParsing

/// The diagnostics of a text, and the parts of it that refer to other notes: kept, so that after an
/// edit only the blocks it touches are examined again.
package struct NoteDiagnostics: Sendable {
  /// The parts that refer to other notes.
  package let references: NoteReferences
  /// The diagnostics, in order, and no more than were wanted.
  package let diagnostics: [NoteDiagnostic]
  private let snapshot: DocumentSnapshot
  private let limit: Int
  /// The diagnostics of single blocks; not all once there are more than `limit`.
  private let ofBlocks: [NoteDiagnostic]
  private let title: TitleDiagnostic
  private let scope: DiagnosticScope
  /// The use of the text.
  package var kind: TextKind { scope.kind }

  /// Looks at the whole text; nil once `isWanted` is false. Cost: linear in the text.
  package init?(
    _ snapshot: DocumentSnapshot, in kind: TextKind = .note, limit: Int = .max,
    while isWanted: () -> Bool = { true }
  ) {
    let scope = DiagnosticScope(kind: kind, foreign: ForeignText(snapshot))
    let blocks = 0..<snapshot.blockCount
    guard let found = snapshot.findings(blocks, scope, limit, isWanted) else { return nil }
    self.init(snapshot, scope, limit, found, snapshot.title)
  }

  /// Examines the difference from an earlier version of the text. The result equals that of
  /// examining all of it.
  ///
  /// Cost: the blocks that differ, or that foreign text takes in or gives back, three on either side;
  /// and constant for each finding.
  package init?(
    _ snapshot: DocumentSnapshot, after old: NoteDiagnostics, while isWanted: () -> Bool = { true }
  ) {
    let scope = DiagnosticScope(
      kind: old.scope.kind, foreign: ForeignText(snapshot, after: old.scope.foreign))
    let changed = scope.foreign.difference(
      from: old.scope.foreign, in: snapshot.changedRecords(since: old.snapshot))
    let patch = Patch(snapshot, since: old.snapshot, changed)
    let isComplete = old.ofBlocks.count <= old.limit
    let blocks = isComplete ? patch.blocks : 0..<snapshot.blockCount
    guard var found = snapshot.findings(blocks, scope, old.limit, isWanted) else { return nil }
    if isComplete {
      found.diagnostics = patch.apply(found.diagnostics, to: old.ofBlocks)
      found.references = NoteReferences(
        questions: patch.apply(found.references.questions, to: old.references.questions),
        hashtags: patch.apply(found.references.hashtags, to: old.references.hashtags),
        images: patch.apply(found.references.images, to: old.references.images),
        links: patch.apply(found.references.links, to: old.references.links))
    }
    self.init(
      snapshot, scope, old.limit, found, patch.title(of: snapshot, after: old.title))
  }

  private init(
    _ snapshot: DocumentSnapshot, _ scope: DiagnosticScope, _ limit: Int, _ found: BlockFindings,
    _ title: TitleDiagnostic
  ) {
    let (ofBlocks, references) = (found.diagnostics, found.references)
    self.title = title
    self.scope = scope
    self.snapshot = snapshot
    self.limit = limit
    self.ofBlocks = ofBlocks
    self.references = references
    let ofText =
      (references.repeatedQuestions + (title.found.map { [$0] } ?? [])).filter(scope.allows)
      + scope.foreign.hints(snapshot, in: scope.kind)
    // Few and sorted each; where both are at one place, those of the text are last.
    var merged = ofBlocks
    if !ofText.isEmpty {
      let all = (ofBlocks + ofText).enumerated().sorted {
        ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
      }
      merged = all.map(\.element)
    }
    diagnostics = merged.count > limit ? Array(merged.prefix(limit)) : merged
  }
}

/// The rules by which diagnostics of a text count.
private struct DiagnosticScope {
  let kind: TextKind
  let foreign: ForeignText

  func allows(_ diagnostic: NoteDiagnostic) -> Bool { foreign.allows(diagnostic, in: kind) }

  /// Whether a reference at `offset` is one in a file. In a note the app reads foreign text, too.
  func refers(_ offset: Int) -> Bool { !foreign.contains(offset) }
}

/// The findings in blocks of a text, in order.
private struct BlockFindings {
  var diagnostics: [NoteDiagnostic] = []
  var references = NoteReferences()
}

/// The part of a text that is examined again, and the way to keep the earlier results elsewhere.
private struct Patch {
  /// The blocks of the new text that are looked at.
  let blocks: Range<Int>
  /// Their start, in both texts, and their end in the old one.
  private let start: Int
  private let oldEnd: Int
  /// The number of bytes by which the text after it has moved.
  private let shift: Int

  init(_ new: DocumentSnapshot, since old: DocumentSnapshot, _ changed: ChangedRecords) {
    shift = new.count - old.count
    let count = new.blockCount
    guard count > 0 else {
      (blocks, start, oldEnd) = (0..<0, 0, old.count)
      return
    }
    // A diagnostic depends on three blocks on either side.
    let first = max(0, (new.blockIndex(at: changed.new.lowerBound) ?? 0) - 4)
    let last = min(count - 1, (new.blockIndex(at: changed.new.upperBound) ?? 0) + 4)
    blocks = first..<max(first, last) + 1
    start = new.block(first)?.start ?? 0
    oldEnd = (last == count - 1 ? new.count : new.block(last)?.range.upperBound ?? 0) - shift
  }

  /// The title of the new text. It is determined again only if the edit may concern it.
  func title(of new: DocumentSnapshot, after old: TitleDiagnostic) -> TitleDiagnostic {
    if old.isSettled, old.end <= start { return old }
    let hasHeading = blocks.contains { new.block($0)?.nodes.first?.kind == .header }
    return old.hasHeading || hasHeading ? new.title : old
  }

  func apply<Finding: Movable>(_ found: [Finding], to old: [Finding]) -> [Finding] {
    let before = old.prefix { $0.place < start }
    let after = old[before.endIndex...].drop { $0.place < oldEnd }
    return before + found + (shift == 0 ? Array(after) : after.map { $0.moved(by: shift) })
  }
}

/// Something that stands at a place of a text.
private protocol Movable {
  var place: Int { get }
  func moved(by bytes: Int) -> Self
}

extension NoteDiagnostic: Movable {
  fileprivate var place: Int { range.lowerBound }

  fileprivate func moved(by bytes: Int) -> NoteDiagnostic {
    var moved = self
    moved.range = range.moved(by: bytes)
    moved.related = related.map { $0.moved(by: bytes) }
    return moved
  }
}

extension NoteReferences.Reference: Movable {
  fileprivate var place: Int { range.lowerBound }

  fileprivate func moved(by bytes: Int) -> NoteReferences.Reference {
    var moved = self
    moved.range = range.moved(by: bytes)
    return moved
  }
}

extension NoteLink: Movable {
  fileprivate var place: Int { range.lowerBound }
}

extension Range<Int> {
  fileprivate func moved(by bytes: Int) -> Range<Int> {
    lowerBound + bytes..<upperBound + bytes
  }
}

extension DocumentSnapshot {
  /// The findings in the blocks of these indices: diagnostics until there are more than `limit`. Returns nil
  /// once they are not wanted.
  fileprivate func findings(
    _ range: Range<Int>, _ scope: DiagnosticScope, _ limit: Int, _ isWanted: () -> Bool
  ) -> BlockFindings? {
    var found = BlockFindings()
    func read(_ block: Block) -> Bool {
      guard isWanted() else { return false }
      let bytes = OccurringBytes(block.utf8)
      if found.diagnostics.count <= limit {
        let ofBlock = diagnostics(of: block, bytes)
        // Most blocks have none.
        if !ofBlock.isEmpty { found.diagnostics += ofBlock.filter(scope.allows) }
      }
      found.references.read(block, bytes)
      return true
    }
    let isDone =
      range == 0..<blockCount
      ? blocks.allSatisfy(read) : range.allSatisfy { block($0).map(read) ?? true }
    guard isDone else { return nil }
    if scope.kind == .file, !scope.foreign.isEmpty {
      found.references.questions.removeAll { !scope.refers($0.range.lowerBound) }
      found.references.hashtags.removeAll { !scope.refers($0.range.lowerBound) }
      found.references.images.removeAll { !scope.refers($0.range.lowerBound) }
      found.references.links.removeAll { !scope.refers($0.range.lowerBound) }
    }
    return found
  }

  /// Whether there is a title. Cost: the blocks up to the first heading, and to the first other
  /// content.
  fileprivate var title: TitleDiagnostic {
    var title = TitleDiagnostic()
    for block in blocks {
      if title.isSettled { break }
      title.read(block, of: self)
    }
    return title
  }
}

extension NoteReferences {
  /// The diagnostics of repeated questions. Cost: linear in the questions.
  var repeatedQuestions: [NoteDiagnostic] {
    // The first place of each question.
    var asked: [String: Range<Int>] = [:]
    return questions.compactMap { question in
      guard let first = asked[question.text] else {
        asked[question.text] = question.range
        return nil
      }
      return NoteDiagnostic(
        .duplicateQuestion, question.range,
        "This note asks the same question twice, and so will reviews: keep one of the pairs.",
        related: [first])
    }
  }
}
