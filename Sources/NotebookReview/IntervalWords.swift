import Base
package import Foundation

package enum IntervalWords {
  /// Returns `10 minutes`, `4 days`, `1.5 years`; `now` for zero, negative and non-finite values.
  package static func text(_ seconds: TimeInterval) -> String {
    guard seconds.isFinite, seconds > 0 else { return "now" }
    let units: [(limit: Double, length: Double, name: String)] = [
      (3570, 60, "minute"), (84_600, 3600, "hour"), (60 * 86_400, 86_400, "day"),
      (730 * 86_400, 30.4 * 86_400, "month"),
    ]
    for unit in units where seconds < unit.limit {
      let count = Int(exactly: max(1, (seconds / unit.length).rounded())) ?? 1
      return count.counted(unit.name)
    }
    let tenths = (min(seconds / (365.25 * 86_400), 1e5) * 10).rounded() / 10
    return "\(tenths.formatted(.number.grouping(.never).locale(Locale(identifier: "en")))) years"
  }
}
