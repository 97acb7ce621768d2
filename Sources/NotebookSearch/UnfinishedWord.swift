/// A word that is still being typed, and the FTS5 query that finds every word that it may become.
///
/// The index keeps stems, and FTS5 stems the words of a query, a beginning of a word too. So
/// `happin` does not find happiness, which is kept as `happi`, nor `every` everything, as it
/// becomes `everi`. Porter's rules need not be run backwards, though: every ending that they take
/// off is put on, and FTS5 takes it off again, with all that this does to the letters before it.
struct UnfinishedWord {
  /// The typed text, folded as by `unicode61`.
  let text: String
  /// Its longest beginning that porter makes of some word: nearly always all of it.
  let beginning: String
  /// That word. It is `text` when porter leaves that alone.
  let spelling: String
  /// Words whose stems are neither that of `text` nor begin with `beginning`, one for each stem.
  let completions: [String]

  /// `stem` must be porter's.
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

  /// A word of which porter makes `sought`; nil if there is none.
  static func spelling(
    of sought: String, stem: (String) throws -> String
  ) rethrows -> String? {
    try shields.lazy.map { sought + $0 }.first { try stem($0) == sought }
  }

  /// Endings that come off by themselves, so that porter spares the letters before them.
  private static let shields = ["", "e", "ness"]

  /// The endings that porter takes off, without those that lead to no other stem. Checked with
  /// every beginning of 260,000 English words and of their regular inflections: none is lost.
  private static let endings = [
    "ed", "ing", "tional", "ally", "ently", "ely", "ously", "ation", "ator", "bility", "ative",
    "ateness", "ful", "ness", "ant", "ion", "ism", "ity", "ize",
  ]

  /// `text` with `ending`, or with the rest of it where `text` ends as it begins: `relat` becomes
  /// relating, relation and also relatation, which does no harm.
  private static func completions(of text: String, _ ending: String) -> [String] {
    ending.indices.filter { text.hasSuffix(ending[..<$0]) }.map { text + ending[$0...] }
  }
}
