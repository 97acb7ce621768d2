import Foundation

/// The seeds of a property: the first `count`, or those that the variable `name` says: `1000` for so many, `63-63`
/// to repeat one.
package func seeds(_ name: String, _ count: UInt64) -> ClosedRange<UInt64> {
  let parts = (ProcessInfo.processInfo.environment[name] ?? "").split(separator: "-")
    .compactMap { UInt64($0) }
  guard let last = parts.last, last > 0 else { return 1...count }
  let first = parts.count > 1 ? parts.first ?? 1 : 1
  return min(first, last)...last
}
