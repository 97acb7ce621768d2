import Foundation

/// A text as the app's grammar sees it: a sequence of positions, each with a character. Characters
/// of several Unicode scalars are in none of the grammar's sets. The parser advances by the UTF-16
/// length of a character.
///
/// The app has two readers. One reads a note's text by UTF-16 units, which works except where a
/// marker of the language carries a combining mark. The other reads a stored cloze by characters,
/// but still advances by UTF-16 lengths. So it skips text after every character of two units or
/// more. It may reach a position after the end, where it crashes.
///
/// The rules here only look ahead; each returns the position after its match.
package struct ClusterText {
  /// The unit in which positions are counted.
  package enum Unit {
    /// UTF-16 units, as for a note's text.
    case units
    /// Characters, as for a stored cloze.
    case characters
  }

  /// The scalar value at each position, or `cluster` or `emojiCluster` for a character of several
  /// scalars.
  private var characters: [UInt32] = []
  /// The number of UTF-16 units of the character at each position.
  private var widths: [Int32] = []
  private let units: [UInt16]
  /// The index of each position in `units`; nil if they are equal.
  private var offsets: [Int32]?
  /// The number of positions.
  package var count: Int { characters.count }
  /// Whether a text read by units contains a character of several scalars.
  package private(set) var hasClusters = false
  /// Whether Foundation composes several Swift characters into one sequence. The app then reads the
  /// first of them repeatedly; its debug builds stop.
  package private(set) var hasLongSequences = false

  /// The length in UTF-16 units above which a sequence is looked up only once.
  private static let longestSequence = 64

  private static let cluster: UInt32 = 0x11_0000
  private static let emojiCluster: UInt32 = 0x11_0001
  private static let endOfText: UInt32 = 0x11_0002

  package init(_ text: String, by unit: Unit) {
    units = Array(text.utf16)
    characters.reserveCapacity(units.count)
    widths.reserveCapacity(units.count)
    switch unit {
    case .units: readUnits(text)
    case .characters where !Self.mayHaveWideCharacters(text):
      for code in units { append(code: UInt32(truncatingIfNeeded: code), width: 1) }
    case .characters:
      var offset = 0
      var offsets: [Int32] = []
      for character in text {
        append(character)
        offsets.append(Int32(clamping: offset))
        offset += character.utf16.count
      }
      self.offsets = offsets
    }
  }

  /// Returns whether the text may contain characters of several scalars or units. Cost: linear.
  package static func mayHaveWideCharacters(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var index = 0
      while let scalar = nextScalar(bytes, index), scalar.isNarrow { index += scalar.length }
      return index < bytes.count
    }
  }

  /// Returns whether a line of UTF-8 text may contain a character of several scalars or units near
  /// its end. The app advances too far after such a character, and may pass the line's end. Without
  /// such characters the app cannot crash, since each of its blocks ends at a line end. Cost:
  /// linear.
  package static func mayHaveWideCharactersAtLineEnds(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    // Smaller bytes belong to narrow characters only.
    guard bytes.contains(where: { $0 >= 0xCC || $0 == UInt8(ascii: "\r") }) else { return false }
    var index = 0
    // Positions in characters from the start of the line, rounded down.
    var (position, reached) = (0, 0)
    // The width of the sequence that a wide character may belong to, in UTF-16 units, rounded up.
    // Then the number of narrow characters since its last wide scalar.
    var (width, narrow) = (0, 2)
    while let scalar = nextScalar(bytes, index) {
      index += scalar.length
      if scalar.isLineEnd {
        if reached > position { return true }
        (position, reached, narrow) = (0, 0, 2)
      } else if scalar.isNarrow {
        narrow += 1
        // The first narrow character may be part of the sequence.
        if narrow > 1 { position += 1 }
      } else {
        // Sequences are joined across one narrow character; each may begin and end with one.
        width = narrow > 1 ? 2 : width + narrow
        width += scalar.length > 3 ? 2 : 1
        narrow = 0
        reached = max(reached, position + width - 1)
      }
    }
    return reached > position
  }

  /// Returns the scalar that begins at `index`, or nil at the end.
  @inline(__always)
  private static func nextScalar(
    _ bytes: UnsafeBufferPointer<UInt8>, _ index: Int
  ) -> (length: Int, isNarrow: Bool, isLineEnd: Bool)? {
    guard index < bytes.count else { return nil }
    let byte = bytes[index]
    let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
    if byte < 0xCC { return (length, byte != UInt8(ascii: "\r"), byte == UInt8(ascii: "\n")) }
    func next(_ count: Int) -> UInt8 { index + count < bytes.count ? bytes[index + count] : 0 }
    let isNarrow = joinsNothing(byte, next(1), next(2))
    return (length, isNarrow, false)
  }

  /// Returns whether a character that begins with these bytes certainly is one UTF-16 unit and
  /// joins no other character. True for the most common characters from U+0300 on.
  private static func joinsNothing(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Bool {
    switch first {
    // Greek: U+0370 to U+03FF. The characters before it with this first byte are combining marks.
    case 0xCD: second >= 0xB0
    case 0xCE, 0xCF: true
    // Letters of Hebrew (U+05D0 to U+05EA) and Arabic (U+0621 to U+063A, U+0641 to U+064A), without
    // points.
    case 0xD7: (0x90...0xAA).contains(second)
    case 0xD8: (0xA1...0xBA).contains(second)
    case 0xD9: (0x81...0x8A).contains(second)
    // Cyrillic, up to U+047F.
    case 0xD0, 0xD1: true
    // Dashes, quotation marks, dots: U+2010 to U+2027.
    case 0xE2: second == 0x80 && (0x90...0xA7).contains(third)
    // Kana, without the two marks that join.
    case 0xE3: (0x81...0x83).contains(second) && !(second == 0x82 && (0x99...0x9A).contains(third))
    // Chinese characters: U+4000 to U+9FFF.
    case 0xE4...0xE9: true
    // Hangul syllables: U+AC00 to U+D7A3. The Hangul letters that join them have other code points.
    case 0xEA: second >= 0xB0
    case 0xEB, 0xEC: true
    case 0xED: second < 0x9E || second == 0x9E && third <= 0xA3
    default: false
    }
  }

  /// Appends, for each unit, the first character of Foundation's composed character sequence around
  /// it, as the app does.
  private mutating func readUnits(_ text: String) {
    let string = NSString(string: text)
    var long: (units: Range<Int>, character: Character)?
    for position in units.indices {
      if let long, long.units.contains(position) {
        append(long.character)
        continue
      }
      if stands(alone: position) {
        append(code: UInt32(truncatingIfNeeded: units[position]), width: 1)
        continue
      }
      // Looked up for each unit, because results can differ within a sequence. For a sequence
      // longer than in any script, looked up once, since each lookup costs its length.
      let range = string.rangeOfComposedCharacterSequence(at: position)
      let start = min(max(0, range.location), position)
      let end = max(position + 1, min(units.count, range.location + range.length))
      let sequence = String(decoding: units[start..<end], as: UTF16.self)
      guard let character = sequence.first else { break }
      append(character)
      if end - start > Self.longestSequence { long = (start..<end, character) }
      if sequence.unicodeScalars.count > 1 { hasClusters = true }
      if sequence.count > 1 { hasLongSequences = true }
    }
  }

  /// Returns whether neither the unit at `position` nor its neighbors can be part of a sequence:
  /// letters and punctuation without combining marks.
  private func stands(alone position: Int) -> Bool {
    units[max(0, position - 1)..<min(units.count, position + 2)].allSatisfy(Self.isAlone)
  }

  private static func isAlone(_ unit: UInt16) -> Bool {
    switch unit {
    case ..<0x300, 0x370..<0x483, 0x48A..<0x531, 0x1E00..<0x2000, 0x2010..<0x2028, 0x2030..<0x205F,
      0x3041..<0x3097, 0x30A1..<0x30FF, 0x3400..<0x4DC0, 0x4E00..<0xA000, 0xAC00..<0xD7A4:
      true
    default: false
    }
  }

  private mutating func append(_ character: Character) {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return }
    var code = first.value
    if !scalars.dropFirst().isEmpty {
      code = first.properties.isEmoji ? Self.emojiCluster : Self.cluster
    }
    append(code: code, width: character.utf16.count)
  }

  private mutating func append(code: UInt32, width: Int) {
    characters.append(code)
    widths.append(Int32(clamping: width))
  }

  /// Returns the text of a range of positions.
  package func text(_ range: Range<Int>) -> String {
    let range = range.clamped(to: 0..<count)
    return String(
      decoding: units[offset(range.lowerBound)..<offset(range.upperBound)], as: UTF16.self)
  }

  /// Returns the UTF-8 range of a range of positions.
  package func bytes(_ range: Range<Int>) -> Range<Int> {
    let start = text(0..<range.lowerBound).utf8.count
    return start..<start + text(range).utf8.count
  }

  private func offset(_ position: Int) -> Int {
    guard let offsets else { return min(max(0, position), units.count) }
    return position < offsets.count ? Int(offsets[max(0, position)]) : units.count
  }

  /// Returns the position after the character at `position`. Advances by 1 at or after the end.
  package func next(_ position: Int) -> Int {
    position + (position < count ? Int(widths[position]) : 1)
  }

  /// Returns whether `character`, without a combining mark, is at `position`.
  package func has(_ character: Unicode.Scalar, at position: Int) -> Bool {
    self[position] == character.value
  }

  /// Returns whether the units from `position` are those of `literal`, which must be ASCII. Only
  /// this rule compares units.
  package func spells(_ literal: String, at position: Int, anyCase: Bool = false) -> Bool {
    guard position + literal.utf8.count <= count else { return false }
    var index = offset(position)
    for byte in literal.utf8 {
      guard index < units.count else { return false }
      let isLetter = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte & ~0x20
      let found = Self.spelled(units[index])
      guard found == byte || anyCase && isLetter && found == byte ^ 0x20 else { return false }
      index += 1
    }
    return true
  }

  /// Returns the unit that Foundation considers equal to this one.
  private static func spelled(_ unit: UInt16) -> UInt16 {
    switch unit {
    case 0x1FEF: 0x60
    case 0x37E: 0x3B
    default: unit
    }
  }

  /// Returns whether an inline element can begin at `position`.
  package func canBeginStyle(_ position: Int) -> Bool {
    switch self[position] {
    case 0x21, 0x2A, 0x3F, 0x5F, 0x60: true  // ! * ? _ `
    case ..<0x80: isSpace(position)
    default: isSpace(position) || isEmoji(position)
    }
  }

  package func isCluster(_ position: Int) -> Bool {
    self[position] == Self.cluster || self[position] == Self.emojiCluster
  }

  package func isSpace(_ position: Int) -> Bool { scalar(position)?.isMiniMarkdownSpace ?? false }

  package func isVisible(_ position: Int) -> Bool { scalar(position)?.isMiniMarkdownText ?? false }

  package func isEmoji(_ position: Int) -> Bool {
    self[position] == Self.emojiCluster
      || self[position] > 0x238C && scalar(position)?.properties.isEmoji ?? false
  }

  private func isDigit(_ position: Int) -> Bool {
    guard let scalar = scalar(position) else { return false }
    return "0"..."9" ~= scalar
      || scalar.value >= 0x80 && CharacterSet.decimalDigits.contains(scalar)
  }

  private subscript(position: Int) -> UInt32 {
    position < count ? characters[position] : Self.endOfText
  }

  private func scalar(_ position: Int) -> Unicode.Scalar? { Unicode.Scalar(self[position]) }
}

extension ClusterText {
  /// Returns the position after the line end at `position` if it ends a paragraph, or else nil.
  package func terminator(_ position: Int) -> Int? {
    guard has("\n", at: position) else { return nil }
    let next = position + 1
    let ends =
      has("#", at: next) || has("\n", at: next) || bullet(next) != nil || number(next) != nil
      || quoteMarker(next) != nil
    return ends ? next : nil
  }

  package func blankLine(_ position: Int) -> Int? {
    let (end, _) = run(position, isSpace)
    return has("\n", at: end) ? end + 1 : nil
  }

  package func headerMarker(_ position: Int) -> Int? {
    let marks = run(position) { has("#", at: $0) }
    let tab = run(marks.end, isSpace)
    return (1...6).contains(marks.count) && tab.count > 0 ? tab.end : nil
  }

  package func bullet(_ position: Int) -> Int? {
    let mark = run(position, isSpace).end
    guard has("*", at: mark) || has("-", at: mark) || has("+", at: mark) else { return nil }
    return markerEnd(mark + 1)
  }

  package func number(_ position: Int) -> Int? {
    let digits = run(run(position, isSpace).end, isDigit)
    guard (1...9).contains(digits.count), has(".", at: digits.end) || has(")", at: digits.end)
    else {
      return nil
    }
    return markerEnd(digits.end + 1)
  }

  package func quoteMarker(_ position: Int) -> Int? {
    let spaces = run(position, isSpace)
    guard spaces.count <= 3, has(">", at: spaces.end) else { return nil }
    return isSpace(spaces.end + 1) ? spaces.end + 2 : spaces.end + 1
  }

  private func markerEnd(_ position: Int) -> Int? {
    let spaces = run(position, isSpace)
    return (1...4).contains(spaces.count) ? spaces.end : nil
  }

  /// Returns the end and the number of the consecutive characters that match.
  package func run(_ position: Int, _ matches: (Int) -> Bool) -> (end: Int, count: Int) {
    var (end, count) = (position, 0)
    while end < self.count, matches(end) {
      end = next(end)
      count += 1
    }
    return (end, count)
  }
}
