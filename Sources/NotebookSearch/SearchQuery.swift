package import Notebook

/// A parsed search query.
///
/// - `seneca letters`: notes with both words, in all forms with the same stem (`letter` finds
///   `letters`).
/// - `"on the shortness"`: the words in this order.
/// - `-stoic`, `-"of life"`, `-#tag`: notes without these.
/// - `#books`: notes with this hashtag or one below it (`#books/2021`); `#"Two words"` may contain
///   spaces, as tags of books do.
/// - `austen emma OR persuasion`: (austen and emma), or persuasion.
/// - `austen (emma OR persuasion)`, `-(emma OR persuasion)`: parentheses; `AND` is optional, `NOT`
///   is a minus sign.
/// - `in:title`, `tag:books`, `is:quote` (`cloze`, `question`), `section:read` (`reading`, `want`),
///   `title:walden`, `author:thoreau`, `rating:>3`, `read:2021`, `isbn:…`, `created:2021`,
///   `changed:>2021-05`, `before:2021-05`, `after:2021`, `links-to:walden`, `linked-from:walden`,
///   `orphan:`, `unlinked:walden`: see `SearchCondition`; `tag:` is another spelling of a hashtag.
///
/// The last word matches as a beginning (`octob` finds October) unless it ends in punctuation; so
/// does a phrase without its closing quotation mark. Symbols (`🌱`, `→`) and words of scripts
/// without spaces (`日本`) are found anywhere in a text, and rank last. Any text is a valid query.
package struct SearchQuery: Sendable, Hashable {
  /// The alternatives between `OR`s. A note is found if it satisfies one of them.
  package var groups: [Group]

  package struct Group: Sendable, Hashable {
    package var terms: [Term] = []
    package var excludedTerms: [Term] = []
    /// Hashtags that the note must have, itself or one below.
    package var tags: [HashtagPath] = []
    package var excludedTags: [HashtagPath] = []
    package var conditions: [SearchCondition] = []
    package var excludedConditions: [SearchCondition] = []
  }

  package struct Term: Sendable, Hashable {
    package var text: String
    /// Whether the last word may be incomplete.
    package var isPrefix: Bool = false
  }

  package var asksForPrompts: Bool { groups.contains(where: \.asksForPrompts) }

  /// Whether the query has no groups: it then finds nothing.
  package var isEmpty: Bool { groups.isEmpty }

  /// Words that look like conditions but are not valid (`is:bogus`, `after:20x1`, `titel:x`). They
  /// are searched as words.
  package var misspelledConditions: [String] {
    groups.flatMap { $0.terms + $0.excludedTerms }.map(\.text)
      .filter(SearchCondition.isBegun)
  }

  package var misspelling: (problem: String, remedy: String)? {
    misspelledConditions.first.map { word in
      ("“\(word)” is not a filter, and was searched as a word", SearchCondition.remedy(for: word))
    }
  }

  /// Maximum number of words that are searched, and of UTF-8 bytes that are parsed. Each word of a
  /// phrase counts; a hashtag or filter counts once. The time for a word is linear in the notes
  /// with it.
  package static let (mostWords, longest) = (32, 4096)

  package var limitNote: String? {
    isCut
      ? "The query is too long: only its first words were searched, at most \(Self.mostWords)."
      : nil
  }

  /// Whether part of the query was ignored.
  private(set) var isCut = false

  /// Parses `text`. Punctuation only (`+++`, `—`) finds nothing; a repeated word in a group counts
  /// once; words beyond `mostWords` are ignored.
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
  /// Returns at most the first `count` UTF-8 bytes, up to the last white space among them if there
  /// is any.
  fileprivate func beginning(of count: Int) -> String {
    let end =
      utf8.index(utf8.startIndex, offsetBy: count, limitedBy: utf8.endIndex) ?? utf8.endIndex
    let cut = self[..<rounded(end)]
    return String(cut.lastIndex(where: \.isWhitespace).map { cut[..<$0] } ?? cut)
  }

  /// Returns the start of the character that contains `index`.
  private func rounded(_ index: String.Index) -> String.Index {
    var index = index
    while String.Index(index, within: self) == nil { index = utf8.index(before: index) }
    return index
  }
}

extension SearchQuery.Group {
  var asksForPrompts: Bool {
    conditions.contains { if case .isPrompt = $0 { true } else { false } }
  }

  /// Converts `items` up to the number of `words` that are still allowed, and reduces this number.
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
  /// Returns the words of `text`, split approximately as the index splits them. A text without such
  /// words is one word.
  static func words(of text: String) -> [Substring] {
    let words = text.split { character in !character.unicodeScalars.contains(where: isInToken) }
    return words.isEmpty ? [text[...]] : words
  }

  fileprivate var isMeant: Bool {
    text.unicodeScalars.contains { Self.isInToken($0) || Self.isSymbol($0) }
  }

  /// Whether more letters may follow. They cannot after punctuation (`c++`, `S.`), except an
  /// asterisk.
  fileprivate static func isUnfinished(_ word: String) -> Bool {
    guard let last = word.unicodeScalars.last else { return false }
    return last == "*" || isInToken(last) || last.properties.generalCategory == .nonspacingMark
  }

  /// Whether `unicode61` treats the character as part of a word: letters, digits and private-use
  /// characters.
  static func isInToken(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .privateUse:
      true
    default: false
    }
  }

  /// Whether the character is a symbol such as an emoji. New emoji may be unassigned in this
  /// version of Unicode. ASCII symbols (`+`, `|`, `~`) are punctuation.
  private static func isSymbol(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .otherSymbol, .mathSymbol, .currencySymbol, .modifierSymbol, .unassigned:
      !scalar.isASCII
    default: false
    }
  }

  /// Whether the term has letters of a script without spaces between words. `unicode61` makes one
  /// word of a whole run of them, so that its parts would not be found.
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

  /// The text to find literally, without variation selectors at its end: `❤` occurs in `❤️`, but
  /// not vice versa.
  var literal: String {
    var scalars = text.unicodeScalars
    while scalars.last?.properties.isVariationSelector ?? false { scalars.removeLast() }
    return String(scalars)
  }
}
