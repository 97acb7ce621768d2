import Base
import JSON
import KeyValueStore
import MiniMarkdown

/// Prompts that a note must contain once its text is saved.
struct WantedPrompts {
  var prompts: PromptCollection
  /// Whether the prompts belong in the note's scope, where the app finds them.
  var isInApp: Bool
  /// Whether only the app finds these prompts in the text, and this program finds others. The
  /// prompts and their statistics belong to the app.
  var isOnlyTheApps: Bool
}

extension WantedPrompts {
  /// Returns the prompts to store for `text`: in the note's scope exactly those that the app finds,
  /// and in our scope the others.
  static func all(in text: String, _ ours: [PromptCollection]) -> [WantedPrompts] {
    guard ClusterText.mayHaveWideCharacters(text) else {
      return ours.map { WantedPrompts(prompts: $0, isInApp: true, isOnlyTheApps: false) }
    }
    let app = LibraryNotesPrompts(text, ours: ours)
    var shared = 0
    let wanted = ours.map { prompts in
      let isInApp = app.contains(prompts)
      if isInApp { shared += 1 }
      return WantedPrompts(prompts: prompts, isInApp: isInApp, isOnlyTheApps: false)
    }
    guard shared < app.collections.count else { return wanted }
    let common = LibraryNotesPrompts(of: wanted.filter(\.isInApp).map(\.prompts))
    let others = app.collections.filter { !common.contains($0) }
    return others.map { WantedPrompts(prompts: $0, isInApp: true, isOnlyTheApps: true) } + wanted
  }

  fileprivate func canGoOn(from old: StoredPrompts) -> Bool {
    old.key.kind == prompts.kind && (!isOnlyTheApps || old.isInApp)
  }
}

/// Finds the stored prompts that continue as wanted ones, so that their statistics stay.
///
/// Prompts with a known result (`PromptRewrites`) match first, then blocks with the same text. Then
/// single prompts match if both their questions and their answers are similar. A cloze can match at
/// any position and among any number of others. Prompts with equal answers match first, then the
/// most similar ones; of equally similar ones, the order of the texts decides. Last, blocks that
/// grew from blocks that were never answered get their keys. So not every pause in writing a quote
/// creates a key.
struct PromptMatching {
  struct Part {
    var block: StoredPrompts
    var index: Int
  }

  enum Predecessor {
    case none
    /// The block continues a whole block, and keeps its key.
    case whole(StoredPrompts)
    /// The block continues prompts of one or several blocks; one element for each prompt.
    case parts([Part?])
  }

  private let new: [WantedPrompts]
  private let old: [StoredPrompts]
  /// For each prompt of each block in `new`, the prompt in `old` that it continues.
  private var matches: [[PromptNumber?]]
  private var used: Set<PromptNumber> = []
  /// For each block in `new`, the block in `old` that it continues as a whole.
  private var wholes: [Int?]
  private var likeness: PromptLikeness
  private let isSuspended: (PromptKey, Int) -> Bool
  /// For each block in `old`, its known result.
  private var rewritten: [PromptCollection?] = []

  /// `order` returns the prompts of the text before the edit, in order, and is called only if
  /// needed; `isSuspended` tells whether a prompt is suspended, and so cannot be dropped.
  init(
    _ new: [WantedPrompts], with old: [StoredPrompts], rewrites: PromptRewrites = PromptRewrites(),
    order: () -> [PromptCollection],
    isSuspended: @escaping (PromptKey, Int) -> Bool = { _, _ in false },
    steps: Int = PromptLikeness.mostSteps
  ) {
    self.new = new
    // If a merge left two rows for one text, the row with more reviews comes first.
    let counts = old.map(\.reviewCount)
    self.old = old.indices.sorted { first, second in
      counts[first] == counts[second]
        ? old[first].entryKey < old[second].entryKey : counts[first] > counts[second]
    }.map { old[$0] }
    self.isSuspended = isSuspended
    likeness = PromptLikeness(steps: steps)
    matches = new.map { Array(repeating: nil, count: max(0, $0.prompts.promptCount)) }
    wholes = Array(repeating: nil, count: new.count)
    if !rewrites.isEmpty { matchRewritten(rewrites) }
    matchEqual()
    let openNew = new.indices.filter { wholes[$0] == nil }
    let openOld = inOrder(self.old.indices.filter { !wholes.contains($0) }, order)
    guard !openNew.isEmpty, !openOld.isEmpty else { return }
    matchAlike(openNew, openOld)
    for index in openNew { keepWhole(index) }
    keepUntouched(openNew.filter { matches[$0].allSatisfy { $0 == nil } }, openOld)
  }

  func predecessor(of index: Int) -> Predecessor {
    if let whole = wholes[index] { return .whole(old[whole]) }
    let numbers = matches[index]
    if numbers.allSatisfy({ $0 == nil }) { return .none }
    return .parts(
      numbers.map { number in number.map { Part(block: old[$0.block], index: $0.index) } })
  }
}

extension PromptMatching {
  private mutating func use(_ oldIndex: Int, for newIndex: Int) {
    wholes[newIndex] = oldIndex
    for index in matches[newIndex].indices {
      let number = PromptNumber(block: oldIndex, index: index)
      matches[newIndex][index] = number
      used.insert(number)
    }
  }

  private mutating func matchRewritten(_ rewrites: PromptRewrites) {
    rewritten = rewrites.results(of: old.map(\.collection))
    var open = old.indices.filter { rewritten[$0] != nil }
    for (index, wanted) in new.enumerated() where !open.isEmpty {
      let match = open.firstIndex {
        rewritten[$0]?.isSameText(as: wanted.prompts) == true && wanted.canGoOn(from: old[$0])
      }
      if let match { use(open.remove(at: match), for: index) }
    }
  }

  private mutating func matchEqual() {
    let indices = Dictionary(grouping: old.indices) { old[$0].rawValue }
    var taken = Set(wholes.compactMap(\.self))
    for (index, wanted) in new.enumerated() where wholes[index] == nil {
      let equal = (indices[wanted.prompts.rawValue] ?? []).filter {
        !taken.contains($0) && old[$0].key.count == wanted.prompts.promptCount
          && wanted.canGoOn(from: old[$0])
      }
      let most = equal.first.map { old[$0].reviewCount }
      let best = equal.prefix { old[$0].reviewCount == most }
        .first { old[$0].isInApp == wanted.isInApp }
      guard let match = best ?? equal.first else { continue }
      taken.insert(match)
      use(match, for: index)
    }
  }

  /// Returns the blocks in the order of the text before the edit; blocks that are not in it come
  /// last.
  private func inOrder(_ blocks: [Int], _ order: () -> [PromptCollection]) -> [Int] {
    guard blocks.count > 1 else { return blocks }
    let ranks = Dictionary(
      order().enumerated().map { ($0.element.rawValue, $0.offset) }, uniquingKeysWith: min)
    return blocks.map { ($0, ranks[old[$0].rawValue] ?? .max) }
      .sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map(\.0)
  }

  private mutating func matchAlike(_ newBlocks: [Int], _ oldBlocks: [Int]) {
    for index in newBlocks { likeness.setNew(index, new[index].prompts) }
    for index in oldBlocks {
      var block = old[index]
      if rewritten.indices.contains(index), let result = rewritten[index] {
        block.rawValue = result.rawValue
      }
      likeness.setOld(index, block)
    }
    for isByAnswer in [true, false] {
      var groups: [PromptLikeness.Group: (new: [PromptNumber], old: [PromptNumber])] = [:]
      for block in newBlocks {
        for index in matches[block].indices where matches[block][index] == nil {
          let number = PromptNumber(block: block, index: index)
          let group = likeness.group(ofNew: number, new[block].prompts.kind, isByAnswer)
          if let group { groups[group, default: ([], [])].new.append(number) }
        }
      }
      for block in oldBlocks {
        for index in 0..<old[block].key.count {
          let number = PromptNumber(block: block, index: index)
          guard !used.contains(number),
            let group = likeness.group(ofOld: number, old[block].key.kind, isByAnswer)
          else { continue }
          groups[group]?.old.append(number)
        }
      }
      let sizes = groups.values.filter { !$0.old.isEmpty }
      for group in sizes.sorted(by: { $0.new.lexicographicallyPrecedes($1.new) }) {
        matchAlike(group.new, group.old)
      }
    }
  }

  /// Maximum number of pairs that are all compared before any is matched.
  private static let mostPairs = 4096

  /// Compares prompts at equal indices in both texts first, since after many changes, the allowed
  /// work is not enough for every pair.
  private mutating func matchAlike(_ newNumbers: [PromptNumber], _ oldNumbers: [PromptNumber]) {
    let isLarge = newNumbers.count > Self.mostPairs / max(1, oldNumbers.count)
    var pairs: [AlikePair] = []
    search: for distance in 0..<max(newNumbers.count, oldNumbers.count) {
      for (height, newNumber) in newNumbers.enumerated() where !isMatched(newNumber) {
        for other in distance == 0 ? [height] : [height - distance, height + distance]
        where oldNumbers.indices.contains(other) && !used.contains(oldNumbers[other]) {
          let oldNumber = oldNumbers[other]
          guard new[newNumber.block].canGoOn(from: old[oldNumber.block]) else { continue }
          if likeness.isSpent { break search }
          guard let value = likeness.value(newNumber, oldNumber) else { continue }
          pairs.append(
            AlikePair(new: newNumber, old: oldNumber, likeness: value, rank: pairs.count))
        }
      }
      if isLarge { settle(&pairs, \.isSure) }
    }
    settle(&pairs) { _ in true }
  }

  private func isMatched(_ number: PromptNumber) -> Bool {
    matches[number.block][number.index] != nil
  }

  /// Matches the pairs that `isWanted` accepts, the most similar first. Removes them, and pairs of
  /// prompts that are matched now.
  private mutating func settle(_ pairs: inout [AlikePair], _ isWanted: (AlikePair) -> Bool) {
    for pair in pairs.filter(isWanted).sorted()
    where !isMatched(pair.new) && !used.contains(pair.old) {
      matches[pair.new.block][pair.new.index] = pair.old
      used.insert(pair.old)
    }
    pairs.removeAll { isWanted($0) || isMatched($0.new) || used.contains($0.old) }
  }
}

extension PromptMatching {
  /// Whether a prompt can be dropped without loss.
  private func isUntouched(_ number: PromptNumber) -> Bool {
    !used.contains(number) && old[number.block].isNew(number.index)
      && !isSuspended(old[number.block].key, number.index)
  }

  /// Makes a block continue another one as a whole if its prompts continue the other's in order.
  /// The remaining prompts must be untouched.
  private mutating func keepWhole(_ index: Int) {
    guard let first = matches[index].firstNonNil({ $0 }),
      old[first.block].key.count == matches[index].count,
      matches[index].enumerated().allSatisfy({ number, match in
        let expected = PromptNumber(block: first.block, index: number)
        return match == expected || match == nil && isUntouched(expected)
      })
    else { return }
    use(first.block, for: index)
  }

  /// Gives new blocks the keys of blocks that can be dropped, if they share half of the shorter
  /// text: the text is still being written.
  private mutating func keepUntouched(_ newBlocks: [Int], _ oldBlocks: [Int]) {
    var open = oldBlocks.filter { block in
      (0..<old[block].key.count).allSatisfy { isUntouched(PromptNumber(block: block, index: $0)) }
    }
    for index in newBlocks where !open.isEmpty && !likeness.isSpent {
      let found = open.firstIndex { block in
        old[block].key.count == matches[index].count && new[index].canGoOn(from: old[block])
          && likeness.isContained(index, block)
      }
      if let found { use(open.remove(at: found), for: index) }
    }
  }
}

private struct AlikePair: Comparable {
  var new: PromptNumber
  var old: PromptNumber
  var likeness: Double
  /// The number of open pairs when this one was found.
  var rank: Int

  /// Whether a better match is very unlikely.
  var isSure: Bool { likeness >= 1.8 }

  static func < (left: AlikePair, right: AlikePair) -> Bool {
    left.likeness == right.likeness
      ? (left.new, left.rank) < (right.new, right.rank) : left.likeness > right.likeness
  }
}
