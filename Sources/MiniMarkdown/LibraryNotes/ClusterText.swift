import Foundation

/// A text as the app's grammar sees it: at a place is a character, of which those of several
/// Unicode scalars are in none of the grammar's sets; the next place is as many further as the
/// character has UTF-16 units.
///
/// The app has two readers. It reads a note's text by UTF-16 units, so that all goes well except
/// where a mark of the language carries another mark. It reads a stored cloze by characters, and
/// goes too far after every character of two units or more: it skips text, and may come to a place
/// after the end, where it crashes.
///
/// The rules here look ahead only; each returns the place after its match.
package struct ClusterText {
  /// The units of places.
  package enum Places {
    /// A note's text: UTF-16 units.
    case units
    /// A stored cloze: characters.
    case characters
  }

  /// At each place a scalar's value, or, for a character of several, one of the two below.
  private var characters: [UInt32] = []
  /// The number of UTF-16 units of the character at each place.
  private var widths: [Int32] = []
  private let units: [UInt16]
  /// The index of each place among the units; nil if they are the same.
  private var offsets: [Int32]?
  /// The number of places.
  package var count: Int { characters.count }
  /// Whether there is a character of several scalars.
  package private(set) var hasClusters = false
  /// Whether Foundation takes characters together that are several to Swift. The app then sees the
  /// first of them again and again; a debug build of it stops.
  package private(set) var hasLongSequences = false

  /// In UTF-16 units.
  private static let longestSequence = 64

  private static let cluster: UInt32 = 0x11_0000
  private static let emojiCluster: UInt32 = 0x11_0001
  private static let endOfText: UInt32 = 0x11_0002

  package init(_ text: String, by places: Places) {
    units = Array(text.utf16)
    characters.reserveCapacity(units.count)
    widths.reserveCapacity(units.count)
    switch places {
    case .units: readUnits(text)
    case .characters where !Self.mayHaveWideCharacters(text):
      for unit in units { append(code: UInt32(truncatingIfNeeded: unit), width: 1) }
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

  /// Whether the text may have characters of several scalars or units. Cost: linear, about a
  /// nanosecond for each byte.
  package static func mayHaveWideCharacters(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var index = 0
      while let scalar = nextScalar(bytes, index), scalar.isNarrow { index += scalar.length }
      return index < bytes.count
    }
  }

  /// Whether a line of a text in UTF-8 may have such a character so near to its end that a reader that goes
  /// too far after it comes to a place after the line. Nowhere else can the app crash, as each of
  /// its blocks ends where a line ends. Cost: as above.
  package static func mayHaveWideCharactersAtLineEnds(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    // The smaller bytes are those of narrow ones alone.
    guard bytes.contains(where: { $0 >= 0xCC || $0 == UInt8(ascii: "\r") }) else { return false }
    var index = 0
    // In characters from the beginning of the line, counted too low rather than too high.
    var (place, reached) = (0, 0)
    // Of the sequence that a wide character may be, in UTF-16 units, counted too high; the narrow
    // characters since its last wide scalar.
    var (width, narrow) = (0, 2)
    while let scalar = nextScalar(bytes, index) {
      index += scalar.length
      if scalar.isLineEnd {
        if reached > place { return true }
        (place, reached, narrow) = (0, 0, 2)
      } else if scalar.isNarrow {
        narrow += 1
        // The first may be a part of the sequence.
        if narrow > 1 { place += 1 }
      } else {
        // Sequences are taken together across one narrow character; each may begin and end with one.
        width = narrow > 1 ? 2 : width + narrow
        width += scalar.length > 3 ? 2 : 1
        narrow = 0
        reached = max(reached, place + width - 1)
      }
    }
    return reached > place
  }

  /// The scalar that begins at `index`, or as much of a narrow one as is needed to go on; nil at the end.
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

  /// Whether a character that begins with these bytes is among those that are known to be one unit and
  /// to join no other. Nothing before U+0300 does; of the others, those that are most common are known.
  private static func joinsNothing(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Bool {
    switch first {
    // Greek: U+0370 to U+03FF. Before it in the same byte stand marks.
    case 0xCD: second >= 0xB0
    case 0xCE, 0xCF: true
    // Letters of Hebrew (U+05D0 to U+05EA) and Arabic (U+0621 to U+063A, U+0641 to U+064A), without points.
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
    // Hangul syllables: U+AC00 to U+D7A3. The letters that join them are elsewhere.
    case 0xEA: second >= 0xB0
    case 0xEB, 0xEC: true
    case 0xED: second < 0x9E || second == 0x9E && third <= 0xA3
    default: false
    }
  }

  /// Each unit is part of one of Foundation's composed character sequences, of which the app takes
  /// the first character.
  private mutating func readUnits(_ text: String) {
    let string = NSString(string: text)
    var long: (units: Range<Int>, character: Character)?
    for place in units.indices {
      if let long, long.units.contains(place) {
        append(long.character)
        continue
      }
      if stands(alone: place) {
        append(code: UInt32(truncatingIfNeeded: units[place]), width: 1)
        continue
      }
      // Asked at each of its units, for the answers need not be the same; of a sequence longer than any
      // script has, once, for each answer costs its length.
      let range = string.rangeOfComposedCharacterSequence(at: place)
      let start = min(max(0, range.location), place)
      let end = max(place + 1, min(units.count, range.location + range.length))
      let sequence = String(decoding: units[start..<end], as: UTF16.self)
      guard let character = sequence.first else { break }
      append(character)
      if end - start > Self.longestSequence { long = (start..<end, character) }
      if sequence.unicodeScalars.count > 1 { hasClusters = true }
      if sequence.count > 1 { hasLongSequences = true }
    }
  }

  /// Whether neither the unit at `place` nor its neighbours can be part of a sequence: those of
  /// alphabets and their punctuation, without marks.
  private func stands(alone place: Int) -> Bool {
    units[max(0, place - 1)..<min(units.count, place + 2)].allSatisfy(Self.isAlone)
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

  /// The text of some places.
  package func text(_ places: Range<Int>) -> String {
    let places = places.clamped(to: 0..<count)
    return String(
      decoding: units[offset(places.lowerBound)..<offset(places.upperBound)], as: UTF16.self)
  }

  /// The same as UTF-8 bytes of the whole text.
  package func bytes(_ places: Range<Int>) -> Range<Int> {
    let start = text(0..<places.lowerBound).utf8.count
    return start..<start + text(places).utf8.count
  }

  private func offset(_ place: Int) -> Int {
    guard let offsets else { return min(max(0, place), units.count) }
    return place < offsets.count ? Int(offsets[max(0, place)]) : units.count
  }

  /// The place after the character at `place`, which must be before the end.
  package func next(_ place: Int) -> Int { place + (place < count ? Int(widths[place]) : 1) }

  /// Whether that character is at `place`, without a mark.
  package func has(_ character: Unicode.Scalar, at place: Int) -> Bool {
    self[place] == character.value
  }

  /// Whether the units from `place` are those of `literal`, which is ASCII: the one rule that does
  /// not look at characters. The place must not be after the end.
  package func spells(_ literal: String, at place: Int, anyCase: Bool = false) -> Bool {
    guard place + literal.utf8.count <= count else { return false }
    var index = offset(place)
    for byte in literal.utf8 {
      guard index < units.count else { return false }
      let isLetter = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte & ~0x20
      let found = Self.spelled(units[index])
      guard found == byte || anyCase && isLetter && found == byte ^ 0x20 else { return false }
      index += 1
    }
    return true
  }

  /// Foundation takes these characters for one another.
  private static func spelled(_ unit: UInt16) -> UInt16 {
    switch unit {
    case 0x1FEF: 0x60
    case 0x37E: 0x3B
    default: unit
    }
  }

  /// Whether an inline element can begin at `place`.
  package func canBeginStyle(_ place: Int) -> Bool {
    switch self[place] {
    case 0x21, 0x2A, 0x3F, 0x5F, 0x60: true  // ! * ? _ `
    case ..<0x80: isSpace(place)
    default: isSpace(place) || isEmoji(place)
    }
  }

  package func isCluster(_ place: Int) -> Bool {
    self[place] == Self.cluster || self[place] == Self.emojiCluster
  }

  package func isSpace(_ place: Int) -> Bool { scalar(place)?.isMiniMarkdownSpace ?? false }

  package func isVisible(_ place: Int) -> Bool { scalar(place)?.isMiniMarkdownText ?? false }

  package func isEmoji(_ place: Int) -> Bool {
    self[place] == Self.emojiCluster
      || self[place] > 0x238C && scalar(place)?.properties.isEmoji ?? false
  }

  private func isDigit(_ place: Int) -> Bool {
    guard let scalar = scalar(place) else { return false }
    return "0"..."9" ~= scalar
      || scalar.value >= 0x80 && CharacterSet.decimalDigits.contains(scalar)
  }

  private subscript(place: Int) -> UInt32 { place < count ? characters[place] : Self.endOfText }

  private func scalar(_ place: Int) -> Unicode.Scalar? { Unicode.Scalar(self[place]) }
}

extension ClusterText {
  /// The line end at `place` that ends a paragraph.
  package func terminator(_ place: Int) -> Int? {
    guard has("\n", at: place) else { return nil }
    let next = place + 1
    let ends =
      has("#", at: next) || has("\n", at: next) || bullet(next) != nil || number(next) != nil
      || quoteMarker(next) != nil
    return ends ? next : nil
  }

  package func blankLine(_ place: Int) -> Int? {
    let (end, _) = run(place, isSpace)
    return has("\n", at: end) ? end + 1 : nil
  }

  package func headerMarker(_ place: Int) -> Int? {
    let marks = run(place) { has("#", at: $0) }
    let tab = run(marks.end, isSpace)
    return (1...6).contains(marks.count) && tab.count > 0 ? tab.end : nil
  }

  package func bullet(_ place: Int) -> Int? {
    let mark = run(place, isSpace).end
    guard has("*", at: mark) || has("-", at: mark) || has("+", at: mark) else { return nil }
    return markerEnd(mark + 1)
  }

  package func number(_ place: Int) -> Int? {
    let digits = run(run(place, isSpace).end, isDigit)
    guard (1...9).contains(digits.count), has(".", at: digits.end) || has(")", at: digits.end)
    else {
      return nil
    }
    return markerEnd(digits.end + 1)
  }

  package func quoteMarker(_ place: Int) -> Int? {
    let spaces = run(place, isSpace)
    guard spaces.count <= 3, has(">", at: spaces.end) else { return nil }
    return isSpace(spaces.end + 1) ? spaces.end + 2 : spaces.end + 1
  }

  private func markerEnd(_ place: Int) -> Int? {
    let spaces = run(place, isSpace)
    return (1...4).contains(spaces.count) ? spaces.end : nil
  }

  /// The end of the characters that match, and their number.
  package func run(_ place: Int, _ matches: (Int) -> Bool) -> (end: Int, count: Int) {
    var (end, count) = (place, 0)
    while end < self.count, matches(end) {
      end = next(end)
      count += 1
    }
    return (end, count)
  }
}
