import Foundation

extension Double {
  /// The number with three significant digits, or all digits before the decimal point, in groups of
  /// three: `0.052`, `1.3`, `4,210`.
  var short: String {
    guard isFinite else { return "-" }
    let digits = abs(self) >= 100 || self == 0 ? 0 : max(0, 2 - Int(floor(log10(abs(self)))))
    var text = String(format: "%.\(digits)f", self)
    if text.contains(".") {
      while text.hasSuffix("0") { text.removeLast() }
      if text.hasSuffix(".") { text.removeLast() }
    }
    guard abs(self) >= 1_000 else { return text }
    var grouped = ""
    for (index, digit) in text.enumerated() {
      if index > 0, (text.count - index).isMultiple(of: 3), grouped != "-" { grouped += "," }
      grouped.append(digit)
    }
    return grouped
  }

  /// The number as nanoseconds, shown in ns, µs, ms or s.
  var duration: String {
    switch self {
    case ..<1e3: "\(short) ns"
    case ..<1e6: "\((self / 1e3).short) µs"
    case ..<1e9: "\((self / 1e6).short) ms"
    default: "\((self / 1e9).short) s"
    }
  }
}
