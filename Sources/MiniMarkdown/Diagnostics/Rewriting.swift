import PackratParsing

/// A text, and the result of some changes to it: both parsed, so that a proposal is known to be
/// right before the writer sees it.
///
/// Cost: that of the edits, and linear in the blocks that they change and the few around.
struct Rewriting {
  let before: DocumentSnapshot
  let after: DocumentSnapshot
  /// In ascending order.
  let edits: [ByteEdit]
  /// The growth of the text by the edits before each edit, and at the end by all of them.
  private let growth: [Int]

  /// Nil where nothing would change, or the changes get into each other's way.
  init?(_ before: DocumentSnapshot, _ edits: [ByteEdit]) {
    guard let ordered = edits.ordered, let first = ordered.first, let last = ordered.last
    else { return nil }
    self.edits = ordered
    growth = ordered.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.growth) }
    self.before = before
    // In one edit, so that the text between is parsed once.
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

  /// The place in the new text of `offset` in the old one; after text that is inserted there.
  func place(of offset: Int) -> Int {
    let low = edits.partitionIndex { $0.range.upperBound > offset }
    let isInside = low < edits.count && edits[low].range.lowerBound <= offset
    return (isInside ? edits[low].range.lowerBound : offset) + growth[low]
  }

  // MARK: The meaning of the changed part

  /// The diagnostics, the number of prompts, and the hashtags with their counts in the blocks around a
  /// changed range; of some rules, the diagnostics of the whole text.
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
      // A diagnostic depends on three blocks in either direction.
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

  /// The meaning of the part that differs, before and now. Of the rules about whole texts, only those of
  /// `settled` count.
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

  private struct Place: Hashable {
    var rule: DiagnosticRule
    var offset: Int

    init(_ diagnostic: NoteDiagnostic, at offset: Int) {
      rule = diagnostic.rule
      self.offset = offset
    }
  }

  /// Whether it settles `settled`, all of which there must be in a text of `kind`, gives rise to no new
  /// warning, and leaves every prompt and hashtag that there was; but for `lost` prompts, and hashtags may
  /// change if that is the purpose.
  func settles(
    _ settled: [NoteDiagnostic] = [], in kind: TextKind = .note, losing lost: Int = 0
  ) -> Bool {
    let (old, new) = meanings(settled, in: kind)
    let present = Set(old.diagnostics.map { Place($0, at: $0.start) })
    guard settled.allSatisfy({ present.contains(Place($0, at: $0.start)) }),
      old.prompts - lost <= new.prompts, leftover(settled, old, new).isEmpty
    else { return false }
    return settled.contains(where: \.rule.changesHashtags)
      || old.hashtags.allSatisfy { new.hashtags[$0.key, default: 0] >= $0.value }
  }

  /// The diagnostics of the new text that stand in the way: one of `settled` that is still there, a
  /// warning that is new, or a hashtag that has become plain text.
  func leftover(_ settled: [NoteDiagnostic], in kind: TextKind) -> [NoteDiagnostic] {
    let (old, new) = meanings(settled, in: kind)
    return leftover(settled, old, new)
  }

  private func leftover(
    _ settled: [NoteDiagnostic], _ old: Meaning, _ new: Meaning
  ) -> [NoteDiagnostic] {
    let known = Set(old.diagnostics.map { Place($0, at: place(of: $0.start)) })
    let gone = Set(settled.map { Place($0, at: place(of: $0.start)) })
    let losesHashtag = old.hashtags.contains { new.hashtags[$0.key, default: 0] < $0.value }
    return new.diagnostics.filter { diagnostic in
      let place = Place(diagnostic, at: diagnostic.start)
      if gone.contains(place) || known.contains(place) { return gone.contains(place) }
      return diagnostic.severity == .warning || losesHashtag && diagnostic.rule == .hashtagNotApart
    }
  }

  /// The node of `kind` that holds `offset` of the new text.
  func node(_ kind: SyntaxKind, at offset: Int) -> Syntax? {
    after.path(to: offset).first { $0.kind == kind }
  }
}
