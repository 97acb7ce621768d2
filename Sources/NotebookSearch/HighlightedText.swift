import Foundation

/// The marks that FTS5 puts around a match. Random, so that no text can contain them by intent.
struct HighlightMarks {
  let opening: String
  let closing: String
  /// The same, for a search by bytes. Both begin with the byte `first`.
  let openingBytes: [UInt8]
  let closingBytes: [UInt8]
  static let first: UInt8 = 0x02

  init() {
    let nonce = String(UInt64.random(in: .min ... .max), radix: 36)
    opening = "\u{2}" + nonce + "<"
    closing = "\u{2}" + nonce + ">"
    openingBytes = Array(opening.utf8)
    closingBytes = Array(closing.utf8)
  }
}

/// A text and where a search matched in it.
struct HighlightedText: Equatable {
  var text: String
  /// UTF-8 offsets, ascending, apart from each other, none empty.
  var matches: [Range<Int>] = []
}

extension HighlightedText {
  /// Takes `marks` out of the result of FTS5's `highlight()`.
  init(bytes: UnsafeRawBufferPointer, marks: HighlightMarks) {
    let (opening, closing) = (marks.openingBytes, marks.closingBytes)
    self.init(text: "", matches: [])
    text.reserveCapacity(bytes.count)
    var start = 0
    var open: Int?
    // Each piece is decoded by itself, so that repaired bytes do not shift the offsets.
    func appendPiece(_ end: Int) {
      text += String(decoding: UnsafeRawBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
    }
    var position = 0
    while let found = Self.place(of: HighlightMarks.first, in: bytes, from: position) {
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

  /// The first place of `byte` from `start` on.
  private static func place(
    of byte: UInt8, in bytes: UnsafeRawBufferPointer, from start: Int
  ) -> Int? {
    guard let base = bytes.baseAddress, start < bytes.count else { return nil }
    let found = memchr(base + start, Int32(truncatingIfNeeded: byte), bytes.count - start)
    return found.map { UnsafeRawPointer($0) - base }
  }

  /// The text of `bytes` with a match wherever `literal` occurs.
  init(_ bytes: Data, literal: String) {
    text = String(decoding: bytes, as: UTF8.self)
    matches = text.withUTF8 {
      TextScan.occurrences(of: literal, in: UnsafeRawBufferPointer($0))
    }
  }

  /// The number of bytes after the first match that are searched for others.
  static let most = 1 << 16

  /// The beginning that is shown. The texts of all hits are held at once, and may be long.
  var beginning: HighlightedText {
    let end = (matches.first?.lowerBound ?? 0) + Self.most
    guard end < text.utf8.count else { return self }
    let index = text.utf8.index(text.startIndex, offsetBy: end)
    let kept = String(text[..<(index.samePosition(in: text.unicodeScalars) ?? text.endIndex)])
    return HighlightedText(text: kept, matches: matches.filter { $0.upperBound <= kept.utf8.count })
  }

  /// The matches of both, which are of the same text, or beginnings of it.
  func merging(_ other: HighlightedText) -> HighlightedText {
    let (shorter, longer) = text.utf8.count <= other.text.utf8.count ? (self, other) : (other, self)
    guard longer.text.utf8.starts(with: shorter.text.utf8) else { return self }
    // The shorter one has the first match of all.
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

  /// The part of the text between two UTF-8 offsets.
  subscript(part: Range<Int>) -> Substring {
    let start = text.utf8.index(text.startIndex, offsetBy: part.lowerBound)
    return text[start..<text.utf8.index(start, offsetBy: part.count)]
  }

  /// The line in which `match` begins, from 0, its columns there in UTF-16 units, and the Unicode
  /// scalars before it. Lines end at `\n`, `\r\n` or `\r`; a match that goes on into the next line is
  /// cut at the end.
  func line(of match: Range<Int>) -> LinePlace {
    var cursor = LineCursor()
    return line(of: match, after: &cursor)
  }

  /// The same. `cursor` stands before `match`, and goes there.
  func line(of match: Range<Int>, after cursor: inout LineCursor) -> LinePlace {
    var text = text
    return text.withUTF8 { utf8 in
      // Few bytes are so small.
      for offset in cursor.offset..<max(cursor.offset, match.lowerBound)
      where utf8[offset] <= UInt8(ascii: "\r") && Self.endsLine(utf8[offset]) {
        // The second half of "\r\n" ends nothing.
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
      return LinePlace(
        line: cursor.line, columns: column..<column + Self.utf16Count(of: inside),
        scalars: scalar..<scalar + inside.count { $0 & 0xC0 != 0x80 },
        bytes: before.count..<before.count + inside.count)
    }
  }

  private static func endsLine(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  /// The length of a text in UTF-16 units. `utf16.count` would look through the whole text first.
  private static func utf16Count(of utf8: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    utf8.reduce(0) { count, byte in
      // Each scalar has one byte that continues none, and those of four bytes are two units.
      count + (byte & 0xC0 == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1)
    }
  }
}

/// A place in a text, by its line.
struct LinePlace {
  /// From 0.
  var line: Int
  /// In UTF-16 units.
  var columns: Range<Int>
  /// In Unicode scalars.
  var scalars: Range<Int>
  /// In UTF-8 bytes.
  var bytes: Range<Int>
}

/// The place up to which the lines of a text are counted.
struct LineCursor {
  /// In UTF-8 bytes.
  var offset = 0
  /// From 0.
  var line = 0
  /// The start of the line, in UTF-8 bytes.
  var lineStart = 0
}
