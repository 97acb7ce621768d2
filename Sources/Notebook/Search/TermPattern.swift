internal import GRDB

/// What the index is asked for one word or phrase of a query.
struct TermPattern {
  /// Finds texts that have the term, in FTS5's query language.
  let certain: String
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
      certain = phrase(last, isPrefix: false)
      possible = nil
      return
    }
    let word = try UnfinishedWord(last, stem: tokenizer.stem)
    let asWhole = phrase(word.text, isPrefix: false)
    let beginnings = phrase(word.spelling, isPrefix: true)
    let completions = word.completions.map { phrase($0, isPrefix: false) }
    if word.beginning == word.text {
      // What porter leaves alone is a beginning of itself.
      certain = word.spelling == word.text ? beginnings : asWhole + " OR " + beginnings
      possible = completions.isEmpty ? nil : completions.joined(separator: " OR ")
    } else {
      certain = asWhole
      possible = (completions + [beginnings]).joined(separator: " OR ")
    }
  }
}

/// The two stages of the notebook's tokenizer, `porter unicode61`, one by one.
struct IndexTokenizer {
  private let unicode61: any FTS5Tokenizer
  private let porter: any FTS5Tokenizer

  init(_ db: Database) throws {
    unicode61 = try db.makeTokenizer(.unicode61())
    porter = try db.makeTokenizer(.porter())
  }

  /// The words of `text`, without case and diacritics.
  func words(of text: String) throws -> [String] {
    try unicode61.tokenize(document: text).map(\.token)
  }

  /// The stem of a word.
  func stem(of word: String) throws -> String {
    try porter.tokenize(document: word).first?.token ?? word
  }
}
