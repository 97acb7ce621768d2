import Foundation

extension TimeInterval {
  static let day: TimeInterval = 86_400
  /// The longest interval, in seconds: from 1970 to the end of the year 9999.
  static let longest: TimeInterval = 253_402_300_799
}

extension Date {
  /// The date as stored: a whole second, clamped to the years 1970 to 9999.
  var storable: Date {
    Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.down).clamped(to: 0...(.longest)))
  }

  func storable(after interval: TimeInterval) -> Date {
    (storable + interval.clamped(to: 0...(.longest))).storable
  }
}

extension Double {
  /// Returns the nearest number in `range`; the lower bound for NaN.
  func clamped(to range: ClosedRange<Double>) -> Double {
    isNaN ? range.lowerBound : Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}

extension Int {
  mutating func count() { if self < .max { self += 1 } }
}
