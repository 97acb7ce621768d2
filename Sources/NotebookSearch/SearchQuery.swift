package import Notebook

/// A parsed search, as a reader typed it.
///
/// - `seneca letters`: notes with both words, in any form (`letter` finds `letters`).
/// - `"on the shortness"`: the words in this order.
/// - `-stoic`, `-"of life"`, `-#tag`: not with these.
/// - `#books`: tagged so or below (`#books/2021`); `#"Two words"` has spaces, as tags of books may.
/// - `austen emma OR persuasion`: (austen and emma), or persuasion.
/// - `austen (emma OR persuasion)`, `-(emma OR persuasion)`: parentheses; `AND` says what a space says,
///   `NOT` what a minus sign says.
/// - `in:title`, `tag:books`, `is:quote` (`cloze`, `question`), `section:read` (`reading`, `want`),
///   `title:walden`, `author:thoreau`, `rating:>3`, `read:2021`, `isbn:…`, `created:2021`, `changed:>2021-05`,
///   `before:2021-05`, `after:2021`, `links-to:walden`, `linked-from:walden`, `orphan:`, `unlinked:walden`:
///   see `SearchCondition`; `tag:` is another spelling of a hashtag.
///
/// The last word matches as a beginning (`octob` finds October) unless it ends in punctuation, as
/// does a phrase whose closing quotation mark is still missing. Symbols (`🌱`, `→`) and words of
/// scripts without spaces (`日本`) are found at any place in a text, and rank last. Any text is a
/// query; there are no errors.
package struct SearchQuery: Sendable, Hashable {
  /// The groups between `OR`s: a note is found when it satisfies one.
  package var groups: [Group]

  /// Conditions that must all hold.
  package struct Group: Sendable, Hashable {
    /// Words and phrases the note must have.
    package var terms: [Term] = []
    /// Words and phrases it must not have.
    package var excludedTerms: [Term] = []
    /// Hashtags it must have, each itself or one below it.
    package var tags: [HashtagPath] = []
    /// Hashtags it must have neither itself nor below.
    package var excludedTags: [HashtagPath] = []
    /// The other conditions to meet.
    package var conditions: [SearchCondition] = []
    /// The conditions that must not be met.
    package var excludedConditions: [SearchCondition] = []
  }

  /// A word or a phrase.
  package struct Term: Sendable, Hashable {
    /// As typed, without quotation marks.
    package var text: String
    /// Whether its last word is only the beginning of the word sought.
    package var isPrefix: Bool = false
  }

  /// Whether it asks for quotes, clozes or questions.
  package var asksForPrompts: Bool { groups.contains(where: \.asksForPrompts) }

  /// Whether nothing is asked for; such a query finds nothing.
  package var isEmpty: Bool { groups.isEmpty }

  /// Words that begin like conditions but are not valid (`is:bogus`, `after:20x1`, `titel:x`); they are
  /// searched as words.
  package var misspelledConditions: [String] {
    groups.flatMap { $0.terms + $0.excludedTerms }.map(\.text)
      .filter(SearchCondition.isBegun)
  }

  /// The reason why nothing was found, if a word was meant as a filter: a sentence and what to do,
  /// as two.
  package var misspelling: (problem: String, remedy: String)? {
    misspelledConditions.first.map { word in
      ("“\(word)” is not a filter, and was searched as a word", SearchCondition.remedy(for: word))
    }
  }

  /// The most words that are searched, those of phrases counted one by one, hashtags and filters as
  /// one each; and the most UTF-8 bytes that are read. Each word costs a look at all notes that
  /// have it.
  package static let (mostWords, longest) = (32, 4096)

  /// The message for the user if part of a query was ignored, otherwise nil.
  package var limitNote: String? {
    isCut
      ? "The query is too long: only its beginning was searched, \(Self.mostWords) words at most."
      : nil
  }

  /// Whether there was more than is looked for.
  private(set) var isCut = false

  /// Parses `text`. A word of punctuation only (`+++`, `—`) finds nothing; a word twice in a group
  /// counts once; words beyond `mostWords` are left out.
  package init(parsing text: String) {
    // Cut at white space: half a word would match other notes.
    let read = text.utf8.count > Self.longest ? text.beginning(of: Self.longest) : text
    var items = SearchQueryLexer.items(of: read)
    isCut = read.utf8.count < text.utf8.count
    if case .word(let word, isExcluded: false) = items.last, !isCut {
      let term = Term(text: word, isPrefix: Term.isUnfinished(word))
      items[items.endIndex - 1] = .term(term, isExcluded: false)
    }
    var rest = Self.mostWords
    groups = []
    let alternatives = SearchQueryParser.groups(of: items)
    isCut = isCut || alternatives.isCut
    for group in alternatives.groups {
      let group = Group(group[...], words: &rest, isCut: &isCut)
      if group != Group(), !groups.contains(group) {
        groups.append(group)
      }
    }
  }
}

extension String {
  /// The first `count` UTF-8 bytes, up to the last white space among them if there is some.
  fileprivate func beginning(of count: Int) -> String {
    let end =
      utf8.index(utf8.startIndex, offsetBy: count, limitedBy: utf8.endIndex) ?? utf8.endIndex
    let cut = self[..<(String.Index(end, within: self) ?? startIndex)]
    return String(cut.lastIndex(where: \.isWhitespace).map { cut[..<$0] } ?? cut)
  }
}

extension SearchQuery.Group {
  /// Whether it asks for prompts, such as quotes.
  var asksForPrompts: Bool {
    conditions.contains { if case .isPrompt = $0 { true } else { false } }
  }

  /// The group of `items`, as far as there are `words` left.
  fileprivate init(
    _ items: ArraySlice<SearchQueryLexer.Item>, words: inout Int, isCut: inout Bool
  ) {
    var seen: Set<SearchQueryLexer.Item> = []
    for item in items where seen.insert(item.withoutCase).inserted {
      let (cut, count) = item.first(words)
      isCut = isCut || count < item.wordCount
      guard let cut else { continue }
      words -= count
      switch cut {
      case .word(let text, let isExcluded):
        add(SearchQuery.Term(text: text), isExcluded: isExcluded)
      case .term(let term, let isExcluded):
        add(term, isExcluded: isExcluded)
      case .tag(let path, isExcluded: false): tags.append(path)
      case .tag(let path, isExcluded: true): excludedTags.append(path)
      case .condition(let condition, isExcluded: false): conditions.append(condition)
      case .condition(let condition, isExcluded: true): excludedConditions.append(condition)
      case .or, .open, .close: break
      }
    }
  }

  private mutating func add(_ term: SearchQuery.Term, isExcluded: Bool) {
    guard term.isMeant else { return }
    if isExcluded { excludedTerms.append(term) } else { terms.append(term) }
  }
}

extension SearchQuery.Term {
  /// The words of `text`, about as the index cuts them; other text between spaces is one word as a
  /// whole.
  static func words(of text: String) -> [Substring] {
    let words = text.split { character in !character.unicodeScalars.contains(where: isInToken) }
    return words.isEmpty ? [text[...]] : words
  }

  /// Whether it is more than punctuation.
  fileprivate var isMeant: Bool {
    text.unicodeScalars.contains { Self.isInToken($0) || Self.isSymbol($0) }
  }

  /// Whether more letters may follow. After punctuation (`c++`, `S.`) none do, but a star asks for
  /// them.
  fileprivate static func isUnfinished(_ word: String) -> Bool {
    guard let last = word.unicodeScalars.last else { return false }
    return last == "*" || isInToken(last) || last.properties.generalCategory == .nonspacingMark
  }

  /// The characters of `unicode61`'s words: letters, digits and private characters.
  static func isInToken(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .privateUse:
      true
    default: false
    }
  }

  /// Symbols with a meaning but no letters or digits, such as emoji, the newest of which may be
  /// unassigned here. The symbols of ASCII (`+`, `|`, `~`) are mere punctuation.
  private static func isSymbol(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .otherSymbol, .mathSymbol, .currencySymbol, .modifierSymbol, .unassigned:
      !scalar.isASCII
    default: false
    }
  }

  /// Whether it has letters of a script that writes words without spaces between them: of all that
  /// stands together `unicode61` makes one word, which none of its parts would find.
  var hasUnspacedScript: Bool {
    text.unicodeScalars.contains { scalar in
      switch scalar.value {
      // Thai and Lao; Myanmar; Khmer; Hiragana and Katakana.
      case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x31F0...0x31FF:
        true
      default: scalar.properties.isIdeographic
      }
    }
  }

  /// The text to find as it is: `❤` occurs in `❤️`, not the other way round.
  var literal: String {
    var scalars = text.unicodeScalars
    while scalars.last?.properties.isVariationSelector ?? false { scalars.removeLast() }
    return String(scalars)
  }
}
