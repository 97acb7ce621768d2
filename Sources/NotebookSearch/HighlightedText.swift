import Foundation

/// The markers that FTS5 puts around a match. They are random, so that no text can contain them on
/// purpose.
struct HighlightMarks {
  let opening: String
  let closing: String
  let openingBytes: [UInt8]
  let closingBytes: [UInt8]
  /// The first byte of both markers.
  static let first: UInt8 = 0x02

  init() {
    let nonce = String(UInt64.random(in: .min ... .max), radix: 36)
    opening = "\u{2}" + nonce + "<"
    closing = "\u{2}" + nonce + ">"
    openingBytes = Array(opening.utf8)
    closingBytes = Array(closing.utf8)
  }
}

struct HighlightedText: Equatable {
  var text: String
  /// The ranges of the matches: UTF-8 offsets, ascending, without overlaps or empty ranges.
  var matches: [Range<Int>] = []
}

extension HighlightedText {
  /// Parses the result of FTS5's `highlight()`: ranges between `marks` become matches.
  init(bytes: UnsafeRawBufferPointer, marks: HighlightMarks) {
    let (opening, closing) = (marks.openingBytes, marks.closingBytes)
    self.init(text: "", matches: [])
    text.reserveCapacity(bytes.count)
    var start = 0
    var open: Int?
    // Decode each part separately, so that repaired bytes do not shift the offsets.
    func appendPiece(_ end: Int) {
      text += String(decoding: UnsafeRawBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
    }
    var position = 0
    while let found = Self.offset(of: HighlightMarks.first, in: bytes, from: position) {
      if bytes[found...].starts(with: opening) {
        appendPiece(found)
        open = text.utf8.count
        start = found + opening.count
      } else if bytes[found...].starts(with: closing) {
        appendPiece(found)
        if let open, open < text.utf8.count { matches.append(open..<text.utf8.count) }
        open = nil
        start = found + closing.count
      }
      position = max(start, found + 1)
    }
    appendPiece(bytes.count)
  }

  private static func offset(
    of byte: UInt8, in bytes: UnsafeRawBufferPointer, from start: Int
  ) -> Int? {
    guard let base = bytes.baseAddress, start < bytes.count else { return nil }
    let found = memchr(base + start, Int32(truncatingIfNeeded: byte), bytes.count - start)
    return found.map { UnsafeRawPointer($0) - base }
  }

  init(_ bytes: Data, literal: String) {
    text = String(decoding: bytes, as: UTF8.self)
    matches = text.withUTF8 {
      TextScan.occurrences(of: literal, in: UnsafeRawBufferPointer($0))
    }
  }

  /// The number of UTF-8 bytes kept from the start of the first match.
  static let most = 1 << 16

  /// The text up to `most` bytes after the start of its first match, or up to three bytes less, so
  /// that no scalar is cut. The texts of all hits are in memory at once, and may be long.
  var beginning: HighlightedText {
    let end = (matches.first?.lowerBound ?? 0) + Self.most
    guard end < text.utf8.count else { return self }
    var index = text.utf8.index(text.startIndex, offsetBy: end)
    while index.samePosition(in: text.unicodeScalars) == nil {
      index = text.utf8.index(before: index)
    }
    let kept = String(text[..<index])
    return HighlightedText(text: kept, matches: matches.filter { $0.upperBound <= kept.utf8.count })
  }

  /// Returns the shorter text, with the matches of both in it. If neither text is a prefix of the
  /// other, returns this text.
  func merging(_ other: HighlightedText) -> HighlightedText {
    let (shorter, longer) = text.utf8.count <= other.text.utf8.count ? (self, other) : (other, self)
    guard longer.text.utf8.starts(with: shorter.text.utf8) else { return self }
    var merged = HighlightedText(text: shorter.text, matches: [])
    let end = merged.text.utf8.count
    let matches = (matches + other.matches).filter { $0.upperBound <= end }
    for match in matches.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.matches.last, match.lowerBound < last.upperBound {
        let end = max(last.upperBound, match.upperBound)
        merged.matches[merged.matches.endIndex - 1] = last.lowerBound..<end
      } else {
        merged.matches.append(match)
      }
    }
    return merged
  }

  /// Returns the text between two UTF-8 offsets.
  subscript(part: Range<Int>) -> Substring {
    let start = text.utf8.index(text.startIndex, offsetBy: part.lowerBound)
    return text[start..<text.utf8.index(start, offsetBy: part.count)]
  }

  /// Returns the position of `match`: its line, from 0, and its columns in UTF-16 units, Unicode
  /// scalars and UTF-8 bytes. Lines end at `\n`, `\r\n` or `\r`; a match that continues on the next
  /// line is cut at the line end.
  func line(of match: Range<Int>) -> LineRange {
    var cursor = LineCursor()
    return line(of: match, after: &cursor)
  }

  /// Returns the position of `match`, and advances `cursor`, which must not be after it, to its
  /// start.
  func line(of match: Range<Int>, after cursor: inout LineCursor) -> LineRange {
    var text = text
    return text.withUTF8 { utf8 in
      // Most bytes are greater than `\r`, so test this first.
      for offset in cursor.offset..<max(cursor.offset, match.lowerBound)
      where utf8[offset] <= UInt8(ascii: "\r") && Self.endsLine(utf8[offset]) {
        // `\n` in `\r\n` does not end another line.
        let isSecond =
          utf8[offset] == UInt8(ascii: "\n") && offset > 0 && utf8[offset - 1] == UInt8(ascii: "\r")
        if !isSecond { cursor.line += 1 }
        cursor.lineStart = offset + 1
      }
      cursor.offset = max(cursor.offset, match.lowerBound)
      let end = utf8[match].firstIndex(where: Self.endsLine) ?? match.upperBound
      let before = utf8[cursor.lineStart..<match.lowerBound]
      let inside = utf8[match.lowerBound..<end]
      let column = Self.utf16Count(of: before)
      let scalar = before.count { $0 & 0xC0 != 0x80 }
      return LineRange(
        line: cursor.line, columns: column..<column + Self.utf16Count(of: inside),
        scalars: scalar..<scalar + inside.count { $0 & 0xC0 != 0x80 },
        bytes: before.count..<before.count + inside.count)
    }
  }

  private static func endsLine(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  private static func utf16Count(of utf8: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    utf8.reduce(0) { count, byte in
      // Each scalar has one byte that is not a continuation byte; scalars of four bytes take two
      // units.
      count + (byte & 0xC0 == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1)
    }
  }
}

/// A range within a line. Lines count from 0; columns are in three units.
struct LineRange {
  var line: Int
  var columns: Range<Int>
  var scalars: Range<Int>
  var bytes: Range<Int>
}

/// The position up to which the lines of a text were counted. Lines count from 0; offsets are in
/// UTF-8 bytes.
struct LineCursor {
  var offset = 0
  var line = 0
  var lineStart = 0
}
