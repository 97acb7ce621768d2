package enum RedirectPath {
  /// Returns `path` as the value of a header: non-ASCII bytes, and bytes not allowed in addresses,
  /// are percent-encoded. Returns nil for anything but a path of this site: `//host`, `\`, another
  /// scheme, control characters.
  package static func header(_ path: String) -> String? {
    let bytes = Array(path.utf8)
    guard bytes.first == UInt8(ascii: "/"), bytes.dropFirst().first != UInt8(ascii: "/"),
      bytes.allSatisfy({ $0 > 0x1F && $0 != 0x7F && $0 != UInt8(ascii: "\\") })
    else { return nil }
    var text = ""
    for byte in bytes {
      if allowed.contains(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        text += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return text
  }

  /// The characters of RFC 3986 except brackets. `%` is not encoded, since the path may already be
  /// percent-encoded.
  private static let allowed = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?#@!$&'()*+,;=%".utf8)
}
