import Base
import MiniMarkdown
import Notebook

/// Splits a query into words, phrases, hashtags, conditions, `OR` and parentheses.
struct SearchQueryLexer {
  enum Item: Hashable {
    case word(String, isExcluded: Bool)
    case term(SearchQuery.Term, isExcluded: Bool)
    case tag(HashtagPath, isExcluded: Bool)
    case condition(SearchCondition, isExcluded: Bool)
    case or
    case open(isExcluded: Bool)
    case close
  }

  private var rest: Substring
  private var depth = 0

  static func items(of text: String) -> [Item] {
    var lexer = SearchQueryLexer(text)
    var items: [Item] = []
    while let item = lexer.next() { items.append(item) }
    return items
  }

  private init(_ text: String) { rest = text[...] }

  private mutating func next() -> Item? {
    rest = rest.drop(while: Self.isSpace)
    // `AND` means the same as a space, `NOT` the same as a minus sign.
    var isNegated = false
    while let word = ["AND", "NOT"].first(where: startsWithWord) {
      rest = rest.dropFirst(word.count).drop(while: Self.isSpace)
      isNegated = isNegated || word == "NOT"
    }
    guard let first = rest.first else { return nil }
    if depth > 0, first == ")" {
      rest = rest.dropFirst()
      depth -= 1
      return .close
    }
    // A minus sign followed by a space or the end is a word.
    let hasMinus = first == "-" && rest.dropFirst().first.map { !Self.isSpace($0) } ?? false
    if hasMinus { rest = rest.dropFirst() }
    let isExcluded = hasMinus || isNegated
    if rest.first == "(" {
      rest = rest.dropFirst()
      depth += 1
      return .open(isExcluded: isExcluded)
    }
    if let tag = quotedTag(isExcluded: isExcluded) { return tag }
    return rest.first == "\"" ? phrase(isExcluded: isExcluded) : word(isExcluded: isExcluded)
  }

  private func startsWithWord(_ word: String) -> Bool {
    rest.hasPrefix(word)
      && rest.dropFirst(word.count).first.map { Self.isSpace($0) || $0 == "(" } ?? true
  }

  /// Parses `#"Two words"`, optionally after `tag:`, since tags of books may contain spaces. An
  /// unclosed quotation extends to the end. Returns nil without consuming anything if there is no
  /// such hashtag.
  private mutating func quotedTag(isExcluded: Bool) -> Item? {
    var start = rest
    if start.prefix(4).lowercased() == "tag:" { start = start.dropFirst(4) }
    if start.hasPrefix("#") { start = start.dropFirst() }
    guard start.startIndex > rest.startIndex, start.hasPrefix("\"") else { return nil }
    start = start.dropFirst()
    let end = start.firstIndex(of: "\"") ?? start.endIndex
    var name = String(start[..<end]).trimmed[...]
    while name.hasSuffix("/") { name = name.dropLast() }
    rest = start[end...].dropFirst()
    return name.isEmpty || name == "#"
      ? .word("#", isExcluded: isExcluded)
      : .tag(HashtagPath(String(name)), isExcluded: isExcluded)
  }

  private mutating func phrase(isExcluded: Bool) -> Item {
    rest = rest.dropFirst()
    let end = rest.firstIndex(of: "\"")
    let text = rest[..<(end ?? rest.endIndex)]
    rest = rest[(end ?? rest.endIndex)...].dropFirst()
    let words = text.split(whereSeparator: Self.isSpace).joined(separator: " ")
    return .term(
      .init(text: words, isPrefix: end == nil && !isExcluded), isExcluded: isExcluded)
  }

  /// `author:"two words"`, `title:"two words"` and similar conditions at the beginning of the rest.
  private var conditionWithQuotationMarks: Substring? {
    let start = rest.prefix { $0 != "\"" && !Self.isSpace($0) }
    guard
      ["author:", "title:", "links-to:", "linked-from:", "unlinked:"].contains(start.lowercased())
    else { return nil }
    let inside = rest[start.endIndex...].dropFirst().prefix { $0 != "\"" }
    return rest[..<rest[inside.endIndex...].prefix(1).endIndex]
  }

  private mutating func word(isExcluded: Bool) -> Item {
    let word = conditionWithQuotationMarks ?? wordBeforeParentheses
    rest = rest[word.endIndex...]
    if word == "OR", !isExcluded { return .or }
    if let condition = SearchCondition(word) {
      return .condition(condition, isExcluded: isExcluded)
    }
    let isNamed = word.lowercased().hasPrefix("tag:") && word.count > 4
    guard word.hasPrefix("#") || isNamed else {
      return .word(String(word), isExcluded: isExcluded)
    }
    // A user who has typed `#books/` so far means `#books` and the hashtags below it.
    var tag = isNamed ? Hashtag.withNumberSign(String(word.dropFirst(4)))[...] : word
    while tag.hasSuffix("/") { tag = tag.dropLast() }
    return tag.count > 1
      ? .tag(HashtagPath(String(tag)), isExcluded: isExcluded)
      : .word(String(word), isExcluded: isExcluded)
  }

  /// The text up to the next space, without closing parentheses that match earlier opening ones.
  private var wordBeforeParentheses: Substring {
    var word = rest.prefix { !Self.isSpace($0) }
    var closing = word.count { $0 == ")" } - word.count { $0 == "(" }
    var open = depth
    while word.hasSuffix(")"), closing > 0, open > 0, word.count > 1 {
      word = word.dropLast()
      (closing, open) = (closing - 1, open - 1)
    }
    return word
  }

  /// Whether the character separates words. Control characters do, too: FTS5 would end its query at
  /// a NUL.
  private static func isSpace(_ character: Character) -> Bool {
    character.isWhitespace || character.hasControl
  }
}

extension SearchQueryLexer.Item {
  var wordCount: Int {
    switch self {
    case .word(let text, _): SearchQuery.Term.words(of: text).count
    case .term(let term, _): SearchQuery.Term.words(of: term.text).count
    case .tag, .condition: 1
    case .or, .open, .close: 0
    }
  }

  /// Returns the beginning of the item with at most `most` words, and their number; a nil item if
  /// nothing is left.
  func first(_ most: Int) -> (item: SearchQueryLexer.Item?, words: Int) {
    let count = wordCount
    if count <= most { return (self, count) }
    let text: String
    switch self {
    case .word(let word, isExcluded: false): text = word
    case .term(let term, isExcluded: false): text = term.text
    // A shorter excluded phrase would exclude more notes.
    default: return (nil, 0)
    }
    let words = SearchQuery.Term.words(of: text).prefix(most)
    guard let first = words.first, let last = words.last else { return (nil, 0) }
    let beginning = String(text[first.startIndex..<last.endIndex])
    return (.term(SearchQuery.Term(text: beginning), isExcluded: false), words.count)
  }

  var withoutCase: SearchQueryLexer.Item {
    switch self {
    case .word(let text, let isExcluded): .word(text.lowercased(), isExcluded: isExcluded)
    case .term(let term, let isExcluded):
      .term(
        SearchQuery.Term(text: term.text.lowercased(), isPrefix: term.isPrefix),
        isExcluded: isExcluded)
    default: self
    }
  }
}
