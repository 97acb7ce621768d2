/// A set of Unicode scalars as ascending, disjoint, non-adjacent ranges.
struct ScalarSet: Equatable, Sendable {
  private(set) var ranges: [ClosedRange<UInt32>]

  static let all = ScalarSet([0...0x10FFFF])

  init(_ ranges: [ClosedRange<UInt32>]) {
    self.ranges = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = self.ranges.last, range.lowerBound <= last.upperBound + 1 {
        self.ranges[self.ranges.count - 1] =
          last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        self.ranges.append(range)
      }
    }
  }

  /// Creates the set of all scalars with a property. Cost: one call for each Unicode scalar.
  init(where hasProperty: (Unicode.Scalar) -> Bool) {
    self.init(
      (0...0x10FFFF).compactMap(Unicode.Scalar.init).filter(hasProperty)
        .map { $0.value...$0.value })
  }

  var inverted: ScalarSet {
    var gaps: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in ranges {
      if range.lowerBound > next { gaps.append(next...(range.lowerBound - 1)) }
      next = range.upperBound + 1
    }
    if next <= 0x10FFFF { gaps.append(next...0x10FFFF) }
    return ScalarSet(gaps)
  }

  func union(_ other: ScalarSet) -> ScalarSet { ScalarSet(ranges + other.ranges) }

  func subtracting(_ other: ScalarSet) -> ScalarSet {
    inverted.union(other).inverted
  }

  /// The first bytes of the members' UTF-8 encodings, which increase with the scalars.
  var firstBytes: Set<UInt8> {
    var bytes: Set<UInt8> = []
    for range in ranges {
      bytes.formUnion(Self.firstByte(of: range.lowerBound)...Self.firstByte(of: range.upperBound))
    }
    return bytes.subtracting(0x80...0xC1)
  }

  private static func firstByte(of scalar: UInt32) -> UInt8 {
    switch scalar {
    case ..<0x80: UInt8(scalar)
    case ..<0x800: UInt8(0xC0 | scalar >> 6)
    case ..<0x10000: UInt8(0xE0 | scalar >> 12)
    default: UInt8(0xF0 | scalar >> 18)
    }
  }

  var isASCII: Bool { ranges.allSatisfy { $0.upperBound < 0x80 } }

  /// The only member; nil if there are none or several.
  var single: UInt32? {
    guard ranges.count == 1, let range = ranges.first, range.count == 1 else { return nil }
    return range.lowerBound
  }
}
