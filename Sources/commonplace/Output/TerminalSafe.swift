extension String {
  /// The text without anything a terminal obeys: control characters other than line feed and tab,
  /// and marks that turn the direction of writing, are shown as `\u{1B}`. (CWE-150.)
  var terminalSafe: String {
    var safe = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if scalar.isObeyedByTerminals {
        safe.append(
          contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
      } else {
        safe.append(scalar)
      }
    }
    return String(safe)
  }
}

extension Unicode.Scalar {
  fileprivate var isObeyedByTerminals: Bool {
    switch value {
    case 0x09, 0x0A: false
    case 0x00..<0x20, 0x7F..<0xA0: true
    case 0x200E, 0x200F, 0x061C, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
