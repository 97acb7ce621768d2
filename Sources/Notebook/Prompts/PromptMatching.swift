internal import JSON
internal import MiniMarkdown

/// Prompts that a note must hold once its text is saved.
struct WantedPrompts {
  var prompts: PromptCollection
  /// Whether they belong in the note's scope, where the app finds them.
  var isInApp: Bool
  /// Whether only the app finds them, in a text in which we find others. They are the app's, and so
  /// are their statistics.
  var isOnlyTheApps: Bool
}

extension WantedPrompts {
  /// What must be stored for `text`: in the note's scope just what the app finds in it, and in ours
  /// what else we find.
  static func all(in text: String, _ ours: [PromptCollection]) -> [WantedPrompts] {
    guard AppText.mayHaveWideCharacters(text) else {
      return ours.map { WantedPrompts(prompts: $0, isInApp: true, isOnlyTheApps: false) }
    }
    let app = AppPrompts(text, ours: ours)
    var shared = 0
    let wanted = ours.map { prompts in
      let isInApp = app.contains(prompts)
      if isInApp { shared += 1 }
      return WantedPrompts(prompts: prompts, isInApp: isInApp, isOnlyTheApps: false)
    }
    guard shared < app.collections.count else { return wanted }
    let common = AppPrompts(of: wanted.filter(\.isInApp).map(\.prompts))
    let others = app.collections.filter { !common.contains($0) }
    return others.map { WantedPrompts(prompts: $0, isInApp: true, isOnlyTheApps: true) } + wanted
  }

  /// Whether `old` is of the same kind, has as many prompts, and may stay what it is.
  fileprivate func canGoOn(from old: StoredPrompts) -> Bool {
    old.key.kind == prompts.kind && old.key.count == prompts.promptCount
      && (!isOnlyTheApps || old.isInApp)
  }
}

/// Which stored prompts go on as which wanted ones, so that their keys and statistics stay.
///
/// First those whose text is the same, then those close enough: more than half of the old text,
/// counted in characters, is a subsequence of the new. Of these the closest come first; between
/// equally close ones the order of the texts decides.
struct PromptMatching {
  private let new: [WantedPrompts]
  private let old: [StoredPrompts]
  /// For each of `new` the place in `old` from which it goes on.
  private(set) var matches: [Int?]
  private var isUsed: [Bool]
  private var common: CommonSubsequence

  /// `order` is asked for the prompts of the text before the edit, in its order, if that matters.
  init(
    _ new: [WantedPrompts], with old: [StoredPrompts], order: () -> [PromptCollection],
    common: CommonSubsequence = CommonSubsequence()
  ) {
    self.new = new
    // Where a merge left two rows for one text, the one that was reviewed more comes first.
    self.old = old.map { ($0, $0.reviewCount) }
      .sorted { $0.1 == $1.1 ? $0.0.place < $1.0.place : $0.1 > $1.1 }.map(\.0)
    self.common = common
    matches = Array(repeating: nil, count: new.count)
    isUsed = Array(repeating: false, count: old.count)
    matchEqual()
    matchClose(order: order)
  }

  /// What the wanted prompts at `index` go on from.
  func predecessor(of index: Int) -> StoredPrompts? { matches[index].map { old[$0] } }
}

extension PromptMatching {
  private mutating func use(_ oldIndex: Int, for newIndex: Int) {
    matches[newIndex] = oldIndex
    isUsed[oldIndex] = true
  }

  private mutating func matchEqual() {
    let places = Dictionary(grouping: old.indices) { old[$0].rawValue }
    for (index, wanted) in new.enumerated() {
      let equal = (places[wanted.prompts.rawValue] ?? []).filter {
        !isUsed[$0] && wanted.canGoOn(from: old[$0])
      }
      let most = equal.first.map { old[$0].reviewCount }
      let best = equal.prefix { old[$0].reviewCount == most }
        .first { old[$0].isInApp == wanted.isInApp }
      if let match = best ?? equal.first { use(match, for: index) }
    }
  }

  private mutating func matchClose(order: () -> [PromptCollection]) {
    let openNew = new.indices.filter { matches[$0] == nil }
    var openOld = old.indices.filter { !isUsed[$0] }
    guard !openNew.isEmpty, !openOld.isEmpty else { return }
    if openOld.count > 1 {
      let places = Dictionary(
        order().enumerated().map { ($0.element.rawValue, $0.offset) }, uniquingKeysWith: min)
      openOld = openOld.map { ($0, places[old[$0].rawValue] ?? .max) }
        .sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map(\.0)
    }
    var groups: [PromptKey: (new: [Int], old: [Int])] = [:]
    for index in openNew {
      groups[new[index].prompts.fingerprint, default: ([], [])].new.append(index)
    }
    for index in openOld {
      groups[old[index].fingerprint, default: ([], [])].old.append(index)
    }
    for group in groups.sorted(by: { $0.key.text < $1.key.text }).map(\.value)
    where !group.new.isEmpty && !group.old.isEmpty {
      matchClose(group.new, with: group.old)
    }
  }

  /// How many pairs are all compared before any is settled.
  private static let mostPairs = 4096

  /// Compares prompts at equal heights in both texts first, since after a change in many places,
  /// or in all, the work allowed is not enough for every pair.
  private mutating func matchClose(_ newIndices: [Int], with oldIndices: [Int]) {
    var numbers = CharacterNumbers()
    let newTexts = newIndices.map { numbers.sequence(new[$0].prompts.rawValue) }
    let oldTexts = oldIndices.map { numbers.sequence(old[$0].rawValue) }
    let isLarge = newIndices.count * oldIndices.count > Self.mostPairs
    var pairs: [ClosePair] = []
    search: for distance in 0..<max(newIndices.count, oldIndices.count) {
      for (height, newIndex) in newIndices.enumerated() where matches[newIndex] == nil {
        for other in distance == 0 ? [height] : [height - distance, height + distance]
        where oldIndices.indices.contains(other) && !isUsed[oldIndices[other]] {
          let (newText, oldText) = (newTexts[height], oldTexts[other])
          guard oldText.count < 2 * newText.count,
            new[newIndex].canGoOn(from: old[oldIndices[other]])
          else { continue }
          guard let length = common.length(oldText, newText, numbers: numbers.count) else {
            break search
          }
          guard oldText.count < 2 * length else { continue }
          pairs.append(
            ClosePair(
              new: newIndex, old: oldIndices[other], common: length,
              total: oldText.count + newText.count, rank: pairs.count))
        }
      }
      if isLarge { settle(&pairs, \.isSure) }
    }
    settle(&pairs) { _ in true }
  }

  /// Makes matches of the pairs that `isWanted` accepts, the closest first, and forgets them.
  private mutating func settle(_ pairs: inout [ClosePair], _ isWanted: (ClosePair) -> Bool) {
    for pair in pairs.filter(isWanted).sorted()
    where matches[pair.new] == nil && !isUsed[pair.old] {
      use(pair.old, for: pair.new)
    }
    pairs.removeAll { isWanted($0) || matches[$0.new] != nil || isUsed[$0.old] }
  }
}

/// Old and new prompts that are close enough to each other.
private struct ClosePair: Comparable {
  var new: Int
  var old: Int
  /// The length of the longest common subsequence, and of both texts together.
  var common: Int
  var total: Int
  /// How many pairs were found before.
  var rank: Int

  /// Whether hardly anything else could be closer: nine tenths are common.
  var isSure: Bool { common * 20 >= total * 9 }

  static func < (left: ClosePair, right: ClosePair) -> Bool {
    let (first, second) = (left.common * right.total, right.common * left.total)
    return first == second
      ? (left.new, left.rank) < (right.new, right.rank) : first > second
  }
}

extension PromptCollection {
  /// Of what kind they are and how many: a key without its id.
  fileprivate var fingerprint: PromptKey { PromptKey(kind: kind, count: promptCount, id: "") }
}

extension StoredPrompts {
  fileprivate var fingerprint: PromptKey { PromptKey(kind: key.kind, count: key.count, id: "") }
}
