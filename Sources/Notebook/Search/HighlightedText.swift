internal import Foundation

/// What FTS5 puts around a match. Random, so that no text can contain it by intent.
struct HighlightMarks {
  let opening: String
  let closing: String

  init() {
    let nonce = String(UInt64.random(in: .min ... .max), radix: 36)
    opening = "\u{2}" + nonce + "<"
    closing = "\u{2}" + nonce + ">"
  }
}

/// A text and where a search matched in it.
struct HighlightedText: Equatable {
  var text: String
  /// UTF-8 offsets, ascending, apart from each other, none empty.
  var matches: [Range<Int>] = []
}

extension HighlightedText {
  /// Takes `marks` out of what FTS5's `highlight()` made.
  init(bytes: [UInt8], marks: HighlightMarks) {
    let opening = Array(marks.opening.utf8)
    let closing = Array(marks.closing.utf8)
    self.init(text: "", matches: [])
    var start = 0
    var open: Int?
    // Each piece is decoded by itself, so that repaired bytes do not shift the offsets.
    func appendPiece(_ end: Int) { text += String(decoding: bytes[start..<end], as: UTF8.self) }
    var position = 0
    while let mark = bytes[position...].firstIndex(of: opening[0]) {
      if bytes[mark...].starts(with: opening) {
        appendPiece(mark)
        open = text.utf8.count
        start = mark + opening.count
      } else if bytes[mark...].starts(with: closing) {
        appendPiece(mark)
        if let open, open < text.utf8.count { matches.append(open..<text.utf8.count) }
        open = nil
        start = mark + closing.count
      }
      position = max(start, mark + 1)
    }
    appendPiece(bytes.count)
  }

  /// The text of `bytes` with a match wherever `literal` occurs.
  init(_ bytes: Data, literal: String) {
    text = String(decoding: bytes, as: UTF8.self)
    matches = text.withUTF8 {
      TextScan.occurrences(of: literal, in: UnsafeRawBufferPointer($0))
    }
  }

  /// The matches of both, which are of the same text.
  func merging(_ other: HighlightedText) -> HighlightedText {
    guard text.utf8.elementsEqual(other.text.utf8) else { return self }
    var merged = HighlightedText(text: text, matches: [])
    for match in (matches + other.matches).sorted(by: { $0.lowerBound < $1.lowerBound }) {
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

  /// The line in which `match` begins, from 0, and its columns there in UTF-16 units. Lines end
  /// at `\n`, `\r\n` or `\r`; a match that goes on into the next line is cut at the end.
  func line(of match: Range<Int>) -> (line: Int, columns: Range<Int>) {
    var line = 0
    var lineStart = 0
    var previous: UInt8 = 0
    var lineEnd = match.upperBound
    for (offset, byte) in text.utf8.prefix(match.upperBound).enumerated() {
      let endsLine = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
      if offset >= match.lowerBound {
        if endsLine {
          lineEnd = offset
          break
        }
      } else if endsLine {
        // The second half of "\r\n" ends nothing.
        if !(byte == UInt8(ascii: "\n") && previous == UInt8(ascii: "\r")) { line += 1 }
        lineStart = offset + 1
      }
      previous = byte
    }
    let column = self[lineStart..<match.lowerBound].utf16.count
    return (line, column..<(column + self[match.lowerBound..<lineEnd].utf16.count))
  }
}
