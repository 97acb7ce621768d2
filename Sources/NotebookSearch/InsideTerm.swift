internal import Foundation

/// A word or a phrase, as the index would look for it.
struct InsideTerm {
  let stems: [String]
  /// The word, if it is one of plain letters: also other spellings of it count.
  let plain: String?
  /// The typed beginning of the last word, if it may go on.
  let beginning: String?
  /// The text to find as it is, if the index has no such word.
  let literal: String?

  init(_ term: SearchQuery.Term, tokenizer: IndexTokenizer) throws {
    let words = try tokenizer.words(of: term.text)
    stems = try words.map(tokenizer.stem)
    let isPlain =
      words.count == 1 && words[0].utf8.count > 1 && words[0].utf8.allSatisfy { $0 < 0x80 }
    plain = isPlain ? words[0] : nil
    beginning = term.isPrefix ? words.last : nil
    literal = words.isEmpty || term.hasUnspacedScript ? term.literal : nil
  }

  func isIn(
    _ text: String, words: [String], stems: [String], stem: (String) throws -> String
  ) rethrows -> Bool {
    if let literal { return text.range(of: literal, options: .caseInsensitive) != nil }
    guard self.stems.count <= stems.count, !self.stems.isEmpty else { return self.stems.isEmpty }
    if let plain,
      try words.contains(where: { word in
        try FoldedWord.holds(word, plain, isPrefix: beginning != nil, stem: stem)
      })
    {
      return true
    }
    return (0...stems.count - self.stems.count).contains { start in
      self.stems.indices.allSatisfy { index in
        stems[start + index] == self.stems[index]
          || index == self.stems.count - 1
            && beginning.map(words[start + index].hasPrefix) == true
      }
    }
  }
}

extension IndexTokenizer {
  /// Whether `text` has all the words and phrases.
  func has(_ terms: [InsideTerm], in text: String) throws -> Bool {
    guard !terms.isEmpty else { return true }
    let words = try words(of: text)
    let stems = try words.map(stem)
    return try terms.allSatisfy { try $0.isIn(text, words: words, stems: stems, stem: stem) }
  }
}
