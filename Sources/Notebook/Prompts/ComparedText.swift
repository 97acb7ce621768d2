/// Makes texts comparable: converts each text to the numbers of its elements. Equal elements have
/// equal numbers.
///
/// Elements are letters (ignoring case), symbols and numbers. White space and punctuation only
/// separate words; emphasis markers and apostrophes are ignored. Case, white space, punctuation and
/// emphasis can change without a change of meaning.
package struct TextElements {
  private var numbers: [String: UInt32] = [:]
  private(set) var elements: [UInt32] = [gap]

  package init(numbers: [String: UInt32] = [:], elements: [UInt32] = [gap]) {
    self.numbers = numbers
    self.elements = elements
  }

  /// Separates words. The number of an ASCII letter is its lowercase code; all other elements are
  /// numbered from 128.
  static let gap: UInt32 = 0
  /// The count of elements for each number in a text, so that `Apollo 11` differs from `Apollo 12`.
  private static let weightOfNumbers: UInt32 = 4
  /// Elements after about this many are not compared.
  static let most = 1 << 16

  mutating func begin() { elements = [Self.gap] }

  /// The elements of the text so far, ending in a gap.
  var whole: [UInt32] { elements.last == Self.gap ? elements : elements + [Self.gap] }

  mutating func append(_ text: some StringProtocol) {
    var digits = ""
    for character in text where elements.count < Self.most {
      if character.isDigit {
        digits.append(character)
        continue
      }
      appendNumber(&digits)
      if let letter = character.asciiLetter {
        elements.append(letter)
      } else if character.isASCII ? character.isMark : character == "\u{2019}" {
        continue
      } else if character.isWhitespace || character.isPunctuation {
        part()
      } else {
        elements.append(number(character.lowercased()))
      }
    }
    appendNumber(&digits)
  }

  private mutating func part() {
    if elements.last != Self.gap { elements.append(Self.gap) }
  }

  private mutating func appendNumber(_ digits: inout String) {
    if digits.isEmpty { return }
    for turn in 0..<Self.weightOfNumbers { elements.append(number("\(turn) \(digits)")) }
    digits = ""
  }

  private mutating func number(_ text: String) -> UInt32 {
    if let known = numbers[text] { return known }
    let next = UInt32(truncatingIfNeeded: numbers.count &+ 128)
    numbers[text] = next
    return next
  }
}

extension Character {
  fileprivate var asciiLetter: UInt32? {
    guard let value = asciiValue else { return nil }
    switch value {
    case 0x61...0x7A: return UInt32(truncatingIfNeeded: value)
    case 0x41...0x5A: return UInt32(truncatingIfNeeded: value) &+ 0x20
    default: return nil
    }
  }

  fileprivate var isDigit: Bool {
    unicodeScalars.first?.properties.generalCategory == .decimalNumber
  }

  fileprivate var isMark: Bool { "*_`'".contains(self) }
}

package struct ComparedText {
  let elements: [UInt32]
  /// Sorted hashes of the sequences of elements, by the sequences' length.
  private var sequences: [Int: [UInt64]] = [:]

  init(_ elements: [UInt32]) { self.elements = elements }

  package var isEmpty: Bool { elements.allSatisfy { $0 == TextElements.gap } }

  package struct Likeness {
    /// The number of sequences of elements in both texts; each repetition in both counts.
    var common: Int
    var counts: (Int, Int)

    /// The likeness from 0 to 1, relative to both lengths: Dice's coefficient.
    package var value: Double {
      let total = counts.0 + counts.1
      return total == 0 ? 1 : Double(2 * common) / Double(total)
    }

    /// The share of the shorter text that is in the longer one, from 0 to 1.
    var contained: Double {
      let least = min(counts.0, counts.1)
      return least == 0 ? 1 : Double(common) / Double(least)
    }
  }

  /// Compares two texts by the sequences of elements that both have, regardless of order. Longer
  /// texts are compared by longer sequences. Cost: linear; the first comparison also sorts the
  /// sequences.
  package static func likeness(_ first: inout ComparedText, _ second: inout ComparedText)
    -> Likeness
  {
    guard !first.isEmpty, !second.isEmpty else {
      return Likeness(common: 0, counts: (first.isEmpty ? 0 : 1, second.isEmpty ? 0 : 1))
    }
    let length = length(min(first.elements.count, second.elements.count))
    let (left, right) = (first.sequences(length), second.sequences(length))
    var (one, other, common) = (0, 0, 0)
    while one < left.count, other < right.count {
      if left[one] == right[other] { common += 1 }
      let advancesBoth = left[one] == right[other]
      if advancesBoth || left[one] < right[other] {
        one += 1
        if advancesBoth { other += 1 }
      } else {
        other += 1
      }
    }
    return Likeness(common: common, counts: (left.count, right.count))
  }

  /// Whether two texts of five elements or more, without the outer gaps, differ in at most one:
  /// replaced, inserted, removed, or exchanged with its neighbor.
  static func isMisspelt(_ first: ComparedText, _ second: ComparedText) -> Bool {
    let (one, other) = (first.elements, second.elements)
    let most = min(one.count, other.count)
    guard most >= 7, abs(one.count - other.count) <= 1 else { return false }
    var start = 0
    while start < most, one[start] == other[start] { start += 1 }
    var end = 0
    while end < most - start, one[one.count - 1 - end] == other[other.count - 1 - end] { end += 1 }
    let (left, right) = (one[start..<one.count - end], other[start..<other.count - end])
    return max(left.count, right.count) <= 1 || left.count == 2 && left.reversed() == Array(right)
  }

  /// Returns an upper bound of the likeness, computed only from the lengths.
  package static func mostLikeness(_ first: ComparedText, _ second: ComparedText) -> Double {
    let counts = (Double(first.elements.count), Double(second.elements.count))
    return 2 * min(counts.0, counts.1) / max(1, counts.0 + counts.1) + 0.05
  }

  private static func length(_ count: Int) -> Int { count <= 48 ? 2 : count <= 400 ? 3 : 5 }

  private mutating func sequences(_ length: Int) -> [UInt64] {
    if let known = sequences[length] { return known }
    var found: [UInt64] = []
    found.reserveCapacity(elements.count)
    for start in 0..<max(1, elements.count - length + 1) {
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      for element in elements[start..<min(start + length, elements.count)] {
        hash = (hash ^ UInt64(truncatingIfNeeded: element)) &* 0x100_0000_01B3
      }
      found.append(hash ^ (hash >> 32))
    }
    found.sort()
    sequences[length] = found
    return found
  }
}
