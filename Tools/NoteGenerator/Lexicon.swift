import Base

/// A large vocabulary in which a few words are very common and most are rare, as in any language.
struct Lexicon: Sendable {
  /// Words by rank in UTF-8, without duplicates, the most common first.
  let words: [[UInt8]]
  private let ranks: ZipfDistribution

  /// English words, words derived from them, and names.
  static let shared = Lexicon(count: 50_000)

  private init(count: Int) {
    var seen: Set<String> = []
    var list = Vocabulary.words.filter { seen.insert($0).inserted }
    let stems = list.dropFirst(Self.functionWordCount)
    var rest = stems.flatMap { stem in Self.endings.map { stem + $0 } }
      .filter { seen.insert($0).inserted }
    var random = SeededGenerator(seed: 0x7761_6C64_656E)
    while list.count + rest.count < count {
      let name = Self.name(&random)
      if seen.insert(name).inserted { rest.append(name) }
    }
    rest.shuffle(using: &random)
    list += rest
    words = list.prefix(count).map { Array($0.utf8) }
    ranks = ZipfDistribution(count: words.count)
  }

  func word(_ random: inout SeededGenerator) -> [UInt8] { words[ranks.next(&random)] }

  func word(rank: Int) -> String { String(decoding: words[rank], as: UTF8.self) }

  /// The approximate number of function words at the start of `Vocabulary`.
  private static let functionWordCount = 150
  private static let endings = ["s", "ed", "ing", "er", "ness", "ful", "less", "ly"]

  /// Returns a name of two or three syllables, such as `velorin`.
  private static func name(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 2...3, using: &random)).map { _ in
      [onsets, vowels, codas].map { $0.randomElement(using: &random) ?? "" }.joined()
    }.joined()
  }

  private static let onsets = pieces(
    "b c d f g h j k l m n p r s t v w br ch cl dr gr pl sh st th tr")
  private static let vowels = pieces("a e i o u a e i o ai ea ou")
  /// Most syllables have no coda.
  private static let codas = pieces("n r s l m t d") + Array(repeating: "", count: 13)

  private static func pieces(_ list: String) -> [String] {
    list.split(separator: " ").map(String.init)
  }
}

/// A Zipf–Mandelbrot distribution over numbers from 0: the probability of n is proportional to 1 /
/// (n + 2.7).
struct ZipfDistribution: Sendable {
  /// The cumulative probability of each number, in units of 2^-32.
  private var bounds: [UInt32] = []
  /// For each value of the top bits of a random value, the first number that it can select.
  private var guide: [Int] = []
  private static let guideBits = 12

  init(count: Int) {
    var sum = 0.0
    let sums = (0..<count).map { rank in
      sum += 1 / (Double(rank) + 2.7)
      return sum
    }
    bounds = sums.map { UInt32(min($0 / sum * 4_294_967_296, 4_294_967_295)) }
    var number = 0
    for bits in 0..<(1 << Self.guideBits) {
      let least = UInt32(bits) << UInt32(32 - Self.guideBits)
      while number < count - 1, bounds[number] < least { number += 1 }
      guide.append(number)
    }
  }

  func next(_ random: inout SeededGenerator) -> Int {
    let value = UInt32(truncatingIfNeeded: random.next())
    var number = guide[Int(value >> UInt32(32 - Self.guideBits))]
    while number < bounds.count - 1, bounds[number] < value { number += 1 }
    return number
  }
}
