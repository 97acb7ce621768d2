import Base
import ForeignFormats

/// The effect of an import of highlights on a note. Planning only reads, so a dry run reports the
/// same outcome.
///
/// New highlights are added; highlights that changed in the source are updated. Highlights that are
/// unchanged, or that the user deleted or changed, are skipped.
struct HighlightPlan {
  private(set) var text: String
  /// The highlights imported into the note, including this import.
  private(set) var entries: [HighlightEntry]
  private(set) var counts = HighlightCounts()
  /// Highlights that changed both in the source and in the note, named by position or number.
  private(set) var unfollowed: [String] = []
  private(set) var quotes: [String] = []
  private(set) var changedQuotes: [(from: String, to: String)] = []

  private let source: ForeignHighlights
  private let former: (text: String, entries: [HighlightEntry])
  private let words: [HighlightWords]
  private let lines: NoteLines
  private let isAgain: Bool
  private var edits = LineEdits()
  /// The line of each highlight that is in the note, by the highlight's index.
  private var known: [Int: Int] = [:]
  private var takenLines: Set<Int> = []
  private var new: [Int] = []
  private var members: [String: [Int]] = [:]

  /// Plans the import. With `isAgain`, highlights that the user deleted or changed are added again.
  init(
    _ source: ForeignHighlights, text: String, entries: [HighlightEntry], isAgain: Bool = false
  ) {
    self.source = source
    former = (text, entries)
    self.text = text
    self.entries = entries
    self.isAgain = isAgain
    words = source.highlights.map(\.words)
    lines = NoteLines(text)
    decide()
    insertNew()
    guard !edits.isEmpty || lines.lines.isEmpty && !new.isEmpty else { return }
    self.text = finished()
  }

  func isPlan(
    for source: ForeignHighlights, text: String, entries: [HighlightEntry]
  ) -> Bool {
    source == self.source && text == former.text && entries == former.entries
  }

  // MARK: Deciding

  private mutating func decide() {
    let lines = lines
    let matching = HighlightMatching(source.highlights, words, in: entries) { entry in
      lines.indices(of: entry.line).first.flatMap { lines.quotes[$0]?.words }
    }
    // Assign lines to known highlights before others may claim them.
    for (index, match) in matching.matches.enumerated() {
      if case .seen(let entry) = match { claim(entry, for: index) }
      if case .changed(let entry) = match { claim(entry, for: index) }
    }
    for (index, match) in matching.matches.enumerated() {
      switch match {
      case .seen(let entry): seen(index, entry)
      case .changed(let entry): changed(index, entry)
      case .none: unseen(index)
      }
    }
  }

  private mutating func claim(_ entry: Int, for index: Int) {
    let line = lines.indices(of: entries[entry].line).first { !takenLines.contains($0) }
    guard let line else { return }
    takenLines.insert(line)
    known[index] = line
  }

  private mutating func seen(_ index: Int, _ entry: Int) {
    learn(index, entry)
    guard let line = known[index] else { return leaveAlone(index, entry) }
    isThere(index, entry, at: line)
  }

  /// Counts a highlight whose line is in the note, and updates the reader's note below it.
  private mutating func isThere(_ index: Int, _ entry: Int, at line: Int) {
    takenLines.insert(line)
    known[index] = line
    follow(noteOf: index, entry, at: line) ? (counts.extended += 1) : (counts.same += 1)
  }

  /// Handles a highlight whose line is no longer as imported.
  private mutating func leaveAlone(_ index: Int, _ entry: Int) {
    // If the user edited the line to match the source, it is the highlight's line.
    if let line = quote(like: index) {
      takenLines.insert(line)
      known[index] = line
      if follow(noteOf: index, entry, at: line) { return counts.extended += 1 }
      return isAgain ? (counts.same += 1) : (counts.leftAlone += 1)
    }
    let fresh = HighlightEntry(source.highlights[index])
    guard isAgain else {
      // The reader's note is new in the source, but its highlight's line is gone: report this once.
      if let note = fresh.note, note != entries[entry].note { unfollowed.append(name(of: index)) }
      entries[entry].note = fresh.note ?? entries[entry].note
      return counts.leftAlone += 1
    }
    (entries[entry].line, entries[entry].note) = (fresh.line, fresh.note)
    add(index)
  }

  private mutating func changed(_ index: Int, _ entry: Int) {
    let highlight = source.highlights[index]
    let isOlder = (highlight.date ?? "~") < (entries[entry].date ?? "")
    learn(index, entry)
    if isOlder {
      return known[index] == nil ? (counts.leftAlone += 1) : (counts.same += 1)
    }
    let fresh = HighlightEntry(highlight)
    entries[entry].date = highlight.date ?? entries[entry].date
    entries[entry].position = highlight.position
    entries[entry].remember(words[index])
    if let line = known[index] {
      entries[entry].line = fresh.line
      let isNew = follow(noteOf: index, entry, at: line)
      let written = HighlightText.lines(of: highlight).first ?? ""
      guard written != lines.lines[line] || isNew else { return counts.same += 1 }
      edits.replace(line, with: written)
      changedQuotes.append((String(lines.lines[line]), written))
      return counts.extended += 1
    }
    if let line = quote(like: index) { return isThere(index, entry, at: line) }
    guard !isAgain else {
      (entries[entry].line, entries[entry].note) = (fresh.line, fresh.note)
      return add(index)
    }
    counts.leftAlone += 1
    unfollowed.append(name(of: index))
  }

  private mutating func unseen(_ index: Int) {
    entries.append(HighlightEntry(source.highlights[index]))
    guard let line = quote(like: index) else { return add(index) }
    // The quote was typed by hand; its note was never imported.
    let entry = entries.count - 1
    entries[entry].line = HighlightEntry.digest(line: lines.lines[line])
    entries[entry].note = nil
    isThere(index, entry, at: line)
  }

  private mutating func add(_ index: Int) {
    counts.new += 1
    new.append(index)
  }

  /// Records the source's ID of a known highlight in its entry.
  private mutating func learn(_ index: Int, _ entry: Int) {
    guard let id = source.highlights[index].id, !entries[entry].ids.contains(id) else { return }
    entries[entry].ids.append(id)
  }

  /// Returns the first line with the text of a highlight that other highlights have not claimed;
  /// nil if there is none.
  private mutating func quote(like index: Int) -> Int? {
    if quotesByText.isEmpty {
      for (line, quote) in lines.quotes.sorted(by: { $0.key < $1.key }) {
        quotesByText[quote.words, default: []].append(line)
      }
    }
    guard source.highlights[index].isQuote else {
      // For a note without a quote, all paragraphs must match, or some would never be imported.
      let blocks = HighlightText.blocks(of: source.highlights[index])
      return lines.indices(of: HighlightEntry.digest(line: blocks.first ?? "")).first {
        !takenLines.contains($0) && lines.has(blocks.dropFirst(), below: $0)
      }
    }
    return quotesByText[words[index]]?.first { !takenLines.contains($0) }
  }

  private var quotesByText: [HighlightWords: [Int]] = [:]

  /// Updates the reader's note of a highlight if it is new or changed in the source, and the user
  /// did not change it in the notebook. With `isAgain`, inserts it whenever it is missing. Returns
  /// whether anything changed.
  private mutating func follow(noteOf index: Int, _ entry: Int, at line: Int) -> Bool {
    let blocks = HighlightText.blocks(of: source.highlights[index]).dropFirst()
    let former = entries[entry].note
    guard let digest = HighlightEntry.digest(below: blocks), isAgain || digest != former else {
      return false
    }
    entries[entry].note = digest
    if lines.has(blocks, below: line) { return false }
    guard let former, former != digest else {
      edits.insert(HighlightText.separated(blocks), before: line + 1)
      return true
    }
    let there = lines.note(after: line).drop { lines.lines[$0].isEmpty }
    let text = there.map { lines.lines[$0] }.joined(separator: "\n")
    guard HighlightWords.digest(text) == former, let start = there.first else {
      if isAgain {
        edits.insert(HighlightText.separated(blocks), before: line + 1)
        return true
      }
      unfollowed.append(name(of: index))
      return false
    }
    edits.remove(there.startIndex..<there.endIndex)
    edits.insert(HighlightText.separated(blocks), before: start)
    return true
  }

  private func name(of index: Int) -> String {
    let position = source.highlights[index].position.words
    return position.isEmpty ? "highlight \(index + 1)" : position
  }
}

// MARK: Inserting

extension HighlightPlan {
  private mutating func insertNew() {
    for index in new where source.highlights[index].isQuote {
      quotes.append(HighlightText.quote(source.highlights[index]))
    }
    guard !lines.lines.allSatisfy(\.isEmpty) else { return }
    let chapters = Dictionary(grouping: new) { source.highlights[$0].chapter ?? "" }
    members = Dictionary(grouping: source.highlights.indices) {
      source.highlights[$0].chapter ?? ""
    }
    for chapter in order(of: chapters.keys) {
      insert(chapters[chapter] ?? [], under: chapter)
    }
  }

  private func order(of chapters: some Sequence<String>) -> [String] {
    var firstIndices: [String: Int] = [:]
    for (index, highlight) in source.highlights.enumerated() {
      let chapter = highlight.chapter ?? ""
      firstIndices[chapter] = firstIndices[chapter] ?? index
    }
    return chapters.sorted { firstIndices[$0, default: 0] < firstIndices[$1, default: 0] }
  }

  private mutating func insert(_ new: [Int], under chapter: String) {
    let whole = 0..<lines.lines.count
    let section = chapter.isEmpty ? nil : lines.section(HighlightWords(chapter))
    let range = section ?? whole
    let order = order(of: members[chapter] ?? [], in: range)
    // If a chapter has no heading, positions of lines may be from other chapters.
    let positions = section == nil && !chapter.isEmpty ? [] : statedPositions(in: range)
    var rest: [Int] = []
    for index in new {
      if let line = order[index] {
        edits.insert(block(index), before: line)
      } else if let line = line(
        for: source.highlights[index].position, among: positions, in: range)
      {
        edits.insert(block(index), before: line)
      } else {
        rest.append(index)
      }
    }
    guard let first = rest.first else { return }
    if let section = section
      ?? (chapter.isEmpty ? lines.section(HighlightWords(Self.section)) : nil)
    {
      let end = lines.withoutBlanks(section.upperBound, from: section.lowerBound)
      for index in rest { edits.insert(block(index), before: end) }
    } else if chapter.isEmpty {
      append(rest, under: Self.section, at: lines.withoutBlanks(whole.upperBound, from: 0))
    } else {
      append(rest, under: chapter, at: lineOfChapter(chapter, first: first))
    }
  }

  /// The heading for highlights without a chapter, in notes that already contain something else.
  static let section = "Highlights"

  private mutating func append(_ new: [Int], under heading: String, at line: Int) {
    edits.insert([HighlightText.heading(heading, level: 2)], before: line)
    for index in new { edits.insert(block(index), before: line) }
  }

  private func block(_ index: Int) -> [String] { HighlightText.lines(of: source.highlights[index]) }

  /// Returns the lines before which new highlights of a chapter are inserted, by the order of the
  /// source. A highlight follows the nearest known one before it, or else precedes the next known
  /// one.
  private func order(of members: [Int], in range: Range<Int>) -> [Int: Int] {
    var result: [Int: Int] = [:]
    var former: Int?
    for index in members {
      if let line = known[index], range.contains(line) {
        former = lines.end(of: line, in: range)
      } else if let former {
        result[index] = former
      }
    }
    var next: Int?
    for index in members.reversed() {
      if let line = known[index], range.contains(line) {
        next = line
      } else if let next, result[index] == nil {
        result[index] = next
      }
    }
    return result
  }

  /// Returns the lines with quotes that state their position; at most 2,000.
  private func statedPositions(in range: Range<Int>) -> [(line: Int, position: HighlightPosition)] {
    var positions: [(line: Int, position: HighlightPosition)] = []
    for line in range {
      guard positions.count < 2_000 else { break }
      if let position = lines.quotes[line]?.position { positions.append((line, position)) }
    }
    return positions
  }

  /// Returns the line before which a highlight at `position` is inserted. It follows the last quote
  /// with an earlier position, or else precedes the first with a later one. Returns nil if there is
  /// neither.
  private func line(
    for position: HighlightPosition, among positions: [(line: Int, position: HighlightPosition)],
    in range: Range<Int>
  ) -> Int? {
    if let former = positions.last(where: { $0.position.isBefore(position) == true }) {
      return lines.end(of: former.line, in: range)
    }
    return positions.first { position.isBefore($0.position) == true }?.line
  }

  /// Returns the line at which a chapter without a heading starts. It follows the previous chapter
  /// of the source, or else precedes the next one, or else is the end.
  private func lineOfChapter(_ chapter: String, first: Int) -> Int {
    func section(of index: Int) -> Range<Int>? {
      let name = source.highlights[index].chapter ?? ""
      return name == chapter || name.isEmpty ? nil : lines.section(HighlightWords(name))
    }
    let all = source.highlights.indices
    if let before = all[..<first].reversed().prefix(1_000).firstNonNil(section) {
      return lines.withoutBlanks(before.upperBound, from: before.lowerBound)
    }
    if let after = all[first...].prefix(1_000).firstNonNil(section) { return after.lowerBound - 1 }
    return lines.withoutBlanks(lines.lines.count, from: 0)
  }

  /// Returns the text with all changes; for an empty note, the complete text.
  private func finished() -> String {
    guard lines.lines.allSatisfy(\.isEmpty) else { return edits.applied(to: lines.lines) }
    let title = source.book.title
    var result = title.isEmpty ? [] : [HighlightText.heading(title, level: 1), ""]
    if !source.tags.isEmpty { result += [source.tags.joined(separator: " "), ""] }
    let chapters = Dictionary(grouping: new) { source.highlights[$0].chapter ?? "" }
    let order = order(of: chapters.keys)
    for chapter in order.filter(\.isEmpty) + order.filter({ !$0.isEmpty }) {
      if !chapter.isEmpty { result += [HighlightText.heading(chapter, level: 2), ""] }
      for index in chapters[chapter] ?? [] { result += block(index) + [""] }
    }
    return result.joined(separator: "\n")
  }
}

extension ForeignHighlights {
  /// Whether importing the same highlights again after an import into an empty note changes
  /// nothing.
  package var isStable: Bool {
    let first = HighlightPlan(self, text: "", entries: [])
    let second = HighlightPlan(self, text: first.text, entries: first.entries)
    return second.text == first.text && second.counts.new == 0
      && second.counts.sum == highlights.count
  }
}
