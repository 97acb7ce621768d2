/// Writes the blocks of a note in order; every choice follows from the seed.
struct NoteWriter {
  private(set) var text = ""
  private var sentences: SentenceWriter

  var byteCount: Int { text.utf8.count }

  init(seed: UInt64, capacity: Int) {
    sentences = SentenceWriter(seed: seed)
    text.reserveCapacity(capacity)
  }

  mutating func write(title: Bool) {
    let level = title ? 1 : number(in: 2...4)
    text += String(repeating: "#", count: level) + " "
    text += title ? "\(sentences.author): \(sentences.title)" : sentences.title
    text += "\n\n"
  }

  /// Adds a block with a blank line after it.
  mutating func writeBlock() {
    switch number(in: 0...99) {
    case 0..<10: write(title: false)
    case 10..<52: writeParagraph(wrapped: false)
    case 52..<60: writeParagraph(wrapped: true)
    case 60..<72: writeQuote()
    case 72..<80: writeList(ordered: false)
    case 80..<85: writeList(ordered: true)
    case 85..<93: writePair()
    case 93..<96: text += "tl;dr: \(sentences.sentence(styled: false))\n\n"
    default: text += "\(sentences.hashtags)\n\n"
    }
  }

  mutating func writeItem(marker: String) {
    text += "\(marker)\(sentences.phrase(of: number(in: 2...8)))\n"
  }

  /// Adds blocks until the next one would exceed `byteCount`, then paragraphs that reach exactly
  /// that length.
  mutating func writeBlocks(to byteCount: Int) {
    var end = self.byteCount
    while self.byteCount <= byteCount {
      end = self.byteCount
      writeBlock()
    }
    text.removeSubrange(text.utf8.index(text.startIndex, offsetBy: end)...)
    while self.byteCount + 800 < byteCount {
      writeProse(to: self.byteCount + 400)
      text += "\n"
    }
    writeProse(to: byteCount)
  }

  /// Adds a paragraph of prose on one line that makes the text `byteCount` bytes long.
  mutating func writeProse(to byteCount: Int) {
    while self.byteCount + 400 < byteCount {
      text += sentences.sentence(styled: false) + " "
    }
    var rest = byteCount - self.byteCount
    guard rest > 0 else { return }
    while rest > 16 {
      let word = sentences.phrase(of: 1) + " "
      text += word
      rest -= word.utf8.count
    }
    text += String(repeating: "m", count: max(0, rest - 1)) + "\n"
  }

  private mutating func writeParagraph(wrapped: Bool) {
    let isStyled = number(in: 0...2) > 0
    let paragraph = (0..<number(in: 3...6)).map { _ in sentences.sentence(styled: isStyled) }
      .joined(separator: " ")
    text += (wrapped ? paragraph.wrapped(at: 72) : paragraph) + "\n\n"
  }

  private mutating func writeQuote() {
    text += "> \(sentences.sentence(styled: false)) (p. \(number(in: 1...480)))\n\n"
  }

  private mutating func writeList(ordered: Bool) {
    let bullet = ["- ", "* ", "+ "][number(in: 0...2)]
    for item in 1...number(in: 3...9) { writeItem(marker: ordered ? "\(item). " : bullet) }
    text += "\n"
  }

  private mutating func writePair() {
    let question = sentences.phrase(of: number(in: 5...12))
    text += "Q: Why \(question)?\nA: \(sentences.sentence(styled: false))\n\n"
  }

  private mutating func number(in range: ClosedRange<Int>) -> Int {
    sentences.number(in: range)
  }
}

extension String {
  /// Breaks the text into lines of about `width` scalars. Breaks only before lower-case ASCII
  /// letters outside clozes and images, so that no line begins with block syntax.
  fileprivate func wrapped(at width: Int) -> String {
    var result = ""
    var column = 0
    var isInBrackets = false
    var previous: Unicode.Scalar = "."
    for (scalar, next) in zip(unicodeScalars, unicodeScalars.dropFirst()) {
      if scalar == "[" { isInBrackets = true }
      if previous == ")" { isInBrackets = false }
      column += 1
      if scalar == " ", column > width, ("a"..."z").contains(next), !isInBrackets {
        result.unicodeScalars.append("\n")
        column = 0
      } else {
        result.unicodeScalars.append(scalar)
      }
      previous = scalar
    }
    if let last = unicodeScalars.last { result.unicodeScalars.append(last) }
    return result
  }
}
