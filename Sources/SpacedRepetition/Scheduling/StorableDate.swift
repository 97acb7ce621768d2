import Foundation

extension TimeInterval {
  /// A day, in seconds.
  static let day: TimeInterval = 86_400
  /// Nothing is put off further, in seconds: from 1970 to the end of the year 9999.
  static let longest: TimeInterval = 253_402_300_799
}

extension Date {
  /// The whole second that is stored of a date, from 1970, the earliest year of a review, to the
  /// end of the year 9999.
  var storable: Date {
    Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.down).clamped(to: 0...(.longest)))
  }

  /// The storable date `interval` seconds later.
  func storable(after interval: TimeInterval) -> Date {
    (storable + interval.clamped(to: 0...(.longest))).storable
  }
}

extension Double {
  /// Itself, or the end that is nearest; of no number, the lower one.
  func clamped(to range: ClosedRange<Double>) -> Double {
    isNaN ? range.lowerBound : Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}

extension Int {
  /// One more, as long as there are more.
  mutating func count() { if self < .max { self += 1 } }
}
