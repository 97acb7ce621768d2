import Base

/// Writes titles, sentences and hashtags; every choice follows from the seed.
struct SentenceWriter {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  var author: String { mutating get { pick(Vocabulary.authors) } }

  var title: String { mutating get { phrase(of: number(in: 2...6)).capitalizedFirst } }

  var hashtags: String {
    mutating get { (0..<number(in: 1...4)).map { _ in hashtag }.joined(separator: " ") }
  }

  mutating func phrase(of count: Int) -> String {
    (0..<count).map { _ in pick(Vocabulary.words) }.joined(separator: " ")
  }

  /// Returns a sentence with its period; if `styled`, some words are inline elements.
  mutating func sentence(styled: Bool) -> String {
    let count = number(in: 7...18)
    var sentence = pick(Vocabulary.words).capitalizedFirst
    var mayHaveComma = true
    for index in 1..<count {
      let chance = number(in: 0...99)
      // The last word stays plain: a hashtag would include the period.
      if styled, chance < 12, index < count - 1 {
        sentence += " " + element
        mayHaveComma = false  // A hashtag would take it.
      } else if chance < 15 {
        sentence += " " + pick(Vocabulary.foreign)
      } else {
        sentence += (chance > 94 && mayHaveComma ? ", " : " ") + pick(Vocabulary.words)
        mayHaveComma = true
      }
    }
    return sentence + "."
  }

  mutating func number(in range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  private var element: String {
    mutating get {
      switch number(in: 0...9) {
      case 0, 1: "*\(phrase(of: number(in: 1...3)))*"
      case 2: "_\(phrase(of: 2))_"
      case 3: "**\(phrase(of: number(in: 1...2)))**"
      case 4: "`\(phrase(of: 1))`"
      case 5: hashtag
      case 6: pick(Vocabulary.emoji)
      case 7: "![\(phrase(of: 2))](assets/\(phrase(of: 1)).jpeg)"
      default: "?[which \(phrase(of: number(in: 1...3)))](\(phrase(of: number(in: 1...2))))"
      }
    }
  }

  private var hashtag: String {
    mutating get {
      let tag = "#" + pick(Vocabulary.topics)
      return number(in: 0...1) == 0 ? tag : tag + "/" + pick(Vocabulary.authors).lowercased()
    }
  }

  private mutating func pick(_ list: [String]) -> String { list[number(in: 0...list.count - 1)] }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
