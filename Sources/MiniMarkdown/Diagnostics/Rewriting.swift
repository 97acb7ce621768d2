import PackratParsing

/// A text and the result of some edits, both parsed, so that a proposal is verified before the user
/// sees it.
///
/// Cost: that of the edits, and linear in the blocks that they change and a few around them.
struct Rewriting {
  let before: DocumentSnapshot
  let after: DocumentSnapshot
  /// The edits, in ascending order.
  let edits: [ByteEdit]
  /// The growth of the text in UTF-8 bytes before each edit, and, last, by all edits.
  private let growth: [Int]

  /// Returns nil if the edits conflict, or do not change the text.
  init?(_ before: DocumentSnapshot, _ edits: [ByteEdit]) {
    guard let ordered = edits.ordered, let first = ordered.first, let last = ordered.last
    else { return nil }
    self.edits = ordered
    growth = ordered.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.growth) }
    self.before = before
    // Replaced in one edit, so that the text between the edits is parsed once.
    let whole = first.range.lowerBound..<last.range.upperBound
    var bytes: [UInt8] = []
    var reached = whole.lowerBound
    for edit in ordered {
      bytes += before.utf8(in: reached..<edit.range.lowerBound)
      bytes += edit.newText.utf8
      reached = edit.range.upperBound
    }
    var document = MiniMarkdownDocument(before)
    document.replace(whole, with: String(decoding: bytes, as: UTF8.self))
    after = document.snapshot
  }

  /// Returns the offset in the new text for `offset` in the old text, after any text inserted
  /// there. Within a replaced range, returns the start of the replacement.
  func newOffset(of offset: Int) -> Int {
    let low = edits.partitionIndex { $0.range.upperBound > offset }
    let isInside = low < edits.count && edits[low].range.lowerBound <= offset
    return (isInside ? edits[low].range.lowerBound : offset) + growth[low]
  }

  // MARK: The meaning of the changed part

  /// The diagnostics, number of prompts, and counts of hashtags in the blocks around a changed
  /// range. Also includes the diagnostics of some rules for the whole text.
  struct Meaning {
    var diagnostics: [NoteDiagnostic] = []
    var prompts = 0
    var hashtags: [String: Int] = [:]

    fileprivate init(
      of document: DocumentSnapshot, around range: Range<Int>, by rules: Set<DiagnosticRule>,
      in kind: TextKind
    ) {
      for rule in rules { diagnostics += document.diagnostics(by: rule, in: kind) }
      guard let first = document.blockIndex(at: range.lowerBound),
        let last = document.blockIndex(at: range.upperBound)
      else { return }
      // A diagnostic depends on up to three blocks on either side.
      for index in max(0, first - 4)...max(first, min(document.blockCount - 1, last + 4)) {
        guard let block = document.block(index) else { continue }
        diagnostics += document.diagnostics(of: block)
        for root in document.roots(of: block) {
          prompts += PromptCollection.all(in: root).reduce(0) { $0 + $1.promptCount }
          for hashtag in root.all(.hashtag) { hashtags[hashtag.text, default: 0] += 1 }
        }
      }
    }
  }

  /// Returns the meaning of the changed part before and after the edits. Of the rules about whole
  /// texts, only those of `settled` are included.
  private func meanings(
    _ settled: [NoteDiagnostic], in kind: TextKind
  ) -> (old: Meaning, new: Meaning) {
    let changed = after.changedRecords(since: before)
    let rules = Set(settled.map(\.rule))
    return (
      Meaning(of: before, around: changed.old, by: rules, in: kind),
      Meaning(of: after, around: changed.new, by: rules, in: kind)
    )
  }

  private struct Occurrence: Hashable {
    var rule: DiagnosticRule
    var offset: Int

    init(_ diagnostic: NoteDiagnostic, at offset: Int) {
      rule = diagnostic.rule
      self.offset = offset
    }
  }

  /// Returns whether the edits fix all of `settled`, cause no new warning, and keep every hashtag
  /// and every prompt but `lost`. Returns false if a text of `kind` does not have one of `settled`.
  /// Hashtags may change if a rule of `settled` `changesHashtags`.
  func settles(
    _ settled: [NoteDiagnostic] = [], in kind: TextKind = .note, losing lost: Int = 0
  ) -> Bool {
    let (old, new) = meanings(settled, in: kind)
    let present = Set(old.diagnostics.map { Occurrence($0, at: $0.start) })
    guard settled.allSatisfy({ present.contains(Occurrence($0, at: $0.start)) }),
      old.prompts - lost <= new.prompts, leftover(settled, old, new).isEmpty
    else { return false }
    return settled.contains(where: \.rule.changesHashtags)
      || old.hashtags.allSatisfy { new.hashtags[$0.key, default: 0] >= $0.value }
  }

  /// Returns the diagnostics of the new text for which the edits are rejected. They are remaining
  /// ones of `settled`, new warnings, and hashtags that became plain text.
  func leftover(_ settled: [NoteDiagnostic], in kind: TextKind) -> [NoteDiagnostic] {
    let (old, new) = meanings(settled, in: kind)
    return leftover(settled, old, new)
  }

  private func leftover(
    _ settled: [NoteDiagnostic], _ old: Meaning, _ new: Meaning
  ) -> [NoteDiagnostic] {
    let known = Set(old.diagnostics.map { Occurrence($0, at: newOffset(of: $0.start)) })
    let gone = Set(settled.map { Occurrence($0, at: newOffset(of: $0.start)) })
    let losesHashtag = old.hashtags.contains { new.hashtags[$0.key, default: 0] < $0.value }
    return new.diagnostics.filter { diagnostic in
      let occurrence = Occurrence(diagnostic, at: diagnostic.start)
      let isGone = gone.contains(occurrence)
      if isGone || known.contains(occurrence) { return isGone }
      return diagnostic.severity == .warning || losesHashtag && diagnostic.rule == .hashtagNotApart
    }
  }

  /// Returns the node of `kind` that contains `offset` of the new text, or nil if there is none.
  func node(_ kind: SyntaxKind, at offset: Int) -> Syntax? {
    after.path(to: offset).first { $0.kind == kind }
  }
}
