import Foundation

/// Converts the records of one book in a Kindle's clippings to highlights. Merges duplicates and
/// earlier states into the latest, and notes into their highlights.
struct KindleJoining {
  private(set) var highlights: [ForeignHighlight] = []
  /// The number of records that are duplicates or earlier states of others, or deleted notes.
  private(set) var merged = 0

  private var words: [HighlightWords] = []
  /// The indices of highlights that are parts of later ones.
  private var replaced: Set<Int> = []
  /// The indices in `highlights` by block of locations, or by page.
  private var near: [String: [Int]] = [:]

  /// Maximum number of records of one block or page that are compared.
  private static let mostNear = 200
  private static let block = 64

  init(_ entries: [KindleEntry]) {
    for entry in entries where entry.kind == .highlight { add(entry) }
    highlights = highlights.indices.filter { !replaced.contains($0) }.map { highlights[$0] }
    var notes: [String: [Int]] = [:]
    var latest: [KindleEntry] = []
    for entry in entries where entry.kind == .note {
      // An edited note occurs again at the same location, but a location may also have two notes. A
      // note replaces an earlier one there only if it may be a later state of it (`isEdited`).
      // Without locations, a note replaces only one on the same page with the same text.
      let key =
        entry.position.location.map { "\($0.lowerBound)" }
        ?? "\(entry.position.stored) \(entry.body)"
      let index = notes[key, default: []].last { Self.isEdited(latest[$0], entry) }
      if let index {
        latest[index] = entry
        merged += 1
      } else {
        notes[key, default: []].append(latest.count)
        latest.append(entry)
      }
    }
    for note in latest where !note.body.isEmpty { join(note) }
    merged += latest.count { $0.body.isEmpty }
    highlights = highlights.inBookOrder
  }

  // MARK: Highlights

  private mutating func add(_ entry: KindleEntry) {
    var highlight = ForeignHighlight(
      text: Self.paragraphs(entry.body), position: entry.position, date: entry.date)
    Self.takeLimit(from: &highlight)
    let words = HighlightWords(highlight.text)
    let keys = Self.keys(entry.position)
    let others = Set(keys.flatMap { near[$0, default: []].suffix(Self.mostNear) })
      .subtracting(replaced).sorted()
    if let index = others.last(where: { isSame(highlight, words, as: $0) }) {
      merged += 1
      let former = highlights[index]
      highlight.earlier = former.earlier
      if self.words[index] != words, former.isQuote { highlight.earlier.append(former.text) }
      // A highlight that is extended over its neighbors replaces them all.
      for other in others where other != index && isInside(other, highlight, words) {
        merged += 1
        highlight.earlier += highlights[other].earlier + [highlights[other].text]
        replaced.insert(other)
      }
      highlights[index] = highlight
      self.words[index] = words
      for key in keys where near[key]?.contains(index) != true {
        near[key, default: []].append(index)
      }
      return
    }
    for key in keys { near[key, default: []].append(highlights.count) }
    highlights.append(highlight)
    self.words.append(words)
  }

  private static func keys(_ position: HighlightPosition) -> [String] {
    guard let location = position.location else { return ["p" + (position.page ?? "")] }
    let blocks = location.lowerBound / block...location.upperBound / block
    return blocks.prefix(64).map { "l\($0)" }
  }

  private func isSame(
    _ highlight: ForeignHighlight, _ words: HighlightWords, as index: Int
  ) -> Bool {
    let other = highlights[index]
    if other.position == highlight.position, self.words[index] == words { return true }
    guard other.position.overlaps(highlight.position) == true else { return false }
    guard other.isQuote, highlight.isQuote else { return false }
    if !other.position.isNarrow(with: highlight.position) {
      // A page may have many highlights, and a short one may be part of a long one.
      let shorter = min(words.text.utf8.count, self.words[index].text.utf8.count)
      guard shorter >= 20 else { return false }
    }
    return words.isPart(ofOrWith: self.words[index])
      || words.sharesBeginning(with: self.words[index])
  }

  /// Whether the range and the text of the highlight with this index are parts of another's.
  private func isInside(
    _ index: Int, _ highlight: ForeignHighlight, _ words: HighlightWords
  ) -> Bool {
    let other = highlights[index]
    guard let inner = other.position.location, let outer = highlight.position.location,
      outer.lowerBound <= inner.lowerBound, inner.upperBound <= outer.upperBound
    else { return false }
    return other.isQuote && words != self.words[index]
      && words.text.contains(self.words[index].text)
  }

  private static func paragraphs(_ body: String) -> String {
    body.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// Removes the sentence that replaces a text withheld by the publisher, and marks the highlight.
  private static func takeLimit(from highlight: inout ForeignHighlight) {
    let text = highlight.text
    guard text.utf8.contains(UInt8(ascii: ">")) else { return }
    if text.wholeMatch(of: #/\s*<[^<>]*>\s*/#) != nil {
      (highlight.text, highlight.isWithheld) = ("", true)
    } else if text.hasSuffix(">"), let start = text.lastIndex(of: "<"),
      text[start...].lowercased().contains("clipping limit")
    {
      highlight.text = text[..<start].trimmingCharacters(in: .whitespacesAndNewlines)
      highlight.isWithheld = true
    }
  }

  // MARK: Notes

  /// Whether a note may be a later state of another: one contains the other's text, begins like it,
  /// or is empty.
  private static func isEdited(_ former: KindleEntry, _ entry: KindleEntry) -> Bool {
    let (old, new) = (HighlightWords(former.body), HighlightWords(entry.body))
    return old.isEmpty || new.isEmpty || new.isPart(ofOrWith: old)
      || new.sharesBeginning(with: old)
  }

  /// Adds a note to the highlight that contains its location and is nearest in time. Without
  /// locations, adds it to a highlight on its page. If there is none, adds the note without a text.
  private mutating func join(_ note: KindleEntry) {
    let body = Self.paragraphs(note.body)
    let candidates = highlights.indices.filter { index in
      guard !highlights[index].text.isEmpty || highlights[index].isWithheld else { return false }
      let position = highlights[index].position
      if let location = note.position.location, let range = position.location {
        return range.contains(location.lowerBound) || range.contains(location.upperBound)
      }
      return note.position.location == nil && position.location == nil && position.page != nil
        && position.page == note.position.page
    }
    let nearest = candidates.min { left, right in
      distance(left, note) < distance(right, note)
    }
    guard let nearest else {
      highlights.append(
        ForeignHighlight(text: "", note: body, position: note.position, date: note.date))
      words.append(HighlightWords(""))
      return
    }
    let former = highlights[nearest].note
    highlights[nearest].note = former.map { $0 + "\n\n" + body } ?? body
  }

  /// Returns the distance of a note from a highlight: the seconds between their times, then the
  /// locations from the highlight's end. If a time is unknown, the first number is the maximum.
  private func distance(_ index: Int, _ note: KindleEntry) -> (Int, Int) {
    let highlight = highlights[index]
    let seconds: (String?) -> Int? = { $0.flatMap(HighlightDate.seconds) }
    let end = highlight.position.location?.upperBound ?? 0
    let locations = abs(end - (note.position.location?.upperBound ?? end))
    guard let mine = seconds(highlight.date), let theirs = seconds(note.date) else {
      return (.max, locations)
    }
    return (abs(mine - theirs), locations)
  }
}
