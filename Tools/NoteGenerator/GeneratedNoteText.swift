import Base

/// Writes the text of a note in a generated notebook. Works on bytes for speed, because a benchmark
/// needs 100,000 notes.
struct GeneratedNoteText {
  private var random: SeededGenerator
  private var text: [UInt8] = []

  init(random: SeededGenerator) { self.random = random }

  mutating func write(aboutBook: Bool) -> String {
    text.removeAll(keepingCapacity: true)
    add("# ")
    addPhrase(number(in: 1...6), capital: true)
    add("\n\n")
    if number(in: 0...9) < 8 { addHashtags() }
    let end = length
    while text.count < end { addBlock(aboutBook: aboutBook) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Draws the minimum length of a text, in bytes; the mean is 1.35 KB.
  private var length: Int {
    mutating get {
      switch number(in: 0...99) {
      case ..<60: number(in: 200...900)
      case ..<90: number(in: 900...2_500)
      case ..<99: number(in: 2_500...6_000)
      default: number(in: 6_000...20_000)
      }
    }
  }

  private mutating func addBlock(aboutBook: Bool) {
    switch number(in: 0...99) {
    case ..<8:
      add("## ")
      addPhrase(number(in: 2...5), capital: true)
    case ..<(aboutBook ? 25 : 12):
      add("> ")
      addSentence()
      add(" (p. \(number(in: 1...480)))")
    case ..<33:
      for item in 0..<number(in: 2...6) {
        add(item == 0 ? "- " : "\n- ")
        addPhrase(number(in: 2...8))
      }
    case ..<38:
      add("Q: ")
      addPhrase(number(in: 5...12), capital: true)
      add("?\nA: ")
      addSentence()
    case ..<40:
      add("tl;dr: ")
      addSentence()
    default:
      for sentence in 0..<number(in: 2...6) {
        if sentence > 0 { add(" ") }
        addSentence()
      }
    }
    add("\n\n")
  }

  private mutating func addSentence() {
    addWord(capital: true)
    for _ in 0..<number(in: 6...17) {
      let chance = number(in: 0...199)
      add(chance < 8 ? ", " : " ")
      switch chance {
      case 199:
        add("?[\(number(in: 2...9)) letters](")
        addPhrase(number(in: 1...2))
        add(")")
      case 198:
        add(Vocabulary.foreign[number(in: 0...Vocabulary.foreign.count - 1)])
      case 196...197:
        add("*")
        addPhrase(number(in: 1...3))
        add("*")
      default: addWord()
      }
    }
    add(".")
  }

  private mutating func addHashtags() {
    for index in 0..<number(in: 1...4) {
      if index > 0 { add(" ") }
      add(Hashtags.shared.tag(&random))
    }
    add("\n\n")
  }

  private mutating func addPhrase(_ count: Int, capital: Bool = false) {
    for index in 0..<count {
      if index > 0 { add(" ") }
      addWord(capital: capital && index == 0)
    }
  }

  private mutating func addWord(capital: Bool = false) {
    let start = text.count
    text += Lexicon.shared.word(&random)
    if capital, text[start] >= UInt8(ascii: "a"), text[start] <= UInt8(ascii: "z") {
      text[start] &= 0xDF
    }
  }

  private mutating func add(_ piece: String) { text += piece.utf8 }

  private mutating func number(in range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }
}
