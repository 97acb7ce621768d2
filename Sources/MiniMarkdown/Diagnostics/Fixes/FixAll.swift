public import PackratParsing

extension DocumentSnapshot {
  /// The changes that make every safe fix there is, again and again until nothing changes, in
  /// ascending order; the result has no fix left. Returns none when `isWanted` is false. Cost:
  /// linear in the text, and where fixes of one block get into each other's way, in their number
  /// times the block.
  public func fixingAll(while isWanted: () -> Bool = { true }) -> [TextChange] {
    var fixing = FixAll(self)
    // Every change leaves fewer warnings, so this ends.
    while true {
      var isChanged = false
      for index in (0..<fixing.document.snapshot.blockCount).reversed() {
        guard isWanted() else { return [] }
        if fixing.fix(block: index) { isChanged = true }
      }
      if !isChanged { return fixing.changes }
    }
  }
}

extension NoteDiagnostic.Code {
  /// Whether some of its fixes are safe. Their cost does not depend on the line or the block.
  var hasSafeFixes: Bool {
    switch self {
    case .clozeAcrossLines, .blankLineInPair, .questionIndented, .answerIndented,
      .questionMissingSpace, .answerMissingSpace, .questionLowercase, .answerLowercase,
      .multiLineQuestion, .questionUnderText, .summaryUnderText, .hashtagEndsInPunctuation,
      .ankiCloze:
      true
    default: false
    }
  }
}

/// A text whose blocks are mended one by one, from the last to the first.
private struct FixAll {
  private(set) var document: MiniMarkdownDocument
  private var changed = ChangedRanges()

  init(_ snapshot: DocumentSnapshot) { document = MiniMarkdownDocument(snapshot) }

  var changes: [TextChange] { changed.changes(to: document.snapshot) }

  /// Bytes that are looked at to try the fixes of one block one by one. A block of notes has some
  /// hundred bytes.
  private static let patience = 1 << 24

  /// Applies the fixes of a block. Returns whether there was any.
  mutating func fix(block index: Int) -> Bool {
    let snapshot = document.snapshot
    guard let block = snapshot.block(index) else { return false }
    var found: [(diagnostic: NoteDiagnostic, fix: ProposedFix)] = []
    for diagnostic in snapshot.diagnostics(of: block) where diagnostic.code.hasSafeFixes {
      guard let fix = snapshot.proposedFixes(for: diagnostic).first(where: \.isSafe) else {
        continue
      }
      found.append((diagnostic, fix))
    }
    if found.isEmpty { return false }
    if let rewriting = Rewriting(snapshot, found.flatMap(\.fix.changes)),
      rewriting.settles(found.map(\.diagnostic)),
      found.compactMap(\.fix.cloze).allSatisfy(rewriting.beginsCloze)
    {
      apply(rewriting)
      return true
    }
    guard found.count > 1, found.count * block.utf8.count < Self.patience else { return false }
    var isChanged = false
    for (diagnostic, _) in found.reversed() {
      guard let fix = document.snapshot.fixes(for: diagnostic).first(where: \.isSafe),
        let rewriting = Rewriting(document.snapshot, fix.changes)
      else { continue }
      apply(rewriting)
      isChanged = true
    }
    return isChanged
  }

  private mutating func apply(_ rewriting: Rewriting) {
    document = MiniMarkdownDocument(rewriting.after)
    for change in rewriting.changes.reversed() { changed.add(change) }
  }
}

/// The ranges in which a text that was changed several times differs from the original.
private struct ChangedRanges {
  private struct Changed {
    var oldStart: Int
    var oldCount: Int
    var newCount: Int
  }

  /// The last of the text first, for changes mostly come from the back.
  private var ranges: [Changed] = []

  /// Takes in a change of the text as it is by now. Cost: linear in the changes in front of it.
  mutating func add(_ change: TextChange) {
    var shift = 0
    var index = ranges.count
    while index > 0,
      ranges[index - 1].oldStart + ranges[index - 1].newCount + shift
        < change.range.lowerBound
    {
      index -= 1
      shift += ranges[index].newCount - ranges[index].oldCount
    }
    var (start, end) = (change.range.lowerBound, change.range.upperBound)
    let oldStart = min(start, index > 0 ? ranges[index - 1].oldStart + shift : start) - shift
    start = oldStart + shift
    let last = index
    while index > 0, ranges[index - 1].oldStart + shift <= end {
      index -= 1
      end = max(end, ranges[index].oldStart + shift + ranges[index].newCount)
      shift += ranges[index].newCount - ranges[index].oldCount
    }
    let whole = Changed(
      oldStart: oldStart, oldCount: end - shift - oldStart,
      newCount: end - start + change.growth)
    ranges.replaceSubrange(index..<last, with: [whole])
  }

  /// The changes of the old text that lead to `snapshot`.
  func changes(to snapshot: DocumentSnapshot) -> [TextChange] {
    var shift = 0
    return ranges.reversed().map { range in
      let start = range.oldStart + shift
      shift += range.newCount - range.oldCount
      return TextChange(
        range.oldStart..<range.oldStart + range.oldCount,
        snapshot.text(in: start..<start + range.newCount))
    }
  }
}
