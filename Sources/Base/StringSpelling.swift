import Foundation

extension String {
  /// The text for comparisons: in lowercase, without accents and compatibility forms, and with `ss`
  /// for `ß` and `е` for `ё`. Other Cyrillic letters with a mark, such as `й`, stay unchanged.
  package var plainlySpelled: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return lowercased() }
    var plain = String.UnicodeScalarView()
    for scalar in decomposedStringWithCompatibilityMapping.lowercased().unicodeScalars {
      if 0x300...0x36F ~= scalar.value, let base = plain.last,
        !(0x400...0x52F ~= base.value) || base == "е" && scalar.value == 0x308
      {
        continue
      }
      if scalar == "ß" {
        plain.append(contentsOf: "ss".unicodeScalars)
      } else {
        plain.append(scalar)
      }
    }
    return String(plain).precomposedStringWithCanonicalMapping
  }

  package func hasPart(_ part: String) -> Bool { plainlySpelled.contains(part.plainlySpelled) }

  package var trimmed: String {
    // Fast path: most titles begin and end with a visible ASCII character.
    let visible: ClosedRange<UInt8> = 0x21...0x7E
    if let first = utf8.first, let last = utf8.last, visible ~= first, visible ~= last {
      return self
    }
    guard let start = firstIndex(where: { !$0.isWhitespace }),
      let end = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[start...end])
  }

  /// Whether the text has only white space, control, format and ignorable characters, or is empty.
  package var isInvisible: Bool {
    unicodeScalars.allSatisfy { scalar in
      let properties = scalar.properties
      return properties.isWhitespace || properties.isDefaultIgnorableCodePoint
        || [.control, .format].contains(properties.generalCategory)
    }
  }
}
