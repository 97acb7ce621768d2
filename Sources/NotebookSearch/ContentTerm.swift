import Foundation

/// A word or phrase to find in a text. Words are compared by their stems, as in the full-text
/// index.
struct ContentTerm {
  let stems: [String]
  /// The word, if the term is one ASCII word of at least two characters. Other spellings of it
  /// match, too.
  let plain: String?
  /// The typed beginning of the last word, if that word may be incomplete.
  let beginning: String?
  /// The text to find literally, if the index cannot find the term.
  let literal: String?

  init(_ term: SearchQuery.Term, tokenizer: IndexTokenizer) throws {
    let words = try tokenizer.words(of: term.text).map(OtherLetters.plain)
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
    return try (0...stems.count - self.stems.count).contains { start in
      try stands(at: start, words: words, stems: stems, stem: stem)
    }
  }

  /// Whether the words from `start` on match the term; false for a literal term.
  func stands(
    at start: Int, words: [String], stems: [String], stem: (String) throws -> String
  ) rethrows -> Bool {
    guard literal == nil, !self.stems.isEmpty, start + self.stems.count <= stems.count else {
      return false
    }
    if let plain,
      try FoldedWord.holds(words[start], plain, isPrefix: beginning != nil, stem: stem)
    {
      return true
    }
    return self.stems.indices.allSatisfy { index in
      stems[start + index] == self.stems[index]
        || index == self.stems.count - 1
          && beginning.map(words[start + index].hasPrefix) == true
    }
  }
}

extension IndexTokenizer {
  func has(_ terms: [ContentTerm], in text: String) throws -> Bool {
    guard !terms.isEmpty else { return true }
    let words = try words(of: text).map(OtherLetters.plain)
    let stems = try stems(of: words, for: terms)
    return try terms.allSatisfy { try $0.isIn(text, words: words, stems: stems, stem: stem) }
  }
}

extension IndexTokenizer {
  /// Returns the ranges of the words and phrases in `text`: UTF-8 offsets, ascending, without
  /// overlaps.
  func ranges(of terms: [ContentTerm], in text: String) throws -> [Range<Int>] {
    guard !terms.isEmpty else { return [] }
    let runs = Self.wordRanges(in: text)
    let words = try runs.map {
      OtherLetters.plain(try self.words(of: String(text[$0])).first ?? "")
    }
    let stems = try stems(of: words, for: terms)
    let starts = runs.map { text.utf8.distance(from: text.startIndex, to: $0.lowerBound) }
    var found: [Range<Int>] = []
    for term in terms {
      if let literal = term.literal {
        var text = text
        found += text.withUTF8 {
          TextScan.occurrences(of: literal, in: UnsafeRawBufferPointer($0))
        }
        continue
      }
      for start in runs.indices
      where try term.stands(at: start, words: words, stems: stems, stem: stem) {
        let last = start + term.stems.count - 1
        let length = text.utf8.distance(from: runs[last].lowerBound, to: runs[last].upperBound)
        found.append(starts[start]..<starts[last] + length)
      }
    }
    return found.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { ranges, range in
      if let last = ranges.last, range.lowerBound < last.upperBound {
        ranges[ranges.endIndex - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        ranges.append(range)
      }
    }
  }

  /// A stem has the same first letter as its word, so words with an initial that no term has are
  /// returned unstemmed.
  private func stems(of words: [String], for terms: [ContentTerm]) throws -> [String] {
    let initials = Set(terms.flatMap(\.stems).map(\.utf8.first))
    return try words.map { initials.contains($0.utf8.first) ? try stem(of: $0) : $0 }
  }

  /// Splits `text` approximately as the index does.
  private static func wordRanges(in text: String) -> [Range<String.Index>] {
    var ranges: [Range<String.Index>] = []
    var start: String.Index?
    let scalars = text.unicodeScalars
    for index in scalars.indices {
      let scalar = scalars[index]
      let isInWord =
        SearchQuery.Term.isInToken(scalar)
        || start != nil && scalar.properties.generalCategory == .nonspacingMark
      if isInWord {
        start = start ?? index
      } else if let begun = start {
        ranges.append(begun..<index)
        start = nil
      }
    }
    return start.map { ranges + [$0..<text.endIndex] } ?? ranges
  }
}
