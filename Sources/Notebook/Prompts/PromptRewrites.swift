import MiniMarkdown

/// Which prompts became which, as who rewrote a text knows: a rename, a fix, formatting, an import. Likeness
/// need not tell, which takes a card for a new one where much of it changed.
package struct PromptRewrites: Sendable {
  /// A block of one text, and what it became in the next, with as many prompts.
  struct Pair: Sendable {
    var from: PromptCollection
    var to: PromptCollection
  }

  /// One list for each rewriting, in their order.
  private(set) var steps: [[Pair]] = []

  package init() {}

  /// The text `old` was rewritten as `new`: its blocks are still there, in their order, though some may be
  /// gone, or new. Cost: a parse of both.
  package init(from old: String, to new: String) {
    add(from: old, to: new)
  }

  /// These quotes took the places of others: the texts of blocks.
  package init(quotes: [(from: String, to: String)]) {
    func quote(_ text: String) -> PromptCollection {
      PromptCollection(kind: .quote, rawValue: text, promptCount: 1)
    }
    steps = [quotes.map { Pair(from: quote($0.from), to: quote($0.to)) }]
  }

  package var isEmpty: Bool { steps.isEmpty }

  /// After all that, `old` was rewritten as `new`.
  package mutating func add(from old: String, to new: String) {
    let old = NoteContent(text: old.withLineFeedsOnly).promptCollections
    let new = NoteContent(text: new.withLineFeedsOnly).promptCollections
    var pairs: [Pair] = []
    for kind in [PromptCollection.Kind.cloze, .quote, .questionAndAnswer] {
      pairs += Self.pairs(old.filter { $0.kind == kind }, new.filter { $0.kind == kind })
    }
    if !pairs.isEmpty { steps.append(pairs) }
  }

  /// The most blocks that are compared one with each other.
  private static let most = 1000

  /// Between blocks that are the same, as many on both sides are those of before.
  private static func pairs(
    _ old: [PromptCollection], _ new: [PromptCollection]
  ) -> [Pair] {
    guard max(old.count, new.count) <= most else {
      // Of very many, only where none came or went.
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
  /// What `blocks` became: nil for each that is as it was.
  func results(of blocks: [PromptCollection]) -> [PromptCollection?] {
    var present = blocks
    var isRewritten = blocks.map { _ in false }
    for step in steps {
      var open = step
      // Of several that say the same each is rewritten once.
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
  /// Whether both are of one kind and number, and say the same but for a line end after them.
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
