import PackratParsing

/// A line as in the grammar: it ends with `\n` or `\r\n`.
struct NoteLine {
  /// The range of the line without its line end, in UTF-8 bytes.
  var range: Range<Int>
  /// The start of the next line, or the text's end after the last line.
  var end: Int

  /// Whether there is a line end, so that another line follows.
  var isEnded: Bool { end > range.upperBound }
}

extension DocumentSnapshot {
  /// Returns the line that contains `offset`, which is clamped to the text. Cost: O(log n), and
  /// linear in the line.
  func noteLine(at offset: Int) -> NoteLine {
    let offset = min(max(offset, 0), count)
    var start = offset
    while start > 0 {
      let chunk = utf8(in: max(0, start - 256)..<start)
      if let feed = chunk.lastIndex(of: 0x0A) {
        start += feed + 1 - chunk.count
        break
      }
      start -= chunk.count
    }
    var end = offset
    while end < count {
      let chunk = utf8(in: end..<min(count, end + 256))
      if let feed = chunk.firstIndex(of: 0x0A) {
        end += feed
        let isPair = end > start && byte(at: end - 1) == 0x0D
        return NoteLine(range: start..<(isPair ? end - 1 : end), end: end + 1)
      }
      end += chunk.count
    }
    return NoteLine(range: start..<count, end: count)
  }

  func noteLine(before line: NoteLine) -> NoteLine? {
    line.range.lowerBound > 0 ? noteLine(at: line.range.lowerBound - 1) : nil
  }

  func noteLine(after line: NoteLine) -> NoteLine? { line.isEnded ? noteLine(at: line.end) : nil }

  /// Returns the line after `line`, skipping up to three blank lines.
  func textLine(after line: NoteLine) -> NoteLine? {
    var next = noteLine(after: line)
    for _ in 0..<3 {
      guard let blank = next, isBlank(blank) else { break }
      next = noteLine(after: blank)
    }
    return next
  }

  /// Returns the lines that `range` overlaps, or nil if there are more than `limit`. Does not
  /// include a line that `range` reaches only at its start.
  func noteLines(in range: Range<Int>, limit: Int) -> [NoteLine]? {
    var lines = [noteLine(at: range.lowerBound)]
    while let last = lines.last, last.end < range.upperBound, let next = noteLine(after: last) {
      if lines.count == limit { return nil }
      lines.append(next)
    }
    return lines
  }

  /// Returns whether a line contains only white space, or is nil.
  func isBlank(_ line: NoteLine?) -> Bool {
    line.map { trimmed($0.range).isEmpty } ?? true
  }

  /// Returns the line end of `line` or else of the line before it; `\n` if there is none.
  func lineEnd(near line: NoteLine) -> String {
    let like = line.isEnded ? line : noteLine(before: line)
    return like.map { $0.end - $0.range.upperBound == 2 } == true ? "\r\n" : "\n"
  }

  /// Returns `range` without white space at either end. A range of only white space becomes empty,
  /// at its end.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    let text = text(in: range)
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return range.upperBound..<range.upperBound }
    let start = range.lowerBound + text.utf8.distance(from: text.startIndex, to: first)
    let end =
      range.lowerBound
      + text.utf8.distance(from: text.startIndex, to: scalars.index(after: last))
    return start..<end
  }
}
