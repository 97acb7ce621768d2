internal import MiniMarkdown

/// Parses a text as the app does when it reads a stored prompt by itself. Only texts in which
/// `AppText.differs` need it; all others mean the same to both.
///
/// Follows `Grammar/MiniMarkdown.peg` rule by rule, over characters in place of scalars. Cost:
/// linear.
struct AppReading {
  /// One block of a text.
  struct Block: Equatable {
    enum Kind { case blankLine, header, list, quote, questionAndAnswer, summary, paragraph }
    var kind: Kind
    /// How many clozes it holds, wherever in it they are.
    var clozeCount: Int
  }

  private let text: AppText
  private let spansHoldClusters: Bool
  private var clozeCount = 0
  private var terminators = Places()
  private var clusters = Places()
  private var hintEnds = Places()
  private var answerEnds = Places()
  private var closers: [String: Places] = [:]

  private init(_ text: AppText, spansHoldClusters: Bool) {
    self.text = text
    self.spansHoldClusters = spansHoldClusters
  }

  /// The blocks of `text`; nil where they are not certain.
  ///
  /// It is not certain whether a character of several scalars may stand within emphasis or code.
  /// So a text is read both ways, and that counts in which both agree.
  static func blocks(of text: String) -> [Block]? {
    guard let text = AppText(text) else { return nil }
    var strict = AppReading(text, spansHoldClusters: false)
    var lax = AppReading(text, spansHoldClusters: true)
    let blocks = strict.blocks()
    return lax.blocks() == blocks ? blocks : nil
  }
}

extension PromptCollection {
  /// How many prompts the app finds in the text when it reads it by itself: 0 if none of this kind,
  /// nil if that is not certain.
  var promptCountInApp: Int? {
    guard AppText.differs(rawValue) else { return promptCount }
    guard let blocks = AppReading.blocks(of: rawValue) else { return nil }
    switch kind {
    case .cloze: return blocks.reduce(0) { $0 + $1.clozeCount }
    case .quote: return blocks.map(\.kind) == [.quote] ? 1 : 0
    case .questionAndAnswer: return blocks.map(\.kind) == [.questionAndAnswer] ? 1 : 0
    }
  }
}

// The rules. Each gives the place behind what it matches.
extension AppReading {
  private mutating func blocks() -> [Block] {
    var blocks: [Block] = []
    var place = 0
    while place < text.count {
      clozeCount = 0
      let (kind, end) = block(place)
      guard end > place else { break }
      blocks.append(Block(kind: kind, clozeCount: clozeCount))
      place = end
    }
    return blocks
  }

  private mutating func block(_ place: Int) -> (Block.Kind, end: Int) {
    if let end = text.blankLine(place) { return (.blankLine, end) }
    if let start = text.headerMarker(place) { return (.header, terminated(line(start))) }
    if let end = list(place, text.bullet) ?? list(place, text.number) { return (.list, end) }
    if let start = text.quoteMarker(place) { return (.quote, paragraph(start)) }
    if let end = questionAndAnswer(place) { return (.questionAndAnswer, end) }
    for marker in ["Summary: ", "tl;dr: "] where text.has(marker, at: place, anyCase: true) {
      let end = line(place + marker.count)
      return (.summary, text.has("\n", at: end) ? end + 1 : end)
    }
    return (.paragraph, paragraph(place))
  }

  private mutating func list(_ place: Int, _ marker: (Int) -> Int?) -> Int? {
    var end: Int?
    while let start = marker(end ?? place) {
      var behind = paragraph(start)
      while let next = text.blankLine(behind) { behind = next }
      end = behind
    }
    return end
  }

  private mutating func questionAndAnswer(_ place: Int) -> Int? {
    guard text.has("Q: ", at: place) else { return nil }
    let question = line(place + 3)
    guard text.has("\nA: ", at: question) else {
      clozeCount = 0
      return nil
    }
    return terminated(line(question + 4))
  }

  private mutating func paragraph(_ place: Int) -> Int {
    var place = text.hashtag(place) ?? place
    while place < text.count {
      if let end = style(place) {
        place = end
      } else if text.terminator(place) != nil {
        break
      } else {
        place += 1
      }
    }
    return terminated(place)
  }

  private mutating func line(_ place: Int) -> Int {
    var place = place
    while place < text.count {
      if let end = style(place) {
        place = end
      } else if text.has("\n", at: place) {
        break
      } else {
        place += 1
      }
    }
    return place
  }

  private func terminated(_ place: Int) -> Int { text.terminator(place) ?? place }

  private mutating func style(_ place: Int) -> Int? {
    guard text.canBeginStyle(place) else { return nil }
    for delimiter in ["**", "*", "_", "`"] {
      if let end = span(delimiter, place) { return end }
    }
    if text.isSpace(place), let end = text.hashtag(place + 1) { return end }
    if let end = bracketed("![", place) ?? text.emoji(place) { return end }
    guard let end = bracketed("?[", place) else { return nil }
    clozeCount += 1
    return end
  }

  private mutating func span(_ delimiter: String, _ place: Int) -> Int? {
    let text = text
    let start = place + delimiter.count
    guard text.has(delimiter, at: place), text.isVisible(start) else { return nil }
    let closer = closers[delimiter, default: Places()].next(from: start, to: text.count) {
      text.isVisible($0) && text.has(delimiter, at: $0 + 1)
    }
    guard closer < text.count,
      terminators.next(from: start, to: text.count, { text.terminator($0) != nil }) > closer,
      spansHoldClusters || clusters.next(from: start, to: text.count, text.isCluster) > closer
    else { return nil }
    return closer + 1 + delimiter.count
  }

  /// An image or a cloze.
  private mutating func bracketed(_ opening: String, _ place: Int) -> Int? {
    let text = text
    guard text.has(opening, at: place) else { return nil }
    let hintEnd = hintEnds.next(from: place + 2, to: text.count) {
      text.has("]", at: $0) || text.has("\n", at: $0) || text.isCluster($0)
    }
    guard text.has("](", at: hintEnd) else { return nil }
    let answerEnd = answerEnds.next(from: hintEnd + 2, to: text.count) {
      text.has(")", at: $0) || text.has("\n", at: $0) || text.isCluster($0)
    }
    return text.has(")", at: answerEnd) ? answerEnd + 1 : nil
  }
}

/// The places of something in a text, for questions that ascend; together they cost one pass.
private struct Places {
  private var searched = 0
  private var known = -1

  /// The first place from `start` that matches; `end` if there is none.
  mutating func next(from start: Int, to end: Int, _ matches: (Int) -> Bool) -> Int {
    if searched <= start, start <= known { return known }
    searched = start
    known = start
    while known < end, !matches(known) { known += 1 }
    return known
  }
}
