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
    package var range: Range<Int>
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

  package init(_ text: ClusterText) {
    self.text = text
    var position = 0
    while position < text.count {
      let end = block(position)
      guard end > position else { break }
      position = end
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
  private mutating func block(_ position: Int) -> Int {
    if let end = text.blankLine(position) { return end }
    if let start = text.headerMarker(position) { return terminated(line(start)) }
    if let end = list(position, text.bullet) ?? list(position, text.number) { return end }
    if let start = text.quoteMarker(position) {
      let end = paragraph(start)
      blocks.append(Block(kind: .quote, range: position..<max(position, end)))
      return end
    }
    if let end = questionAndAnswer(position) { return end }
    for (first, marker) in [("S", "Summary: "), ("T", "tl;dr: ")] as [(Unicode.Scalar, String)]
    where text.has(first, at: position) || text.has(first.lowercase, at: position) {
      guard text.spells(marker, at: position, anyCase: true) else { continue }
      let end = line(position + marker.utf8.count)
      return text.has("\n", at: end) ? end + 1 : end
    }
    return paragraph(position)
  }

  private mutating func list(_ position: Int, _ marker: (Int) -> Int?) -> Int? {
    var end: Int?
    while let start = marker(end ?? position) {
      var after = paragraph(start)
      while let next = text.blankLine(after) { after = next }
      end = after
    }
    return end
  }

  private mutating func questionAndAnswer(_ position: Int) -> Int? {
    guard text.has("Q", at: position), text.spells("Q: ", at: position) else { return nil }
    let clozes = clozeCount
    let question = line(position + 3)
    guard text.spells("\nA: ", at: question) else {
      clozeCount = clozes
      return nil
    }
    let end = terminated(line(question + 4))
    blocks.append(Block(kind: .questionAndAnswer, range: position..<max(position, end)))
    return end
  }

  private mutating func paragraph(_ start: Int) -> Int {
    let clozes = clozeCount
    let end = terminated(styled(hashtag(start) ?? start) { $0.terminator($1) != nil })
    if clozeCount > clozes {
      blocks.append(Block(kind: .cloze, range: start..<max(start, end)))
    }
    return end
  }

  private mutating func line(_ start: Int) -> Int { styled(start) { $0.has("\n", at: $1) } }

  /// Parses text with inline styles until `ends` returns true.
  private mutating func styled(_ start: Int, until ends: (ClusterText, Int) -> Bool) -> Int {
    var position = start
    while position < text.count, !ends(text, position) {
      position = style(position) ?? text.next(position)
    }
    return reach(position)
  }

  private func terminated(_ position: Int) -> Int { text.terminator(position) ?? position }

  /// Records that a rule is tried at `position`, which may be after the end. Returns `position`,
  /// clamped to the end.
  private mutating func reach(_ position: Int) -> Int {
    if position > text.count { isPastEnd = true }
    return min(position, text.count)
  }

  private mutating func style(_ position: Int) -> Int? {
    guard text.canBeginStyle(position) else { return nil }
    for (first, delimiter) in Self.delimiters where text.has(first, at: position) {
      if let end = span(delimiter, position) { return end }
    }
    if text.isSpace(position), let end = hashtag(position + 1) { return end }
    if text.has("!", at: position), let end = bracketed("![", position) { return end }
    if text.isEmoji(position) { return text.run(position, text.isEmoji).end }
    guard text.has("?", at: position), let end = bracketed("?[", position) else { return nil }
    clozeCount += 1
    return end
  }

  private static let delimiters: [(Unicode.Scalar, String)] = [
    ("*", "**"), ("*", "*"), ("_", "_"), ("`", "`"),
  ]

  private mutating func hashtag(_ position: Int) -> Int? {
    guard text.spells("#", at: reach(position)) else { return nil }
    let start = position + "#".utf8.count
    let text = text
    let end = text.run(start) { text.isEmoji($0) || text.isVisible($0) }.end
    return end > start ? reach(end) : nil
  }

  private mutating func span(_ delimiter: String, _ position: Int) -> Int? {
    let start = position + delimiter.utf8.count
    guard text.spells(delimiter, at: position), text.isVisible(start) else { return nil }
    let text = text
    let scan =
      closers[delimiter]
      ?? Scan(text) { position in
        if text.isVisible(position) {
          let end = text.next(position)
          if end > text.count { return .pastEnd }
          if text.spells(delimiter, at: end) { return .found }
        }
        return text.terminator(position) == nil ? .goesOn : .none
      }
    closers[delimiter] = scan
    return end(scan, from: start).map { text.next($0) + delimiter.utf8.count }
  }

  private mutating func bracketed(_ opening: String, _ position: Int) -> Int? {
    guard text.spells(opening, at: position) else { return nil }
    let text = text
    func scan(_ closer: Unicode.Scalar) -> Scan {
      Scan(text) { position in
        text.has(closer, at: position) || text.has("\n", at: position) || text.isCluster(position)
          ? .found : .goesOn
      }
    }
    let hints = hintEnds ?? scan("]")
    hintEnds = hints
    guard let hintEnd = end(hints, from: position + 2), text.spells("](", at: hintEnd) else {
      return nil
    }
    let answers = answerEnds ?? scan(")")
    answerEnds = answers
    guard let end = end(answers, from: hintEnd + 2), text.spells(")", at: end) else { return nil }
    return end + 1
  }

  private mutating func end(_ scan: Scan, from position: Int) -> Int? {
    switch scan.end(from: reach(position)) {
    case .found(let end): return end
    case .none: return nil
    case .pastEnd:
      isPastEnd = true
      return nil
    }
  }
}

/// The results of a search from character to character, for every possible start. They are computed
/// once from the end, so that all searches together cost one pass.
private struct Scan {
  package enum Step { case found, none, goesOn, pastEnd }
  package enum End { case found(Int), none, pastEnd }

  private var ends: [Int32]

  package init(_ text: ClusterText, _ step: (Int) -> Step) {
    ends = Array(repeating: -1, count: text.count + 1)
    for position in stride(from: text.count - 1, through: 0, by: -1) {
      switch step(position) {
      case .found: ends[position] = Int32(clamping: position)
      case .none: break
      case .pastEnd: ends[position] = -2
      case .goesOn:
        let next = text.next(position)
        ends[position] = next > text.count ? -2 : ends[next]
      }
    }
  }

  package func end(from position: Int) -> End {
    switch position < ends.count ? ends[position] : -2 {
    case -1: .none
    case -2: .pastEnd
    case let end: .found(Int(end))
    }
  }
}

extension Unicode.Scalar {
  fileprivate var lowercase: Unicode.Scalar {
    Unicode.Scalar(UInt8(truncatingIfNeeded: value | 0x20))
  }
}
