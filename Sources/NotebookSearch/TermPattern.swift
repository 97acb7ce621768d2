import GRDB
import Quoting

struct TermPattern {
  private struct Phrase {
    var words: [String]
    var isPrefix = false

    var fts5: String { words.joined(separator: " ").fts5Quoted + (isPrefix ? " *" : "") }
  }

  /// A query that finds only texts with the term.
  var certain: String { Self.any(of: phrases) }
  /// A query that finds further candidates; nil if there are none. A candidate counts if a match
  /// ends in a word that begins with `beginning`.
  var possible: String? { possiblePhrases.isEmpty ? nil : Self.any(of: possiblePhrases) }
  var any: String { Self.any(of: phrases + possiblePhrases) }
  private var phrases: [Phrase]
  private var possiblePhrases: [Phrase] = []
  /// The term's last word, perhaps only its beginning.
  let beginning: String
  let isPhrase: Bool

  /// Creates the pattern for `words`, at least one, as split and folded by `tokenizer`.
  init(words: [String], isPrefix: Bool, tokenizer: IndexTokenizer) throws {
    func phrase(_ last: String, isPrefix: Bool) -> Phrase {
      Phrase(words: words.dropLast() + [last], isPrefix: isPrefix)
    }
    let last = words.last ?? ""
    isPhrase = words.count > 1
    beginning = last
    guard isPrefix else {
      phrases = [phrase(last, isPrefix: false)]
      return
    }
    let word = try UnfinishedWord(last, stem: tokenizer.stem)
    let asWhole = phrase(word.text, isPrefix: false)
    let beginnings = phrase(word.spelling, isPrefix: true)
    let completions = word.completions.map { phrase($0, isPrefix: false) }
    if word.beginning == word.text {
      // A word that the porter stemmer does not change is found by its own prefix.
      phrases = word.spelling == word.text ? [beginnings] : [asWhole, beginnings]
      possiblePhrases = completions
    } else {
      phrases = [asWhole]
      possiblePhrases = completions + [beginnings]
    }
  }

  private static func any(of phrases: [Phrase]) -> String {
    phrases.map(\.fts5).joined(separator: " OR ")
  }
}

extension TermPattern {
  func or(otherPhrases: [[String]], isPrefix: Bool) -> TermPattern {
    var pattern = self
    pattern.phrases += otherPhrases.map { Phrase(words: $0, isPrefix: isPrefix) }
    return pattern
  }

  /// Returns a pattern that finds the same texts, by whole words if `stems` lists the stems that
  /// begin with an unfinished word's stem. For a prefix, FTS5 merges the notes of all its words
  /// before it returns the first note. For words, it merges only the notes that it returns.
  func byWords(
    _ stems: (String) throws -> [String]?, tokenizer: IndexTokenizer
  ) throws -> TermPattern {
    func words(_ phrase: Phrase) throws -> [Phrase] {
      guard phrase.isPrefix, phrase.words.count == 1, let beginning = phrase.words.first,
        let stems = try stems(tokenizer.stem(of: beginning)), !stems.isEmpty
      else { return [phrase] }
      let words = try stems.compactMap { try UnfinishedWord.spelling(of: $0, stem: tokenizer.stem) }
      return words.count < stems.count ? [phrase] : words.map { Phrase(words: [$0]) }
    }
    var pattern = self
    pattern.phrases = try phrases.flatMap(words)
    pattern.possiblePhrases = try possiblePhrases.flatMap(words)
    return pattern
  }
}

/// The two stages of the notebook's tokenizer, `porter unicode61`. Each is created when first
/// needed; splitting ASCII text needs neither.
final class IndexTokenizer {
  private let db: Database
  private var unicode61: (any FTS5Tokenizer)?
  private var porter: (any FTS5Tokenizer)?

  init(_ db: Database) { self.db = db }

  /// Returns the words of `text` in lower case, without diacritics.
  func words(of text: String) throws -> [String] {
    if let words = Self.wordsOfASCII(text) { return words }
    let tokenizer = try unicode61 ?? db.makeTokenizer(.unicode61())
    unicode61 = tokenizer
    return try tokenizer.tokenize(document: text).map(\.token)
  }

  func stem(of word: String) throws -> String {
    let tokenizer = try porter ?? db.makeTokenizer(.porter())
    porter = tokenizer
    return try tokenizer.tokenize(document: word).first?.token ?? word
  }

  /// Splits an ASCII text as `unicode61` does: letters and digits form words. Returns nil for texts
  /// with NUL or non-ASCII characters.
  private static func wordsOfASCII(_ text: String) -> [String]? {
    guard text.utf8.allSatisfy({ 0x01..<0x80 ~= $0 }) else { return nil }
    return text.lowercased().utf8.split { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): false
      default: true
      }
    }.map { String(Substring($0)) }
  }
}
