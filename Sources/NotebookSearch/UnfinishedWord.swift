/// A word that the user is still typing, and the FTS5 queries that find every word it may become.
///
/// The index contains stems, and FTS5 also stems the words of a query, even a prefix. So `happin`
/// does not find happiness, which is stored as `happi`. And `every` becomes `everi`, which does not
/// find everything. Instead of inverting Porter's rules, every suffix that they remove is appended;
/// FTS5 removes it again, with all effects on the letters before it.
struct UnfinishedWord {
  /// The typed text, folded as by `unicode61`.
  let text: String
  /// The longest beginning that is the stem of some word: nearly always the whole text.
  let beginning: String
  /// A word with the stem `beginning`. It equals `text` if the stemmer does not change `text`.
  let spelling: String
  /// Words whose stems differ from the stem of `text` and do not begin with `beginning`, one per
  /// stem.
  let completions: [String]

  /// `stem` must be the porter stemmer.
  init(_ text: String, stem: (String) throws -> String) rethrows {
    var beginning = text
    var spelling: String?
    while spelling == nil, !beginning.isEmpty {
      spelling = try Self.spelling(of: beginning, stem: stem)
      if spelling == nil { beginning.removeLast() }
    }
    var stems: Set = [try stem(text)]
    completions = try Self.endings.flatMap { Self.completions(of: text, $0) }.filter { word in
      let stem = try stem(word)
      return !stem.hasPrefix(beginning) && stems.insert(stem).inserted
    }
    self.text = text
    self.beginning = beginning
    self.spelling = spelling ?? text
  }

  /// Returns a word with the stem `sought`; nil if no suffix of `shields` results in one.
  static func spelling(
    of sought: String, stem: (String) throws -> String
  ) rethrows -> String? {
    try shields.lazy.map { sought + $0 }.first { try stem($0) == sought }
  }

  /// Suffixes that are removed without changing the letters before them.
  private static let shields = ["", "e", "ness"]

  /// The suffixes that the porter stemmer removes, without suffixes that do not result in another
  /// stem.
  private static let endings = [
    "ed", "ing", "tional", "ally", "ently", "ely", "ously", "ation", "ator", "bility", "ative",
    "ateness", "ful", "ness", "ant", "ion", "ism", "ity", "ize",
  ]

  /// Returns `text` with `ending`, merged with any overlap. For example, `relat` becomes relating,
  /// relation and also relatation, which is harmless.
  private static func completions(of text: String, _ ending: String) -> [String] {
    ending.indices.filter { text.hasSuffix(ending[..<$0]) }.map { text + ending[$0...] }
  }
}
