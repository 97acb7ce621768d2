package import PackratParsing

/// The parts of a text in Markdown that notes do not have: fenced and indented code, front matter,
/// comments.
///
/// The tree knows nothing of them. Formatting, outline, folding, diagnostics and Return leave them as
/// they are; in a file that is no note, nothing in them is a hashtag, a prompt or a token.
package struct ForeignText: Sendable {
  /// The kind of a part.
  package enum Kind: Sendable {
    /// Between lines of backticks or tildes.
    case fence
    /// Lines indented by four columns or more.
    case code
    /// Between `---` or `+++`, at the start of the text.
    case frontMatter
    /// `<!-- … -->` and `%% … %%`.
    case comment
  }

  /// A part, in UTF-8 bytes, without the line end after it.
  package struct Part: Sendable, Equatable {
    /// The kind of the part.
    package var kind: Kind
    /// The place of the part. Never empty.
    package var range: Range<Int>

    fileprivate mutating func move(by shift: Int) {
      range = range.lowerBound + shift..<range.upperBound + shift
    }
  }

  /// The parts in order; they do not overlap.
  package private(set) var parts: [Part] = []
  /// The version that was read, to read on from; nil once an edit was followed, so that the document is alone
  /// in holding its nodes and changes them in place.
  private var version: DocumentSnapshot?
  /// The length of the text, in UTF-8 bytes.
  private var length: Int
  /// Line starts from which a text can be read on, in order. The first is 0.
  private var marks = [Mark(offset: 0, state: ForeignLines())]
  /// The distance that was searched for the end of front matter.
  private var lookedAhead = 0
  /// The number of bytes that were read for this version: the cost, equal on every run.
  private(set) var readBytes = 0

  /// It refers to nothing: those of ten megabytes are copied and moved within microseconds.
  private struct Mark {
    var offset: Int
    var state: ForeignLines
  }

  /// The longest text that may have no marks.
  private static let longestUnmarked = 32 << 10

  /// The distance of marks in bytes, and the longest front matter.
  private static let (markDistance, longestFrontMatter) = (2048, 16 << 10)

  /// Reads the whole text. Cost: linear.
  package init(_ snapshot: DocumentSnapshot) {
    (version, length) = (snapshot, snapshot.count)
    // Most notes hold nothing with which a part begins. In a long text the marks are worth their making.
    if snapshot.count < Self.longestUnmarked, !snapshot.mayHoldForeignText { return }
    update(snapshot, from: 0, keepingFrom: nil, shift: 0)
  }

  /// As `update`, of a copy: besides its cost, that of copying the parts.
  package init(_ snapshot: DocumentSnapshot, after old: ForeignText) {
    self = old
    update(to: snapshot)
  }

  /// Reads on from an earlier or a later version of the text. The result equals that of reading all.
  /// Cost: the lines from a mark before the edit to the next one after it where the state is the same,
  /// and some nanoseconds for each thousand bytes and for each part after it. Linear if the last edit was
  /// followed and `keep` was not called since.
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

  /// Follows an edit that is about to be made in `text`, the version of this value: bytes of it are replaced.
  /// Returns false, and changes nothing, if a line's meaning may depend on the edit. Cost: O(log n), the bytes
  /// of the edit, and a nanosecond for each part after it.
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

  /// Keeps `text`, the version of this value, for `update`.
  package mutating func keep(_ text: DocumentSnapshot) { version = text }

  /// Reads from a mark on, up to one of the marks that may be kept: those from an index on, at places from
  /// `start` on, which the text has had `shift` bytes before.
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
      // It goes over the mark, so it ends with the line before for now.
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

  /// The marks and parts of the lines that are read.
  private struct Reading {
    var marks: [Mark]
    var parts: [Part] = []
  }

  /// Moves everything after an edit of words, and the end of the part that it is in.
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

  /// Reads the lines of `text` from `mark` on. Returns the index of the mark to keep at which it stopped, nil at the end
  /// of the text.
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

  /// Passes front matter, if the text begins with it.
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
      // A line between two rules, not a field.
      if isFirst, line.isBlank { return }
      isFirst = false
    }
    lookedAhead = Self.longestFrontMatter
  }
}

extension ForeignText {
  /// Whether there is none.
  package var isEmpty: Bool { parts.isEmpty }

  /// Whether a part has a byte in `range`; of an empty range, whether it lies within a part.
  package func overlaps(_ range: Range<Int>) -> Bool {
    let next = parts.partitionIndex { $0.range.upperBound > range.lowerBound }
    guard next < parts.count else { return false }
    let part = parts[next].range
    return range.isEmpty
      ? part.lowerBound < range.lowerBound : part.lowerBound < range.upperBound
  }

  /// Whether a part holds the byte at `offset`.
  package func contains(_ offset: Int) -> Bool { overlaps(offset..<offset + 1) }

  /// The range of the part that holds the byte at `offset`.
  package func part(at offset: Int) -> Range<Int>? { part(holding: offset)?.range }

  /// The part that holds the byte at `offset`.
  func part(holding offset: Int) -> Part? {
    let next = parts.partitionIndex { $0.range.upperBound > offset }
    guard next < parts.count, parts[next].range.contains(offset) else { return nil }
    return parts[next]
  }

  /// The numbers of parts of two versions that are the same before and after the bytes that differ. The later
  /// version is longer by `shift` bytes. Cost: linear in the parts, a nanosecond for each.
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

  /// The bytes that differ, or that are in a part of this version or of `old` alone: `changed`, the bytes
  /// that differ, and more where an edit began or ended a part. Cost: linear in the parts.
  package func difference(
    from old: ForeignText, in changed: ChangedRecords
  ) -> ChangedRecords {
    Self.difference(self, old, shift: length - old.length, in: changed)
  }

  /// The same of two versions, of which the later is longer by `shift` bytes; nil for one without parts.
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
  /// Whether there is a mark of a fence or a comment or a line that is indented, or the text begins as front
  /// matter does. Cost: linear, half a nanosecond for each byte.
  fileprivate var mayHoldForeignText: Bool {
    let text = utf8(in: 0..<count)
    let bytes = OccurringBytes(text[...])
    return ["`", "~", "<", "%"].contains(where: bytes.has)
      || [" ", "\t"].contains(where: bytes.begins) || "-+".utf8.contains(text.first ?? 0)
  }

  /// Whether no line's meaning depends on an edit that is about to be made: it is after a letter on its line,
  /// and no mark is in it or next to it. False for long edits.
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

  /// Whether it is a part of what begins or ends a part of a line, and not only at the line's start.
  fileprivate var isForeignMark: Bool {
    switch self {
    case UInt8(ascii: "`"), UInt8(ascii: "~"), UInt8(ascii: "%"), UInt8(ascii: "<"),
      UInt8(ascii: "!"), UInt8(ascii: "-"), UInt8(ascii: ">"):
      true
    default: false
    }
  }

  fileprivate var isForeignMarkOrLineEnd: Bool { isForeignMark || isLineEnd }

  /// Whether it is a line end, or a letter, which ends the marks at a line's start: a byte that is not ASCII, too.
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
  /// The first index for which `isAfter` holds, if it holds for all after it, too. Cost: O(log n).
  package func partitionIndex(where isAfter: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
