import Foundation

/// A part of a title between colons, semicolons, dashes, parentheses and brackets. Contains
/// lowercase words without accents, and commas.
struct TitleSegment {
  var words: [String] = []
  var isParenthesis = false

  /// Returns the segments of a title that have a word. `#` before a digit is a word. `&`, “and”,
  /// “und” and “et” are all the word `&`.
  static func all(in title: String) -> [TitleSegment] {
    var reader = Reader()
    reader.read(folded(title).unicodeScalars)
    return reader.segments
  }

  /// Returns ASCII text as it is, since the reader makes it lowercase.
  private static func folded(_ text: String) -> String {
    // Fast path: most titles are ASCII, and folding is slow.
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    return text.folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil
    ).lowercased()
  }

  private struct Reader {
    var segments: [TitleSegment] = []
    private var segment = TitleSegment()
    private var word: [UInt8] = []
    private var depth = 0
    private var isAfterSpace = false

    mutating func read(_ scalars: String.UnicodeScalarView) {
      var last: Unicode.Scalar?
      for scalar in scalars {
        if let last { take(last, before: scalar) }
        last = scalar
      }
      if let last { take(last, before: " ") }
      endSegment()
    }

    private mutating func take(_ scalar: Unicode.Scalar, before next: Unicode.Scalar) {
      if Self.isWordPart(scalar) {
        if scalar.isASCII {
          let byte = UInt8(truncatingIfNeeded: scalar.value)
          word.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
        } else {
          word += Array(String(scalar).utf8)
        }
        isAfterSpace = false
        return
      }
      let isInNumber = Self.isDigit(next) && word.last.map { (0x30...0x39).contains($0) } == true
      switch scalar {
      case "(", "[":
        if depth == 0 { endSegment() } else { endWord() }
        depth += 1
        segment.isParenthesis = true
      case ")", "]":
        if depth == 1 { endSegment() } else { endWord() }
        depth = max(0, depth - 1)
        segment.isParenthesis = depth > 0
      case ":" where isInNumber: word.append(UInt8(ascii: "."))
      case ":", ";": endSegment()
      case ".", ",": takePoint(scalar, isInNumber: isInNumber)
      case "'", "\u{2019}", "\u{2018}", "\u{2BC}":
        // “l'étranger” has an article; “cat's” is a word.
        if word.count < 2, segment.words.isEmpty { endWord() }
      case "#":
        endWord()
        if Self.isDigit(next) { segment.words.append("#") }
      case "&":
        endWord()
        segment.words.append("&")
      default:
        if scalar.properties.isDash { return takeDash(scalar, before: next, isInNumber) }
        isAfterSpace = scalar.properties.isWhitespace
        endWord()
        return
      }
      isAfterSpace = false
    }

    private mutating func takePoint(_ scalar: Unicode.Scalar, isInNumber: Bool) {
      if scalar == "." {
        if isInNumber { word.append(UInt8(ascii: ".")) } else { endWord() }
      } else {
        endWord()
        if !segment.words.isEmpty { segment.words.append(",") }
      }
    }

    /// Reads a dash. Between digits, it joins them. An em dash, or a dash between spaces, ends the
    /// segment; any other dash ends the word.
    private mutating func takeDash(
      _ scalar: Unicode.Scalar, before next: Unicode.Scalar, _ isInNumber: Bool
    ) {
      if isInNumber {
        word.append(UInt8(ascii: "-"))
      } else if scalar == "\u{2014}" || isAfterSpace && next.properties.isWhitespace {
        endSegment()
      } else {
        endWord()
      }
      isAfterSpace = false
    }

    private mutating func endWord() {
      guard !word.isEmpty else { return }
      let text = String(decoding: word, as: UTF8.self)
      segment.words.append(word.count < 4 && Self.ands.contains(text) ? "&" : text)
      word.removeAll(keepingCapacity: true)
    }

    private mutating func endSegment() {
      endWord()
      let isParenthesis = segment.isParenthesis
      if segment.words.contains(where: { $0 != "," }) { segments.append(segment) }
      segment = TitleSegment(isParenthesis: isParenthesis && depth > 0)
    }

    private static let ands: Set = ["and", "und", "et"]

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.value {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: return true
      case 0..<0x80: return false
      default:
        if scalar.properties.isAlphabetic || scalar.properties.numericType != nil { return true }
        return switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
      }
    }
  }
}
