public import PackratParsing

/// The parts of a text in Markdown that notes do not have: fenced and indented code, front matter,
/// comments.
///
/// The tree knows nothing of them. Formatting, outline, folding, diagnostics and Return leave them as
/// they are; in a file that is no note, nothing in them is a hashtag, a prompt or a token.
public struct ForeignText: Sendable {
  /// The kind of a part.
  public enum Kind: Sendable {
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
  public struct Part: Sendable, Equatable {
    /// The kind of the part.
    public var kind: Kind
    /// The place of the part. Never empty.
    public var range: Range<Int>
  }

  /// The parts in order; they do not overlap.
  public private(set) var parts: [Part] = []
  private var snapshot: DocumentSnapshot
  /// Line starts from which a text can be read on, in order. The first is 0.
  private var marks = [Mark(offset: 0, state: ForeignLines())]
  /// The distance that was searched for the end of front matter.
  private var lookedAhead = 0
  /// The number of bytes that were read for this version: the cost, equal on every run.
  private(set) var readBytes = 0

  private struct Mark {
    var offset: Int
    var state: ForeignLines
  }

  /// The distance of marks in bytes, and the longest front matter.
  private static let (markDistance, longestFrontMatter) = (2048, 16 << 10)

  /// Reads the whole text. Cost: linear.
  public init(_ snapshot: DocumentSnapshot) {
    self.snapshot = snapshot
    marks = []
    read(from: Mark(offset: 0, state: ForeignLines()), ForeignText.Rest())
  }

  /// Reads on from an earlier or a later version of the text. The result equals that of reading all.
  /// Cost: the lines from a mark before the edit to the next one after it where the state is the same,
  /// and constant for each mark and part.
  public init(_ snapshot: DocumentSnapshot, after old: ForeignText) {
    let changed = snapshot.changedRecords(since: old.snapshot)
    self = old
    self.snapshot = snapshot
    if changed.isEmpty { return }
    let start = changed.new.lowerBound < old.lookedAhead ? 0 : changed.new.lowerBound
    let index = max(0, marks.partitionIndex { $0.offset > start } - 1)
    let mark = marks[index]
    marks.removeSubrange(index...)
    parts.removeSubrange(parts.partitionIndex { $0.range.lowerBound >= mark.offset }...)
    if let last = parts.last, last.range.upperBound >= mark.offset, mark.offset > 0 {
      // It goes over the mark, so it ends with the line before for now.
      let isPair = snapshot.byte(at: mark.offset - 2) == UInt8(ascii: "\r")
      parts[parts.count - 1].range =
        last.range.lowerBound..<mark.offset - (isPair ? 2 : 1)
    }
    let next = old.marks.partitionIndex { $0.offset >= changed.old.upperBound }
    read(
      from: mark,
      Rest(
        marks: old.marks[next...], parts: old.parts[...],
        shift: snapshot.count - old.snapshot.count, start: changed.new.upperBound))
  }

  /// The marks and parts of another version, after the text that differs.
  private struct Rest {
    var marks: ArraySlice<Mark> = []
    var parts: ArraySlice<Part> = []
    var shift = 0
    /// The place from which the two texts are the same.
    var start = Int.max
  }

  private mutating func read(from mark: Mark, _ old: Rest) {
    var old = old
    var state = mark.state
    marks.append(mark)
    var lines = LineReader(snapshot, from: mark.offset)
    if mark.offset == 0 { readFrontMatter(&lines) }
    readBytes = 0
    while let line = lines.next() {
      readBytes += line.bytes.count + 1
      let start = line.range.lowerBound
      if start >= old.start {
        while let first = old.marks.first, first.offset + old.shift < start {
          old.marks.removeFirst()
        }
        if let same = old.marks.first, same.offset + old.shift == start, same.state == state {
          return append(old, from: same.offset)
        }
      }
      if start - (marks.last?.offset ?? 0) >= Self.markDistance, state.canBeMarked {
        marks.append(Mark(offset: start, state: state))
      }
      state.read(line, into: &parts)
    }
  }

  /// Takes over what `old` has from `offset` on.
  private mutating func append(_ old: Rest, from offset: Int) {
    marks += old.marks.map { Mark(offset: $0.offset + old.shift, state: $0.state) }
    for part in old.parts where part.range.upperBound >= offset {
      let range = part.range.lowerBound + old.shift..<part.range.upperBound + old.shift
      if part.range.lowerBound >= offset {
        parts.append(Part(kind: part.kind, range: range))
      } else if let last = parts.last {
        parts[parts.count - 1].range = last.range.lowerBound..<range.upperBound
      }
    }
  }

  /// Passes front matter, if the text begins with it.
  private mutating func readFrontMatter(_ lines: inout LineReader) {
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
  public var isEmpty: Bool { parts.isEmpty }

  /// Whether a part has a byte in `range`; of an empty range, whether it lies within a part.
  public func overlaps(_ range: Range<Int>) -> Bool {
    let next = parts.partitionIndex { $0.range.upperBound > range.lowerBound }
    guard next < parts.count else { return false }
    let part = parts[next].range
    return range.isEmpty
      ? part.lowerBound < range.lowerBound : part.lowerBound < range.upperBound
  }

  /// Whether a part holds the byte at `offset`.
  public func contains(_ offset: Int) -> Bool { overlaps(offset..<offset + 1) }

  /// The part that holds the byte at `offset`.
  public func part(at offset: Int) -> Range<Int>? {
    let next = parts.partitionIndex { $0.range.upperBound > offset }
    guard next < parts.count, parts[next].range.contains(offset) else { return nil }
    return parts[next].range
  }

  /// The bytes that differ, or that are in a part of this version or of `old` alone: `changed`, the bytes
  /// that differ, and more where an edit began or ended a part. Cost: linear in the parts.
  public func difference(
    from old: ForeignText, in changed: ChangedRecords
  ) -> ChangedRecords {
    Self.difference(self, old, shift: snapshot.count - old.snapshot.count, in: changed)
  }

  /// The same of two versions, of which the later is longer by `shift` bytes; nil for one without parts.
  public static func difference(
    _ new: ForeignText?, _ old: ForeignText?, shift: Int, in changed: ChangedRecords
  ) -> ChangedRecords {
    let (parts, oldParts) = (new?.parts ?? [], old?.parts ?? [])
    let same = zip(parts, oldParts).prefix {
      $0 == $1 && $0.range.upperBound < changed.new.lowerBound
    }.count
    let alike = zip(parts[same...].reversed(), oldParts[same...].reversed()).prefix {
      $0.kind == $1.kind && $0.range.lowerBound > changed.new.upperBound
        && $0.range.lowerBound == $1.range.lowerBound + shift
        && $0.range.upperBound == $1.range.upperBound + shift
    }.count
    var result = changed
    let mine = parts[same..<parts.count - alike]
    let others = oldParts[same..<oldParts.count - alike]
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

extension Range<Int> {
  fileprivate func joined(_ other: Range<Int>) -> Range<Int> {
    Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}

extension Array {
  /// The first index for which `isAfter` holds, if it holds for all after it, too. Cost: O(log n).
  fileprivate func partitionIndex(where isAfter: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
