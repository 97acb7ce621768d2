import PackratParsing

/// A line of a text, without its line end (`\n` or `\r\n`).
struct TextLine {
  /// The range in UTF-8 bytes from the start of the text.
  var range: Range<Int>
  var bytes: ArraySlice<UInt8>
  /// Whether the line contains a `<` or `%`, with which comments begin.
  var hasCommentMark: Bool

  var isBlank: Bool { bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 } }

  /// The first character of a line of three `-`, `+` or `.`, which can delimit front matter. Nil
  /// for other lines.
  var ruler: UInt8? {
    guard let first = bytes.first, "-+.".utf8.contains(first), bytes.count >= 3,
      bytes.prefix(3).allSatisfy({ $0 == first }),
      bytes.dropFirst(3).allSatisfy({ $0 == 0x20 || $0 == 0x09 })
    else { return nil }
    return first
  }
}

/// Reads the lines of a text from a line start on. After a final line end, the empty last line is
/// included.
struct LineReader {
  private let snapshot: DocumentSnapshot
  private var bytes: [UInt8] = []
  /// The offset of `bytes` in the text.
  private var start: Int
  /// The start of the next line; nil after the last.
  private var reached: Int?

  init(_ snapshot: DocumentSnapshot, from offset: Int) {
    (self.snapshot, start, reached) = (snapshot, offset, offset)
  }

  /// The number of bytes fetched at once, unless a line is longer.
  private static let window = 8192

  mutating func next() -> TextLine? {
    guard let offset = reached else { return nil }
    var end = offset - start
    var hasCommentMark = false
    while true {
      let line = bytes.line(from: end)
      hasCommentMark = hasCommentMark || line.hasCommentMark
      end = line.end
      if end < bytes.count || start + bytes.count >= snapshot.count { break }
      let length = max(Self.window, 2 * (end - (offset - start)))
      end -= offset - start
      bytes = snapshot.utf8(in: offset..<offset + length)
      start = offset
    }
    let first = offset - start
    reached = end < bytes.count ? start + end + 1 : nil
    if reached != nil, end > first, bytes[end - 1] == 0x0D { end -= 1 }
    return TextLine(
      range: offset..<start + end, bytes: bytes[first..<end], hasCommentMark: hasCommentMark)
  }
}

extension [UInt8] {
  /// Returns the index of the first line feed from `start` on, or the end, and whether a `<` or `%`
  /// is before it.
  fileprivate func line(from start: Int) -> (end: Int, hasCommentMark: Bool) {
    withUnsafeBufferPointer { bytes in
      var (end, hasMark) = (start, false)
      while end < bytes.count, bytes[end] != 0x0A {
        let byte = bytes[end]
        hasMark = hasMark || byte == UInt8(ascii: "<") || byte == UInt8(ascii: "%")
        end += 1
      }
      return (end, hasMark)
    }
  }
}

/// The state of a scan for foreign text between two lines. Follows CommonMark 0.31, with
/// approximate indents: what matters is that the content of a fence is never read as text.
struct ForeignLines: Equatable {
  private enum Mode: Equatable {
    case text
    /// Lines up to one of at least `count` marks, within `quotes` levels of `>`.
    case fence(mark: UInt8, count: Int, quotes: Int)
    case comment
    /// Lines up to one with `%%`.
    case percentComment
  }

  private var mode = Mode.text
  /// Whether the last line was blank, or no line was read yet.
  private var isAfterBlank = true
  /// Whether the last line that was not blank was indented code.
  private var isInCode = false
  /// The columns at which the contents of open list items begin.
  private var items = Columns()

  /// Whether the last line was not blank, so that a part that ends here ends with that line.
  var canBeMarked: Bool { !isAfterBlank }

  /// Reads a line, and appends its parts to `parts` or extends the last one.
  mutating func read(_ line: TextLine, into parts: inout [ForeignText.Part]) {
    switch mode {
    case .fence(let mark, let count, let quotes):
      var cursor = LineCursor(line.bytes)
      if cursor.skipQuotes(atMost: quotes) < quotes {
        mode = .text
        return read(line, into: &parts)
      }
      parts.extendLast(to: line.range.upperBound)
      cursor.skipSpace()
      let run = cursor.run(of: mark)
      if run >= count, cursor.isBlank { mode = .text }
      isAfterBlank = false
    case .comment:
      parts.extendLast(to: line.range.upperBound)
      isAfterBlank = false
      if line.bytes.find("-->") != nil { mode = .text }
    case .percentComment:
      parts.extendLast(to: line.range.upperBound)
      isAfterBlank = false
      if line.bytes.find("%%") != nil { mode = .text }
    case .text: readText(line, into: &parts)
    }
  }

  private mutating func readText(_ line: TextLine, into parts: inout [ForeignText.Part]) {
    if line.isBlank {
      isAfterBlank = true
      return
    }
    defer { isAfterBlank = false }
    var cursor = LineCursor(line.bytes)
    cursor.skipSpace()
    let isHeading = cursor.next == UInt8(ascii: "#")
    if isAfterBlank || isHeading { closeItems(before: cursor.column) }
    if isAfterBlank || isInCode, cursor.column >= (items.last ?? 0) + 4 {
      if isInCode {
        parts.extendLast(to: line.range.upperBound)
      } else {
        parts.append(ForeignText.Part(kind: .code, range: line.range))
      }
      isInCode = true
      return
    }
    isInCode = false
    let indent = cursor
    let quotes = cursor.skipQuotes(atMost: .max)
    cursor.skipSpace()
    while quotes == 0, !items.isFull, let mark = cursor.skipListMark() {
      closeItems(before: mark)
      items.append(cursor.column)
    }
    let start = cursor.isSame(as: indent) ? line.range.lowerBound : cursor.offset(in: line)
    let comment = cursor
    if let mark = cursor.next, mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") {
      let count = cursor.run(of: mark)
      if count >= 3, mark == UInt8(ascii: "~") || !cursor.rest.contains(mark) {
        parts.append(ForeignText.Part(kind: .fence, range: start..<line.range.upperBound))
        mode = .fence(mark: mark, count: count, quotes: quotes)
        return
      }
    }
    guard line.hasCommentMark else { return }
    if comment.rest.starts(with: "<!--".utf8) {
      parts.append(ForeignText.Part(kind: .comment, range: start..<line.range.upperBound))
      if comment.rest.dropFirst(4).find("-->") == nil { mode = .comment }
    } else if comment.isPercentMark {
      parts.append(ForeignText.Part(kind: .comment, range: start..<line.range.upperBound))
      mode = .percentComment
    } else {
      readComments(in: line, into: &parts)
    }
  }

  private mutating func closeItems(before column: Int) {
    while let last = items.last, last > column { items.removeLast() }
  }

  /// Appends the comments within a line that are outside backticks. Cost: linear.
  private func readComments(in line: TextLine, into parts: inout [ForeignText.Part]) {
    let base = line.range.lowerBound - line.bytes.startIndex
    var rest = line.bytes
    var isCode = false
    // The first bytes of comment markers that are not closed on this line.
    var unclosed: Set<UInt8> = []
    while let byte = rest.first {
      if byte == UInt8(ascii: "`") { isCode.toggle() }
      if !isCode, !unclosed.contains(byte), rest.opensComment(in: line.bytes) {
        if let end = rest.endOfComment {
          parts.append(
            ForeignText.Part(kind: .comment, range: base + rest.startIndex..<base + end))
          rest = rest[end...]
          continue
        }
        unclosed.insert(byte)
      }
      rest.removeFirst()
    }
  }
}

/// Up to sixteen columns, stored without references, so that thousands of states are copied at
/// once.
private struct Columns: Equatable {
  private var columns = SIMD16<UInt16>()
  private var count = 0

  var isFull: Bool { count == SIMD16<UInt16>.scalarCount }
  var last: Int? { count > 0 ? Int(columns[count - 1]) : nil }

  mutating func append(_ column: Int) {
    guard !isFull else { return }
    columns[count] = UInt16(clamping: column)
    count += 1
  }

  mutating func removeLast() {
    guard count > 0 else { return }
    count -= 1
    columns[count] = 0
  }
}

/// A position in a line, and its column; a tab advances to the next multiple of four.
private struct LineCursor {
  private(set) var rest: ArraySlice<UInt8>
  private(set) var column = 0

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  var next: UInt8? { rest.first }
  var isBlank: Bool { rest.allSatisfy { $0 == 0x20 || $0 == 0x09 } }

  /// Whether the rest of the line is `%%` and white space.
  var isPercentMark: Bool {
    rest.starts(with: "%%".utf8) && rest.dropFirst(2).allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  func isSame(as other: LineCursor) -> Bool { rest.startIndex == other.rest.startIndex }

  func offset(in line: TextLine) -> Int {
    line.range.lowerBound + rest.startIndex - line.bytes.startIndex
  }

  mutating func skipSpace() {
    while let byte = rest.first, byte == 0x20 || byte == 0x09 {
      column = byte == 0x20 ? column + 1 : column / 4 * 4 + 4
      rest.removeFirst()
    }
  }

  /// Skips `>` marks with the space before them. Returns their number.
  mutating func skipQuotes(atMost limit: Int) -> Int {
    var count = 0
    while count < limit {
      var ahead = self
      ahead.skipSpace()
      guard ahead.next == UInt8(ascii: ">") else { break }
      ahead.skip(1)
      self = ahead
      count += 1
    }
    return count
  }

  /// Skips marks of one kind. Returns their number.
  mutating func run(of mark: UInt8) -> Int {
    let count = rest.prefix { $0 == mark }.count
    skip(count)
    return count
  }

  /// Skips a list item's marker and the space after it. Returns the column of the marker, or nil if
  /// there is none.
  mutating func skipListMark() -> Int? {
    let start = column
    var ahead = self
    switch next {
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"): ahead.skip(1)
    default:
      let digits = rest.prefix { (0x30...0x39).contains($0) }.count
      guard (1...9).contains(digits) else { return nil }
      ahead.skip(digits)
      guard ahead.next == UInt8(ascii: ".") || ahead.next == UInt8(ascii: ")") else { return nil }
      ahead.skip(1)
    }
    guard let space = ahead.next else {
      ahead.column += 1
      self = ahead
      return start
    }
    guard space == 0x20 || space == 0x09 else { return nil }
    let mark = ahead.column
    ahead.skipSpace()
    // After more than four columns of space, the item's text is code.
    if ahead.column - mark > 4 { ahead.column = mark + 1 }
    self = ahead
    return start
  }

  private mutating func skip(_ count: Int) {
    rest.removeFirst(count)
    column += count
  }
}

extension ArraySlice<UInt8> {
  /// Returns whether the slice begins with a comment marker: `<!--`, or `%%` at the start of `line`
  /// or after white space and before a character other than `%`.
  fileprivate func opensComment(in line: ArraySlice<UInt8>) -> Bool {
    if starts(with: "<!--".utf8) { return true }
    guard starts(with: "%%".utf8), let next = dropFirst(2).first, next != UInt8(ascii: "%") else {
      return false
    }
    return startIndex == line.startIndex || line[startIndex - 1] <= 0x20
  }

  /// The end of the comment with which the slice begins; nil if it does not end here.
  fileprivate var endOfComment: Int? {
    first == UInt8(ascii: "%")
      ? dropFirst(2).find("%%").map { $0 + 2 } : dropFirst(4).find("-->").map { $0 + 3 }
  }

  /// Returns the first index of `literal`, or nil if there is none.
  fileprivate func find(_ literal: StaticString) -> Int? {
    let length = literal.utf8CodeUnitCount
    var index = startIndex
    while endIndex - index >= length {
      guard let found = self[index...].firstIndex(of: literal.utf8Start[0]),
        endIndex - found >= length
      else { return nil }
      if (1..<length).allSatisfy({ self[found + $0] == literal.utf8Start[$0] }) { return found }
      index = found + 1
    }
    return nil
  }
}

extension [ForeignText.Part] {
  mutating func extendLast(to end: Int) {
    guard let last = last else { return }
    self[count - 1].range = last.range.lowerBound..<Swift.max(last.range.upperBound, end)
  }
}
