internal import GRDB

/// The index's query for one word or phrase.
struct TermPattern {
  /// Finds texts that have the term, in FTS5's query language.
  var certain: String { phrases.joined(separator: " OR ") }
  /// Finds all that `certain` and `possible` find.
  var any: String { possible.map { "\(certain) OR \($0)" } ?? certain }
  /// Finds those that begin with it.
  var initial: String { phrases.map { "^ " + $0 }.joined(separator: " OR ") }
  private var phrases: [String]
  /// Finds more of them, among others. Those count where a match ends in a word that begins with
  /// `beginning`.
  let possible: String?
  /// The typed beginning of the term's last word.
  let beginning: String
  /// Whether the term has several words.
  let isPhrase: Bool

  /// The pattern for `words`, at least one, as `tokenizer` cut and folded them.
  init(words: [String], isPrefix: Bool, tokenizer: IndexTokenizer) throws {
    func phrase(_ last: String, isPrefix: Bool) -> String {
      // Folded words have no quotation marks.
      "\"" + (words.dropLast() + [last]).joined(separator: " ") + "\"" + (isPrefix ? " *" : "")
    }
    let last = words.last ?? ""
    isPhrase = words.count > 1
    beginning = last
    guard isPrefix else {
      phrases = [phrase(last, isPrefix: false)]
      possible = nil
      return
    }
    let word = try UnfinishedWord(last, stem: tokenizer.stem)
    let asWhole = phrase(word.text, isPrefix: false)
    let beginnings = phrase(word.spelling, isPrefix: true)
    let completions = word.completions.map { phrase($0, isPrefix: false) }
    if word.beginning == word.text {
      // A word that porter leaves alone is a beginning of itself.
      phrases = word.spelling == word.text ? [beginnings] : [asWhole, beginnings]
      possible = completions.isEmpty ? nil : completions.joined(separator: " OR ")
    } else {
      phrases = [asWhole]
      possible = (completions + [beginnings]).joined(separator: " OR ")
    }
  }
}

extension TermPattern {
  /// The pattern that finds other ways to write the phrase, too.
  func or(otherPhrases: [[String]], isPrefix: Bool) -> TermPattern {
    or(otherPhrases.map { "\"\($0.joined(separator: " "))\"" + (isPrefix ? " *" : "") })
  }

  /// The pattern that finds the words of `others`, too.
  func or(_ others: [String]) -> TermPattern {
    var pattern = self
    pattern.phrases += others
    return pattern
  }
}

/// The two stages of the notebook's tokenizer, `porter unicode61`, one by one. Each is made when it
/// is first needed, which for common words is never.
final class IndexTokenizer {
  private let db: Database
  private var unicode61: (any FTS5Tokenizer)?
  private var porter: (any FTS5Tokenizer)?

  init(_ db: Database) { self.db = db }

  /// The words of `text`, without case and diacritics.
  func words(of text: String) throws -> [String] {
    if let words = Self.wordsOfASCII(text) { return words }
    let tokenizer = try unicode61 ?? db.makeTokenizer(.unicode61())
    unicode61 = tokenizer
    return try tokenizer.tokenize(document: text).map(\.token)
  }

  /// The stem of a word.
  func stem(of word: String) throws -> String {
    let tokenizer = try porter ?? db.makeTokenizer(.porter())
    porter = tokenizer
    return try tokenizer.tokenize(document: word).first?.token ?? word
  }

  /// The words of `unicode61` in ASCII: letters and digits belong to words, all else separates
  /// them. Returns nil for other texts.
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
