internal import MiniMarkdown

/// A text as the app's grammar sees it: Swift characters, of which those of several Unicode scalars
/// are in none of the grammar's sets. The rules here look ahead only; each gives the place behind
/// what it matches.
struct AppText {
  /// A scalar's value, or, for a character of several, one of the two below; and 0s at the end.
  private let characters: [UInt32]
  let count: Int

  private static let cluster: UInt32 = 0x11_0000
  private static let emojiCluster: UInt32 = 0x11_0001
  private static let endOfText: UInt32 = 0x11_0002

  /// Reads `text`; nil if a mark of the language carries another mark: then nothing is sure.
  init?(_ text: String) {
    var characters: [UInt32] = []
    for character in text {
      let scalars = character.unicodeScalars
      guard let first = scalars.first else { continue }
      if scalars.dropFirst().isEmpty {
        characters.append(first.value)
      } else {
        let isLetterOrDigit = first.properties.isAlphabetic || "0"..."9" ~= first
        guard first.value >= 0x80 || isLetterOrDigit else { return nil }
        characters.append(first.properties.isEmoji ? Self.emojiCluster : Self.cluster)
      }
    }
    self.characters = characters
    count = characters.count
  }

  /// Whether the app's characters are other than Unicode scalars.
  static func differs(_ text: String) -> Bool {
    guard text.utf8.contains(where: { $0 >= 0x80 || $0 == 0x0D }) else { return false }
    return text.contains { !$0.unicodeScalars.dropFirst().isEmpty }
  }

  func has(_ character: Unicode.Scalar, at place: Int) -> Bool { self[place] == character.value }

  func has(_ literal: String, at place: Int, anyCase: Bool = false) -> Bool {
    literal.utf8.enumerated().allSatisfy { offset, byte in
      let found = self[place + offset]
      let isLetter = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte & ~0x20
      return found == byte || anyCase && isLetter && found == byte ^ 0x20
    }
  }

  /// Whether an inline element can begin at `place`.
  func canBeginStyle(_ place: Int) -> Bool {
    switch self[place] {
    case 0x21, 0x2A, 0x3F, 0x5F, 0x60: true  // ! * ? _ `
    case ..<0x80: isSpace(place)
    default: isSpace(place) || isEmoji(place)
    }
  }

  func isCluster(_ place: Int) -> Bool {
    self[place] == Self.cluster || self[place] == Self.emojiCluster
  }

  func isSpace(_ place: Int) -> Bool { scalar(place)?.isMiniMarkdownSpace ?? false }

  func isVisible(_ place: Int) -> Bool { scalar(place)?.isMiniMarkdownText ?? false }

  func isEmoji(_ place: Int) -> Bool {
    self[place] == Self.emojiCluster
      || self[place] > 0x238C && scalar(place)?.properties.isEmoji ?? false
  }

  private subscript(place: Int) -> UInt32 { place < count ? characters[place] : Self.endOfText }

  private func scalar(_ place: Int) -> Unicode.Scalar? { Unicode.Scalar(self[place]) }
}

extension AppText {
  /// The line end at `place` that ends a paragraph.
  func terminator(_ place: Int) -> Int? {
    guard has("\n", at: place) else { return nil }
    let next = place + 1
    let ends =
      has("#", at: next) || has("\n", at: next) || bullet(next) != nil || number(next) != nil
      || quoteMarker(next) != nil
    return ends ? next : nil
  }

  func blankLine(_ place: Int) -> Int? {
    let end = spaces(place)
    return has("\n", at: end) ? end + 1 : nil
  }

  func headerMarker(_ place: Int) -> Int? {
    let marks = run(place) { has("#", at: $0) }
    let end = spaces(marks)
    return (1...6).contains(marks - place) && end > marks ? end : nil
  }

  func bullet(_ place: Int) -> Int? {
    let mark = spaces(place)
    guard has("*", at: mark) || has("-", at: mark) || has("+", at: mark) else { return nil }
    return markerEnd(mark + 1)
  }

  func number(_ place: Int) -> Int? {
    let start = spaces(place)
    let end = run(start) { scalar($0)?.properties.generalCategory == .decimalNumber }
    guard (1...9).contains(end - start), has(".", at: end) || has(")", at: end) else { return nil }
    return markerEnd(end + 1)
  }

  func quoteMarker(_ place: Int) -> Int? {
    let mark = spaces(place)
    guard mark - place <= 3, has(">", at: mark) else { return nil }
    return isSpace(mark + 1) ? mark + 2 : mark + 1
  }

  func hashtag(_ place: Int) -> Int? {
    guard has("#", at: place) else { return nil }
    let end = run(place + 1) { isEmoji($0) || isVisible($0) }
    return end > place + 1 ? end : nil
  }

  func emoji(_ place: Int) -> Int? {
    let end = run(place, isEmoji)
    return end > place ? end : nil
  }

  private func spaces(_ place: Int) -> Int { run(place, isSpace) }

  private func markerEnd(_ place: Int) -> Int? {
    let end = spaces(place)
    return (1...4).contains(end - place) ? end : nil
  }

  private func run(_ place: Int, _ matches: (Int) -> Bool) -> Int {
    var end = place
    while end < count, matches(end) { end += 1 }
    return end
  }
}
