import ForeignFormats

/// Matches the highlights of a source with those imported before: by ID, else by text and position,
/// else as an extended highlight.
struct HighlightMatching {
  enum Match: Equatable {
    /// The highlight was imported with this text, as the entry with this index.
    case seen(Int)
    /// The highlight was imported with another text, as the entry with this index.
    case changed(Int)
    case none
  }

  private(set) var matches: [Match]

  private let entries: [HighlightEntry]
  private var taken: Set<Int> = []

  /// Maximum number of entries with one text, or in one block, that are compared.
  private static let mostNear = 200
  /// The number of locations in a block. Entries are grouped by block.
  private static let block = 64

  /// Matches `highlights`, whose words are `words`. `text` returns the text of an entry whose line
  /// in the note is unchanged; nil for other entries. Cost: linear; at most `mostNear` entries are
  /// compared per text or block.
  init(
    _ highlights: [ForeignHighlight], _ words: [HighlightWords], in entries: [HighlightEntry],
    text: (HighlightEntry) -> HighlightWords?
  ) {
    self.entries = entries
    matches = Array(repeating: .none, count: highlights.count)
    matchIDs(highlights, words)
    matchTexts(highlights, words)
    matchExtended(highlights, words, text)
  }

  private mutating func matchIDs(_ highlights: [ForeignHighlight], _ words: [HighlightWords]) {
    var byID: [String: Int] = [:]
    for (index, entry) in entries.enumerated() {
      for id in entry.ids { byID[id] = byID[id] ?? index }
    }
    for (index, highlight) in highlights.enumerated() {
      guard let id = highlight.id, let found = byID[id], taken.insert(found).inserted else {
        continue
      }
      let isSame = entries[found].texts.contains(words[index].digest)
      matches[index] = isSame ? .seen(found) : .changed(found)
    }
  }

  private mutating func matchTexts(_ highlights: [ForeignHighlight], _ words: [HighlightWords]) {
    var byText: [String: [Int]] = [:]
    // Withheld texts are all empty, so a text alone does not identify an entry.
    var byPosition: [String: [Int]] = [:]
    for (index, entry) in entries.enumerated() where !taken.contains(index) {
      for text in entry.texts { byText[text, default: []].append(index) }
    }
    for (index, entry) in entries.enumerated().reversed() where !taken.contains(index) {
      for text in entry.texts {
        byPosition["\(text) \(entry.position.stored)", default: []].append(index)
      }
    }
    for (index, highlight) in highlights.enumerated() where matches[index] == .none {
      let key = "\(words[index].digest) \(highlight.position.stored)"
      while let found = byPosition[key]?.popLast() {
        guard taken.insert(found).inserted else { continue }
        matches[index] = .seen(found)
        break
      }
    }
    // Match the present text first, then earlier texts.
    for isEarlier in [false, true] {
      for (index, highlight) in highlights.enumerated() where matches[index] == .none {
        let digests =
          isEarlier
          ? highlight.earlier.map { HighlightWords($0).digest } : [words[index].digest]
        let found = digests.lazy.flatMap { byText[$0] ?? [] }.prefix(Self.mostNear).first {
          !taken.contains($0) && entries[$0].position.overlaps(highlight.position) != false
        }
        guard let found else { continue }
        taken.insert(found)
        matches[index] = isEarlier ? .changed(found) : .seen(found)
      }
    }
  }

  private mutating func matchExtended(
    _ highlights: [ForeignHighlight], _ words: [HighlightWords],
    _ text: (HighlightEntry) -> HighlightWords?
  ) {
    guard matches.contains(.none) else { return }
    var near: [String: [Int]] = [:]
    for (index, entry) in entries.enumerated() where !taken.contains(index) {
      for key in Self.keys(entry.position) { near[key, default: []].append(index) }
    }
    for (index, highlight) in highlights.enumerated() where matches[index] == .none {
      // Programs with IDs never change them: another ID is another highlight.
      guard highlight.id == nil, highlight.isQuote else { continue }
      let candidates = Self.keys(highlight.position)
        .flatMap { near[$0, default: []].prefix(Self.mostNear) }
      let found = candidates.first { candidate in
        let entry = entries[candidate]
        guard !taken.contains(candidate), entry.ids.isEmpty,
          entry.position.overlaps(highlight.position) == true
        else { return false }
        let isNarrow = entry.position.isNarrow(with: highlight.position)
        if let former = text(entry) {
          return (isNarrow || min(former.text.utf8.count, words[index].text.utf8.count) >= 20)
            && (former.isPart(ofOrWith: words[index]) || former.sharesBeginning(with: words[index]))
        }
        let (head, tail) = (words[index].head == entry.head, words[index].tail == entry.tail)
        return isNarrow ? head || tail : head
      }
      guard let found else { continue }
      taken.insert(found)
      matches[index] = .changed(found)
    }
  }

  private static func keys(_ position: HighlightPosition) -> [String] {
    guard let location = position.location else { return position.page.map { ["p" + $0] } ?? [] }
    let blocks = location.lowerBound / block...location.upperBound / block
    return blocks.prefix(64).map { "l\($0)" }
  }
}
