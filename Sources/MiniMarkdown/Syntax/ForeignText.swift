package import PackratParsing

/// The parts of a Markdown text that are not part of the notes' language: fenced and indented code,
/// front matter, comments.
///
/// The syntax tree has no nodes for these parts. Formatting, outline, most diagnostics and Return
/// skip them; folding folds each as a whole. In a file that is not a note, they do not contain
/// hashtags, prompts or tokens.
package struct ForeignText: Sendable {
  package enum Kind: Sendable {
    /// Lines between fences of backticks or tildes.
    case fence
    /// Lines indented by four columns or more.
    case code
    /// Lines between `---` or `+++` at the start of the text.
    case frontMatter
    /// `<!-- … -->` and `%% … %%`.
    case comment
  }

  /// One part, without the line end after it.
  package struct Part: Sendable, Equatable {
    package var kind: Kind
    /// The range in UTF-8 bytes; never empty.
    package var range: Range<Int>

    fileprivate mutating func move(by shift: Int) {
      range = range.lowerBound + shift..<range.upperBound + shift
    }
  }

  /// The parts in order; they do not overlap.
  package private(set) var parts: [Part] = []
  /// The snapshot that was read, from which an update resumes. Nil after `follow`, so that the
  /// document is the only owner of its nodes and changes them in place.
  private var version: DocumentSnapshot?
  /// The length of the text in UTF-8 bytes.
  private var length: Int
  /// Line starts from which reading can resume, in order. The first is 0.
  private var marks = [Mark(offset: 0, state: ForeignLines())]
  /// The number of bytes searched for the end of front matter.
  private var lookedAhead = 0
  /// The number of bytes read for this snapshot: a reproducible measure of cost.
  private(set) var readBytes = 0

  /// A line start with the reader's state. Without references, so that many marks are copied and
  /// moved quickly.
  private struct Mark {
    var offset: Int
    var state: ForeignLines
  }

  /// The length below which a text may have only the first mark, in UTF-8 bytes.
  private static let longestUnmarked = 32 << 10

  /// The minimum distance of marks, and the maximum length of front matter, in UTF-8 bytes.
  private static let (markDistance, longestFrontMatter) = (2048, 16 << 10)

  /// Reads the whole text. Cost: linear.
  package init(_ snapshot: DocumentSnapshot) {
    (version, length) = (snapshot, snapshot.count)
    // Most notes do not contain the start of a part. A longer text always gets marks for later
    // updates.
    if snapshot.count < Self.longestUnmarked, !snapshot.mayHoldForeignText { return }
    update(snapshot, from: 0, keepingFrom: nil, shift: 0)
  }

  /// Creates a copy of `old` updated to `snapshot`. Cost: as `update(to:)`, and copying the parts.
  package init(_ snapshot: DocumentSnapshot, after old: ForeignText) {
    self = old
    update(to: snapshot)
  }

  /// Updates to an earlier or later version of the text. The result equals that of reading all of
  /// it. Cost: reads the lines from a mark before the edit to the first later mark with an equal
  /// state. Moves each mark and part after it. Linear if `follow` was called last and `keep` was
  /// not called since.
  package mutating func update(to new: DocumentSnapshot) {
    guard let old = version else {
      self = ForeignText(new)
      return
    }
    let changed = new.changedRecords(since: old)
    let shift = new.count - old.count
    (version, length, readBytes) = (new, new.count, 0)
    if changed.isEmpty { return }
    let start = changed.new.lowerBound < lookedAhead ? 0 : changed.new.lowerBound
    let next = marks.partitionIndex { $0.offset >= changed.old.upperBound }
    update(
      new, from: max(0, marks.partitionIndex { $0.offset > start } - 1),
      keepingFrom: (mark: next, start: changed.new.upperBound), shift: shift)
  }

  /// Adjusts to an edit that is about to be made in `text`, the current version. Returns false, and
  /// changes nothing, if the edit may change what a line is. Cost: O(log n), the bytes of the edit,
  /// and the number of marks and parts after it.
  package mutating func follow(
    _ range: Range<Int>, with replacement: String, in text: DocumentSnapshot
  ) -> Bool {
    guard range.lowerBound >= lookedAhead, text.isWordEdit(range, with: replacement) else {
      return false
    }
    let shift = replacement.utf8.count - range.count
    (version, length, readBytes) = (nil, length + shift, 0)
    move(after: range.lowerBound, by: shift)
    return true
  }

  /// Stores `text`, the version of this value, for `update(to:)`.
  package mutating func keep(_ text: DocumentSnapshot) { version = text }

  /// Reads from mark `index` up to a mark that can be kept. `kept` contains the first such mark and
  /// the first new offset at which one may be kept. `shift` is the change of length before it.
  private mutating func update(
    _ text: DocumentSnapshot, from index: Int, keepingFrom kept: (mark: Int, start: Int)?,
    shift: Int
  ) {
    let mark = marks[index]
    var fresh = Reading(marks: [mark])
    var firstPart = parts.partitionIndex { $0.range.lowerBound >= mark.offset }
    if mark.offset > 0, firstPart > 0, case let last = parts[firstPart - 1],
      last.range.upperBound >= mark.offset
    {
      // The part crosses the mark, so for now it ends with the line before.
      let isPair = text.byte(at: mark.offset - 2) == UInt8(ascii: "\r")
      let end = mark.offset - (isPair ? 2 : 1)
      fresh.parts = [Part(kind: last.kind, range: last.range.lowerBound..<end)]
      firstPart -= 1
    }
    var (nextMark, nextPart) = (marks.count, parts.count)
    if let same = read(text, from: mark, into: &fresh, keepingFrom: kept, shift: shift) {
      let offset = marks[same].offset
      nextMark = same
      nextPart = max(firstPart, parts.partitionIndex { $0.range.upperBound >= offset })
      if nextPart < parts.count, case let part = parts[nextPart], part.range.lowerBound < offset {
        fresh.parts.extendLast(to: part.range.upperBound + shift)
        nextPart += 1
      }
      if shift != 0 {
        for index in nextMark..<marks.count { marks[index].offset += shift }
        for index in nextPart..<parts.count { parts[index].move(by: shift) }
      }
    }
    marks.replaceSubrange(index..<nextMark, with: fresh.marks)
    parts.replaceSubrange(firstPart..<nextPart, with: fresh.parts)
  }

  private struct Reading {
    var marks: [Mark]
    var parts: [Part] = []
  }

  /// Moves all marks and parts after a word edit, and the end of the part that contains it.
  private mutating func move(after edit: Int, by shift: Int) {
    let nextMark = marks.partitionIndex { $0.offset > edit }
    marks.withUnsafeMutableBufferPointer { marks in
      for index in nextMark..<marks.count { marks[index].offset += shift }
    }
    var next = parts.partitionIndex { $0.range.upperBound >= edit }
    if next < parts.count, case let range = parts[next].range, range.lowerBound < edit {
      parts[next].range = range.lowerBound..<range.upperBound + shift
      next += 1
    }
    for index in next..<parts.count { parts[index].move(by: shift) }
  }

  /// Reads the lines of `text` from `mark` on. Returns the index of the kept mark at which it
  /// stopped, or nil at the end of the text.
  private mutating func read(
    _ text: DocumentSnapshot, from mark: Mark, into fresh: inout Reading,
    keepingFrom kept: (mark: Int, start: Int)?, shift: Int
  ) -> Int? {
    var state = mark.state
    var lastMark = mark.offset
    var next = kept?.mark ?? marks.count
    var lines = LineReader(text, from: mark.offset)
    if mark.offset == 0 { readFrontMatter(&lines, into: &fresh.parts) }
    while let line = lines.next() {
      readBytes += line.bytes.count + 1
      let start = line.range.lowerBound
      if let kept, start >= kept.start {
        while next < marks.count, marks[next].offset + shift < start { next += 1 }
        if next < marks.count, marks[next].offset + shift == start, marks[next].state == state {
          return next
        }
      }
      if start - lastMark >= Self.markDistance, state.canBeMarked {
        fresh.marks.append(Mark(offset: start, state: state))
        lastMark = start
      }
      state.read(line, into: &fresh.parts)
    }
    return nil
  }

  /// Skips front matter, if the text begins with it.
  private mutating func readFrontMatter(_ lines: inout LineReader, into parts: inout [Part]) {
    lookedAhead = 0
    var ahead = lines
    guard let first = ahead.next(), let mark = first.ruler, mark != UInt8(ascii: ".") else {
      return
    }
    var isFirst = true
    while let line = ahead.next(), line.range.upperBound < Self.longestFrontMatter {
      lookedAhead = line.range.upperBound + 1
      if let end = line.ruler,
        end == mark || (end == UInt8(ascii: ".") && mark != UInt8(ascii: "+"))
      {
        parts.append(Part(kind: .frontMatter, range: 0..<line.range.upperBound))
        lines = ahead
        return
      }
      // Before a blank line, the first `---` is a thematic break, not front matter.
      if isFirst, line.isBlank { return }
      isFirst = false
    }
    lookedAhead = Self.longestFrontMatter
  }
}

extension ForeignText {
  package var isEmpty: Bool { parts.isEmpty }

  /// Returns whether a part contains a byte of `range`, or, if `range` is empty, whether it is
  /// within a part.
  package func overlaps(_ range: Range<Int>) -> Bool {
    let next = parts.partitionIndex { $0.range.upperBound > range.lowerBound }
    guard next < parts.count else { return false }
    let part = parts[next].range
    return range.isEmpty
      ? part.lowerBound < range.lowerBound : part.lowerBound < range.upperBound
  }

  /// Returns whether a part contains the byte at `offset`.
  package func contains(_ offset: Int) -> Bool { overlaps(offset..<offset + 1) }

  package func part(at offset: Int) -> Range<Int>? { part(holding: offset)?.range }

  func part(holding offset: Int) -> Part? {
    let next = parts.partitionIndex { $0.range.upperBound > offset }
    guard next < parts.count, parts[next].range.contains(offset) else { return nil }
    return parts[next]
  }

  /// Returns the numbers of equal parts of two versions before and after the changed bytes. The new
  /// version is longer by `shift` bytes. Cost: linear in the parts.
  package static func common(
    _ new: [Part], _ old: [Part], shift: Int, in changed: ChangedRecords
  ) -> (before: Int, after: Int) {
    let most = min(new.count, old.count)
    var before = 0
    while before < most, new[before] == old[before],
      new[before].range.upperBound < changed.new.lowerBound
    {
      before += 1
    }
    var after = 0
    while after < most - before, case let part = new[new.count - 1 - after],
      part.range.lowerBound > changed.new.upperBound,
      case let other = old[old.count - 1 - after], part.kind == other.kind,
      part.range.lowerBound == other.range.lowerBound + shift,
      part.range.upperBound == other.range.upperBound + shift
    {
      after += 1
    }
    return (before, after)
  }

  /// Returns `changed`, extended by the parts that only this version or only `old` has: where an
  /// edit began or ended a part. Cost: linear in the parts.
  package func difference(
    from old: ForeignText, in changed: ChangedRecords
  ) -> ChangedRecords {
    Self.difference(self, old, shift: length - old.length, in: changed)
  }

  /// Returns `changed`, extended by the parts that only one of two versions has. The new version is
  /// longer by `shift` bytes. Nil means a version without parts.
  package static func difference(
    _ new: ForeignText?, _ old: ForeignText?, shift: Int, in changed: ChangedRecords
  ) -> ChangedRecords {
    let (parts, oldParts) = (new?.parts ?? [], old?.parts ?? [])
    let common = common(parts, oldParts, shift: shift, in: changed)
    var result = changed
    let mine = parts[common.before..<parts.count - common.after]
    let others = oldParts[common.before..<oldParts.count - common.after]
    // An edit within a part.
    if mine.count == 1, others.count == 1, let new = mine.first, let old = others.first,
      new.range.lowerBound == old.range.lowerBound,
      new.range.lowerBound <= changed.new.lowerBound,
      new.range.upperBound >= changed.new.upperBound,
      new.range.upperBound == old.range.upperBound + shift
    {
      return changed
    }
    for part in mine {
      result.new = result.new.joined(part.range)
      result.old = result.new.lowerBound..<result.new.upperBound - shift
    }
    for part in others {
      result.old = result.old.joined(part.range)
      result.new = result.old.lowerBound..<result.old.upperBound + shift
    }
    return result
  }
}

extension DocumentSnapshot {
  /// Whether the text contains a mark of a fence or comment or an indented line, or begins like
  /// front matter. Cost: linear.
  fileprivate var mayHoldForeignText: Bool {
    let text = utf8(in: 0..<count)
    let bytes = OccurringBytes(text[...])
    return ["`", "~", "<", "%"].contains(where: bytes.has)
      || [" ", "\t"].contains(where: bytes.begins) || "-+".utf8.contains(text.first ?? 0)
  }

  /// Returns whether an edit that is about to be made cannot change what a line is. The edit must
  /// follow a letter on its line, and neither contain a marker nor be next to one. Returns false
  /// for long edits.
  fileprivate func isWordEdit(_ range: Range<Int>, with replacement: String) -> Bool {
    let (most, lookedBack) = (4096, 32)
    guard range.lowerBound > 0, range.upperBound <= count, range.count <= most,
      replacement.utf8.count <= most
    else { return false }
    let start = max(0, range.lowerBound - lookedBack)
    let text = utf8(in: start..<min(count, range.upperBound + 1))
    let before = text[..<(range.lowerBound - start)]
    let removed = text[before.endIndex..<before.endIndex + range.count]
    return before.last?.isForeignMark == false
      && text[removed.endIndex...].first?.isForeignMark != true
      && !removed.contains(where: \.isForeignMarkOrLineEnd)
      && !replacement.utf8.contains(where: \.isForeignMarkOrLineEnd)
      && before.last(where: \.isLetterOrLineEnd)?.isLineEnd == false
  }
}

extension UInt8 {
  fileprivate var isLineEnd: Bool { self == 0x0A || self == 0x0D }

  /// Whether this byte can begin or end a part within a line, not only at its start.
  fileprivate var isForeignMark: Bool {
    switch self {
    case UInt8(ascii: "`"), UInt8(ascii: "~"), UInt8(ascii: "%"), UInt8(ascii: "<"),
      UInt8(ascii: "!"), UInt8(ascii: "-"), UInt8(ascii: ">"):
      true
    default: false
    }
  }

  fileprivate var isForeignMarkOrLineEnd: Bool { isForeignMark || isLineEnd }

  /// Whether this byte is a line end or a letter (or not ASCII), which ends the markers at a line's
  /// start.
  fileprivate var isLetterOrLineEnd: Bool {
    isLineEnd || self >= 0x80 || (0x61...0x7A).contains(self | 0x20)
  }
}

extension Range<Int> {
  fileprivate func joined(_ other: Range<Int>) -> Range<Int> {
    Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}

extension Array {
  /// Returns the first index for which `isAfter` is true; it must then be true for all later
  /// elements. Returns `count` if there is none. Cost: O(log n).
  package func partitionIndex(where isAfter: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
