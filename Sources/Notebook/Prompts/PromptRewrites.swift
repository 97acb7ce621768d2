import MiniMarkdown

/// Known results of a rewrite of a text: which prompt became which in a rename, a fix, formatting
/// or an import. Likeness would treat a card as new if much of it changed.
package struct PromptRewrites: Sendable {
  /// A block of the old text, and its result in the new text, with the same number of prompts.
  struct Pair: Sendable {
    var from: PromptCollection
    var to: PromptCollection
  }

  /// One list for each rewrite, in order.
  private(set) var steps: [[Pair]] = []

  package init() {}

  /// Records that the text `old` was rewritten as `new`: its blocks are still there, in order,
  /// though some may be removed or added. Cost: a parse of both.
  package init(from old: String, to new: String) {
    add(from: old, to: new)
  }

  /// Records that quotes replaced other quotes, given as texts of blocks.
  package init(quotes: [(from: String, to: String)]) {
    func quote(_ text: String) -> PromptCollection {
      PromptCollection(kind: .quote, rawValue: text, promptCount: 1)
    }
    steps = [quotes.map { Pair(from: quote($0.from), to: quote($0.to)) }]
  }

  package var isEmpty: Bool { steps.isEmpty }

  /// Adds a later rewrite, from `old` to `new`.
  package mutating func add(from old: String, to new: String) {
    let old = NoteContent(text: old.withLineFeedsOnly).promptCollections
    let new = NoteContent(text: new.withLineFeedsOnly).promptCollections
    var pairs: [Pair] = []
    for kind in [PromptCollection.Kind.cloze, .quote, .questionAndAnswer] {
      pairs += Self.pairs(old.filter { $0.kind == kind }, new.filter { $0.kind == kind })
    }
    if !pairs.isEmpty { steps.append(pairs) }
  }

  /// Maximum number of blocks that are compared with each other.
  private static let most = 1000

  /// Returns the changed blocks as pairs of old and new. Between two unchanged blocks, old and new
  /// blocks are paired in order if there are equally many; a pair whose numbers of prompts differ
  /// is skipped.
  private static func pairs(
    _ old: [PromptCollection], _ new: [PromptCollection]
  ) -> [Pair] {
    guard max(old.count, new.count) <= most else {
      // Very many blocks are paired only if old and new ones are equally many.
      let pairs = zip(old, new).filter {
        !$0.isSameText(as: $1) && $0.promptCount == $1.promptCount
      }
      return old.count == new.count ? pairs.map { Pair(from: $0, to: $1) } : []
    }
    let changes = new.difference(from: old) { $0.isSameText(as: $1) }
    var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
    for change in changes {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var pairs: [Pair] = []
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      let start = (left, right)
      while removed.contains(left) { left += 1 }
      while inserted.contains(right) { right += 1 }
      if left - start.0 == right - start.1 {
        for (from, to) in zip(old[start.0..<left], new[start.1..<right])
        where from.promptCount == to.promptCount {
          pairs.append(Pair(from: from, to: to))
        }
      }
      (left, right) = (left + 1, right + 1)
    }
    return pairs
  }
}

extension PromptRewrites {
  /// Returns what `blocks` became; nil for each that was not rewritten.
  func results(of blocks: [PromptCollection]) -> [PromptCollection?] {
    var present = blocks
    var isRewritten = blocks.map { _ in false }
    for step in steps {
      var open = step
      // Of several equal blocks, each is rewritten once.
      for index in present.indices {
        guard let pair = open.firstIndex(where: { $0.from.isSameText(as: present[index]) }) else {
          continue
        }
        present[index] = open.remove(at: pair).to
        isRewritten[index] = true
      }
    }
    return zip(present, isRewritten).map { $1 ? $0 : nil }
  }
}

extension PromptCollection {
  /// Whether both have the same kind, number of prompts and text, ignoring a line feed at the end.
  func isSameText(as other: PromptCollection) -> Bool {
    kind == other.kind && promptCount == other.promptCount
      && rawValue.withoutLineEnd.elementsEqual(other.rawValue.withoutLineEnd)
  }
}

extension String {
  fileprivate var withoutLineEnd: Substring.UTF8View {
    utf8.last == UInt8(ascii: "\n") ? utf8.dropLast() : utf8[...]
  }
}
