import Foundation

/// The random part of intervals, so that prompts that were answered together do not stay together.
///
/// `chance`, from 0 to less than 1, is computed from the prompt and the second of the answer. So it
/// is equal on all devices.
struct Fuzz: Sendable {
  var chance: Double

  /// Computes the chance of an answer to `prompt` at `date`: FNV-1a of both, mixed as in
  /// SplitMix64, because the last bytes hardly affect the upper bits of FNV-1a.
  init(_ prompt: PromptID, at date: Date) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ byte: UInt8) {
      hash = (hash ^ UInt64(truncatingIfNeeded: byte)) &* 0x0000_0100_0000_01B3
    }
    for text in [prompt.note, prompt.block] {
      text.utf8.forEach(add)
      add(0xFF)  // no byte of UTF-8: "a", "bc" is not "ab", "c"
    }
    // Storable dates are whole seconds that fit.
    let second = Int64(exactly: date.storable.timeIntervalSince1970) ?? 0
    for number in [UInt64(bitPattern: Int64(prompt.index)), UInt64(bitPattern: second)] {
      for shift in stride(from: 0, to: 64, by: 8) {
        add(UInt8(truncatingIfNeeded: number >> shift))
      }
    }
    hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
    hash ^= hash >> 31
    self.init(chance: Double(hash >> 11) * 0x1p-53)
  }

  init(chance: Double) { self.chance = chance.clamped(to: 0...1) }

  /// Returns the range from which the app chooses an interval, in seconds.
  static func range(of interval: TimeInterval) -> ClosedRange<TimeInterval> {
    let interval = interval.clamped(to: 0...(.longest))
    func around(_ distance: TimeInterval) -> ClosedRange<TimeInterval> {
      (interval - distance)...(interval + distance)
    }
    return switch interval {
    case ..<(2 * .day): around(0)
    case ..<(3 * .day): (2 * .day)...(3 * .day)
    case ..<(7 * .day): around(interval / 4)
    case ..<(30 * .day): around(max(2 * .day, 0.15 * interval))
    default: around(max(4 * .day, 0.05 * interval))
    }
  }

  /// Returns an interval in the app's range, in seconds.
  func callAsFunction(_ interval: TimeInterval) -> TimeInterval {
    let range = Self.range(of: interval)
    return range.lowerBound + chance * (range.upperBound - range.lowerBound)
  }
}

extension Fuzz {
  /// Returns a whole number of days in the range from which py-fsrs chooses; fewer than 2.5 days
  /// unchanged.
  func days(_ days: Double, atMost maximum: Double) -> Double {
    guard days >= 2.5 else { return days }
    let delta =
      1 + 0.15 * max(min(days, 7) - 2.5, 0) + 0.1 * max(min(days, 20) - 7, 0) + 0.05
      * max(days - 20, 0)
    let upper = min((days + delta).rounded(.toNearestOrEven), maximum)
    let lower = min(max((days - delta).rounded(.toNearestOrEven), 2), upper)
    return min(lower + (chance * (upper - lower + 1)).rounded(.down), upper)
  }
}
