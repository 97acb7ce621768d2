/// Texts as sequences of numbers, one for each `Character`; equal characters have equal numbers.
struct CharacterNumbers {
  private var numbers: [Character: Int32] = [:]
  /// How many numbers were given out; all are smaller.
  private(set) var count = 128

  /// Numbers the characters of `text`. Cost: linear.
  mutating func sequence(_ text: String) -> [Int32] {
    var sequence: [Int32] = []
    sequence.reserveCapacity(text.utf8.count)
    for character in text {
      // Of a line end of two characters, asciiValue is 10: it counts as the usual one.
      if let ascii = character.asciiValue {
        sequence.append(Int32(truncatingIfNeeded: ascii))
      } else if let number = numbers[character] {
        sequence.append(number)
      } else {
        let number = Int32(truncatingIfNeeded: count)
        numbers[character] = number
        sequence.append(number)
        count += 1
      }
    }
    return sequence
  }
}

/// How much two texts have in common, within a bound on the work.
struct CommonSubsequence {
  /// How much may still be spent: steps of 64 comparisons, a nanosecond or so each.
  private(set) var budget: Int
  /// How much may be spent on one pair of texts.
  private let mostStepsPerPair: Int
  /// What a pair costs besides, in steps.
  private static let stepsOfAPair = 2_000

  /// Spends `budget` steps in all. The defaults last half a second at most; two texts of 100,000
  /// characters are compared whole.
  init(budget: Int = 250_000_000, mostStepsPerPair: Int = 170_000_000) {
    self.budget = budget
    self.mostStepsPerPair = mostStepsPerPair
  }

  /// The length of the longest common subsequence; nil when the budget is spent.
  ///
  /// Of texts that are too long together it is a lower bound: the sum over pieces of both at equal
  /// heights, which finds nearly all of what two versions of one text have in common.
  mutating func length(_ first: [Int32], _ second: [Int32], numbers: Int) -> Int? {
    let most = min(first.count, second.count)
    var prefix = 0
    while prefix < most, first[prefix] == second[prefix] { prefix += 1 }
    var suffix = 0
    while suffix < most - prefix,
      first[first.count - 1 - suffix] == second[second.count - 1 - suffix]
    {
      suffix += 1
    }
    let middles = (
      prefix..<first.count - suffix, prefix..<second.count - suffix
    )
    let steps = (middles.0.count / 64 + 1) * middles.1.count
    let pieces = steps / mostStepsPerPair + 1
    let cost = steps / pieces + Self.stepsOfAPair + numbers / 16
    guard budget >= cost else { return nil }
    budget -= cost
    var length = prefix + suffix
    for piece in 0..<pieces {
      length += Self.length(
        first[middles.0.part(piece, of: pieces)], second[middles.1.part(piece, of: pieces)],
        numbers: numbers)
    }
    return length
  }

  /// The length of the longest common subsequence of sequences of numbers below `numbers`.
  ///
  /// Computes 64 rows of the table at once, in words whose zero bits say where it grows (Hyyrö,
  /// "Bit-parallel LCS-length computation revisited", 2004). Cost: |first| · |second| / 64.
  private static func length(
    _ first: ArraySlice<Int32>, _ second: ArraySlice<Int32>, numbers: Int
  ) -> Int {
    var length = 0
    // For each number, in which of the 64 rows it stands; for each column, what the rows above
    // carry into these.
    var rows = [UInt64](repeating: 0, count: numbers)
    var carries = [UInt64](repeating: 0, count: second.count)
    second.withUnsafeBufferPointer { second in
      for start in stride(from: first.startIndex, to: first.endIndex, by: 64) {
        let block = first[start..<min(start + 64, first.endIndex)]
        for (row, number) in block.enumerated() { rows[Int(number)] |= 1 << row }
        let word = rows.withUnsafeBufferPointer { rows in
          carries.withUnsafeMutableBufferPointer { carries in
            var word = UInt64.max
            for column in 0..<second.count {
              let matches = word & rows[Int(second[column])]
              let (sum, overflow) = word.addingReportingOverflow(matches)
              let (carried, overflowAgain) = sum.addingReportingOverflow(carries[column])
              carries[column] = overflow || overflowAgain ? 1 : 0
              word = carried | (word & ~matches)
            }
            return word
          }
        }
        let unused = 64 - block.count
        length += (~word << unused).nonzeroBitCount
        for number in block { rows[Int(number)] = 0 }
      }
    }
    return length
  }
}

extension Range<Int> {
  /// The part at `index` of `count` parts of equal length.
  fileprivate func part(_ index: Int, of parts: Int) -> Range<Int> {
    lowerBound + count * index / parts..<lowerBound + count * (index + 1) / parts
  }
}
