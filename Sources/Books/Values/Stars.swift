package import JSON

/// Stars as text that is readable without color: `★★★½`, `4.25 ★`.
package enum Stars {
  package static func text(_ stars: Double?) -> String {
    guard let stars, stars > 0, let whole = Int(exactly: stars.rounded(.down)) else { return "" }
    switch stars - Double(whole) {
    case 0: return String(repeating: "★", count: min(whole, 5))
    case 0.5: return String(repeating: "★", count: min(whole, 5)) + "½"
    default: return "\(stars) ★"
    }
  }
}

extension JSONValue {
  /// Returns stars as JSON: an integer if they are whole, null for nil.
  package static func stars(_ stars: Double?) -> JSONValue {
    guard let stars else { return .null }
    return Int(exactly: stars).map(\.json) ?? .double(stars)
  }
}
