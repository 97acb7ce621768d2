package import PackratParsing

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
    var (low, high) = (0, edits.count)
    while low < high {
      let middle = (low + high) / 2
      if edits[middle].range.upperBound <= offset { low = middle + 1 } else { high = middle }
    }
    let isInside = low < edits.count && edits[low].range.lowerBound <= offset
    return (isInside ? edits[low].range.lowerBound : offset) + growth[low]
  }

  // MARK: The meaning of the changed part

  /// The meaning of a part of a text, and its purpose.
  struct Meaning {
    var diagnostics: [NoteDiagnostic] = []
    var prompts = 0
    var hashtags: [String: Int] = [:]

    fileprivate init(of document: DocumentSnapshot, around range: Range<Int>) {
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

  /// The meaning of the part that differs, before and now.
  var meanings: (old: Meaning, new: Meaning) {
    let changed = after.changedRecords(since: before)
    return (
      Meaning(of: before, around: changed.old), Meaning(of: after, around: changed.new)
    )
  }

  private struct Place: Hashable {
    var code: NoteDiagnostic.Code
    var offset: Int

    init(_ diagnostic: NoteDiagnostic, at offset: Int) {
      code = diagnostic.code
      self.offset = offset
    }
  }

  /// Whether it settles `settled`, all of which there must be, gives rise to no new warning, and
  /// leaves every prompt and hashtag that there was; but for `lost` prompts, and hashtags may
  /// change if that is the purpose.
  func settles(_ settled: [NoteDiagnostic] = [], losing lost: Int = 0) -> Bool {
    let (old, new) = meanings
    let present = Set(old.diagnostics.map { Place($0, at: $0.range.lowerBound) })
    guard settled.allSatisfy({ present.contains(Place($0, at: $0.range.lowerBound)) }),
      old.prompts - lost <= new.prompts, leftover(settled, old, new).isEmpty
    else { return false }
    return settled.contains {
      [.hashtagEndsInPunctuation, .headingTooDeep, .headingIndented].contains($0.code)
    }
      || old.hashtags.allSatisfy { new.hashtags[$0.key, default: 0] >= $0.value }
  }

  /// The diagnostics of the new text that stand in the way: one of `settled` that is still there, a
  /// warning that is new, or a hashtag that has become plain text.
  func leftover(_ settled: [NoteDiagnostic]) -> [NoteDiagnostic] {
    let (old, new) = meanings
    return leftover(settled, old, new)
  }

  private func leftover(
    _ settled: [NoteDiagnostic], _ old: Meaning, _ new: Meaning
  ) -> [NoteDiagnostic] {
    let known = Set(old.diagnostics.map { Place($0, at: place(of: $0.range.lowerBound)) })
    let gone = Set(settled.map { Place($0, at: place(of: $0.range.lowerBound)) })
    let losesHashtag = old.hashtags.contains { new.hashtags[$0.key, default: 0] < $0.value }
    return new.diagnostics.filter { diagnostic in
      let place = Place(diagnostic, at: diagnostic.range.lowerBound)
      if gone.contains(place) || known.contains(place) { return gone.contains(place) }
      return diagnostic.severity == .warning || losesHashtag && diagnostic.code == .hashtagNotApart
    }
  }

  /// The node of `kind` that holds `offset` of the new text.
  func node(_ kind: SyntaxKind, at offset: Int) -> Syntax? {
    after.path(to: offset).first { $0.kind == kind }
  }
}

/// Another way to write a part of a text.
package struct NoteRewrite: Sendable, Equatable {
  /// The title that the user sees. Holds no text of the note.
  package var title: String
  /// The changes, in ascending order.
  package var edits: [ByteEdit]

  init(_ title: String, _ rewriting: Rewriting) {
    self.title = title
    edits = rewriting.edits
  }
}

extension DocumentSnapshot {
  /// The rewrites of `selection`, whole scalars; it is empty for the place of a cursor.
  ///
  /// Each was tried: the result has the intended nodes and no others, no new warning, and all
  /// hashtags. Cost: linear in the lines selected, of which there may be 500, and the blocks
  /// around.
  package func rewrites(of selection: Range<Int>) -> [NoteRewrite] {
    let selection = selection.clamped(to: 0..<count)
    return clozeRewrites(of: selection) + pairRewrites(of: selection)
      + lineRewrites(of: selection)
  }
}
