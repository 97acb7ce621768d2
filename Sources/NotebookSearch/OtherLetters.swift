import Foundation

/// Letters with two common spellings: `Straße` and `Strasse`, `всё` and `все`. The index does not
/// unify them.
enum OtherLetters {
  /// Returns the spelling in which words are compared.
  static func plain(_ word: String) -> String {
    guard word.utf8.contains(where: { $0 >= 0x80 }) else { return word }
    return word.replacing("ß", with: "ss").replacing("ё", with: "е")
  }

  private static let most = 16

  /// Returns other spellings of a phrase. In each word, one or all `е` become `ё`, and one or
  /// all `ss` become `ß`.
  static func spellings(of words: [String]) -> [[String]] {
    var all: [[String]] = [[]]
    for word in words {
      let others = spellings(of: word, isAlone: words.count == 1)
      all = Array(all.flatMap { start in ([word] + others).map { start + [$0] } }.prefix(most))
    }
    return Array(all.dropFirst())
  }

  private static func spellings(of word: String, isAlone: Bool) -> [String] {
    var others: [String] = []
    let plain = plain(word)
    if plain != word { others.append(plain) }
    if !word.contains("ё") { others += replacing("е", by: "ё", in: plain) }
    // For a single ASCII word, `otherSpellings(of:isPrefix:)` finds `ß`.
    if !isAlone || !word.utf8.allSatisfy({ $0 < 0x80 }) {
      others += replacing("ss", by: "ß", in: plain)
    }
    return others.filter { $0 != word }
  }

  private static func replacing(_ part: String, by other: String, in word: String) -> [String] {
    let ranges = word.ranges(of: part)
    let each = ranges.prefix(8).map { word.replacingCharacters(in: $0, with: other) }
    return each + (ranges.count > 1 ? [word.replacing(part, with: other)] : [])
  }
}
