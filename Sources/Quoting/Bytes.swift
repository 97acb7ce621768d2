// Other programs read bytes. To Swift, a quotation mark followed by a combining mark is one
// `Character` that does not equal a quotation mark. So this module escapes text by bytes or
// scalars.

extension StringProtocol {
  /// Returns the text with every occurrence of the UTF-8 bytes of `old` replaced, from the left. If
  /// `old` is empty, the text is unchanged. Cost: linear for a short `old`.
  package func replacingBytes(of old: String, with new: String) -> String {
    let (own, old) = (Array(utf8), Array(old.utf8))
    var result: [UInt8] = []
    result.reserveCapacity(own.count)
    var rest = own[...]
    while let first = rest.first {
      if !old.isEmpty, rest.starts(with: old) {
        result += new.utf8
        rest = rest.dropFirst(old.count)
      } else {
        result.append(first)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether the text contains the UTF-8 bytes of `part`. Several times as fast as `contains`, which
  /// compares characters.
  package func hasBytes(_ part: String) -> Bool { utf8.firstRange(of: part.utf8) != nil }

  /// Whether the text contains one of the ASCII characters of `marks`.
  package func hasByte(of marks: String) -> Bool {
    utf8.contains { byte in marks.utf8.contains(byte) }
  }

  func replacingScalars(_ substitute: (Unicode.Scalar) -> String?) -> String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if let text = substitute(scalar) {
        result.append(contentsOf: text.unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}
