/// Parses a text as the app does, to find its prompts and the positions where it crashes. Only
/// needed for texts with characters of several scalars or UTF-16 units; both parsers agree on all
/// others.
///
/// Follows `Grammar/MiniMarkdown.peg` rule by rule, over the positions of `ClusterText`. Cost:
/// linear.
package struct LibraryNotesReading {
  /// A block that can contain prompts.
  package struct Block {
    /// The kind of the prompts; for clozes, the block is their paragraph.
    package var kind: PromptCollection.Kind
    /// The range of positions.
    package var places: Range<Int>
  }

  package let text: ClusterText
  /// The blocks in the order in which they end.
  package private(set) var blocks: [Block] = []
  /// The number of clozes in the whole text, including those that are never asked.
  package private(set) var clozeCount = 0
  /// Whether a rule was tried at a position after the end, where the app crashes.
  package private(set) var isPastEnd = false
  private var closers: [String: Scan] = [:]
  private var hintEnds: Scan?
  private var answerEnds: Scan?

  /// Parses all of `text`.
  package init(_ text: ClusterText) {
    self.text = text
    var place = 0
    while place < text.count {
      let end = block(place)
      guard end > place else { break }
      place = end
    }
  }

  /// Returns the number of clozes that the app's second reader finds in the text of a stored
  /// prompt, or nil if it crashes.
  package static func clozeCount(of rawValue: String) -> Int? {
    let reading = LibraryNotesReading(ClusterText(rawValue, by: .characters))
    return reading.isPastEnd ? nil : reading.clozeCount
  }
}

// The rules. Each returns the position after its match.
extension LibraryNotesReading {
  private mutating func block(_ place: Int) -> Int {
    if let end = text.blankLine(place) { return end }
    if let start = text.headerMarker(place) { return terminated(line(start)) }
    if let end = list(place, text.bullet) ?? list(place, text.number) { return end }
    if let start = text.quoteMarker(place) {
      let end = paragraph(start)
      blocks.append(Block(kind: .quote, places: place..<max(place, end)))
      return end
    }
    if let end = questionAndAnswer(place) { return end }
    for (first, marker) in [("S", "Summary: "), ("T", "tl;dr: ")] as [(Unicode.Scalar, String)]
    where text.has(first, at: place) || text.has(first.lowercase, at: place) {
      guard text.spells(marker, at: place, anyCase: true) else { continue }
      let end = line(place + marker.utf8.count)
      return text.has("\n", at: end) ? end + 1 : end
    }
    return paragraph(place)
  }

  private mutating func list(_ place: Int, _ marker: (Int) -> Int?) -> Int? {
    var end: Int?
    while let start = marker(end ?? place) {
      var after = paragraph(start)
      while let next = text.blankLine(after) { after = next }
      end = after
    }
    return end
  }

  private mutating func questionAndAnswer(_ place: Int) -> Int? {
    guard text.has("Q", at: place), text.spells("Q: ", at: place) else { return nil }
    let clozes = clozeCount
    let question = line(place + 3)
    guard text.spells("\nA: ", at: question) else {
      clozeCount = clozes
      return nil
    }
    let end = terminated(line(question + 4))
    blocks.append(Block(kind: .questionAndAnswer, places: place..<max(place, end)))
    return end
  }

  private mutating func paragraph(_ start: Int) -> Int {
    let clozes = clozeCount
    let end = terminated(styled(hashtag(start) ?? start) { $0.terminator($1) != nil })
    if clozeCount > clozes {
      blocks.append(Block(kind: .cloze, places: start..<max(start, end)))
    }
    return end
  }

  private mutating func line(_ start: Int) -> Int { styled(start) { $0.has("\n", at: $1) } }

  /// Parses text with inline styles until `ends` holds.
  private mutating func styled(_ start: Int, until ends: (ClusterText, Int) -> Bool) -> Int {
    var place = start
    while place < text.count, !ends(text, place) { place = style(place) ?? text.next(place) }
    return reach(place)
  }

  private func terminated(_ place: Int) -> Int { text.terminator(place) ?? place }

  /// Records that a rule is tried at `place`, which may be after the end. Returns `place`, clamped
  /// to the end.
  private mutating func reach(_ place: Int) -> Int {
    if place > text.count { isPastEnd = true }
    return min(place, text.count)
  }

  private mutating func style(_ place: Int) -> Int? {
    guard text.canBeginStyle(place) else { return nil }
    for (first, delimiter) in Self.delimiters where text.has(first, at: place) {
      if let end = span(delimiter, place) { return end }
    }
    if text.isSpace(place), let end = hashtag(place + 1) { return end }
    if text.has("!", at: place), let end = bracketed("![", place) { return end }
    if text.isEmoji(place) { return text.run(place, text.isEmoji).end }
    guard text.has("?", at: place), let end = bracketed("?[", place) else { return nil }
    clozeCount += 1
    return end
  }

  private static let delimiters: [(Unicode.Scalar, String)] = [
    ("*", "**"), ("*", "*"), ("_", "_"), ("`", "`"),
  ]

  private mutating func hashtag(_ place: Int) -> Int? {
    guard text.spells("#", at: reach(place)) else { return nil }
    let start = place + "#".utf8.count
    let text = text
    let end = text.run(start) { text.isEmoji($0) || text.isVisible($0) }.end
    return end > start ? reach(end) : nil
  }

  private mutating func span(_ delimiter: String, _ place: Int) -> Int? {
    let start = place + delimiter.utf8.count
    guard text.spells(delimiter, at: place), text.isVisible(start) else { return nil }
    let text = text
    let scan =
      closers[delimiter]
      ?? Scan(text) { place in
        if text.isVisible(place) {
          let end = text.next(place)
          if end > text.count { return .pastEnd }
          if text.spells(delimiter, at: end) { return .found }
        }
        return text.terminator(place) == nil ? .goesOn : .none
      }
    closers[delimiter] = scan
    return end(scan, from: start).map { text.next($0) + delimiter.utf8.count }
  }

  /// Parses an image or a cloze.
  private mutating func bracketed(_ opening: String, _ place: Int) -> Int? {
    guard text.spells(opening, at: place) else { return nil }
    let text = text
    func scan(_ closer: Unicode.Scalar) -> Scan {
      Scan(text) { place in
        text.has(closer, at: place) || text.has("\n", at: place) || text.isCluster(place)
          ? .found : .goesOn
      }
    }
    let hints = hintEnds ?? scan("]")
    hintEnds = hints
    guard let hintEnd = end(hints, from: place + 2), text.spells("](", at: hintEnd) else {
      return nil
    }
    let answers = answerEnds ?? scan(")")
    answerEnds = answers
    guard let end = end(answers, from: hintEnd + 2), text.spells(")", at: end) else { return nil }
    return end + 1
  }

  private mutating func end(_ scan: Scan, from place: Int) -> Int? {
    switch scan.end(from: reach(place)) {
    case .found(let end): return end
    case .none: return nil
    case .pastEnd:
      isPastEnd = true
      return nil
    }
  }
}

/// The results of a search from character to character, for every possible start: computed once
/// from the end, so that all searches together cost one pass.
private struct Scan {
  package enum Step { case found, none, goesOn, pastEnd }
  package enum End { case found(Int), none, pastEnd }

  private var ends: [Int32]

  package init(_ text: ClusterText, _ step: (Int) -> Step) {
    ends = Array(repeating: -1, count: text.count + 1)
    for place in stride(from: text.count - 1, through: 0, by: -1) {
      switch step(place) {
      case .found: ends[place] = Int32(clamping: place)
      case .none: break
      case .pastEnd: ends[place] = -2
      case .goesOn:
        let next = text.next(place)
        ends[place] = next > text.count ? -2 : ends[next]
      }
    }
  }

  package func end(from place: Int) -> End {
    switch place < ends.count ? ends[place] : -2 {
    case -1: .none
    case -2: .pastEnd
    case let end: .found(Int(end))
    }
  }
}

extension Unicode.Scalar {
  /// The lowercase letter of an uppercase ASCII letter.
  fileprivate var lowercase: Unicode.Scalar {
    Unicode.Scalar(UInt8(truncatingIfNeeded: value | 0x20))
  }
}
