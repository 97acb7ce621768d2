/// The address to which an answer leads.
package enum RedirectPath {
  /// `path` as the value of a header: what is no ASCII, and what no address contains, percent-encoded.
  /// Returns nil for everything but a path of this site: `//host`, `\`, another scheme, control characters.
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

  /// Those of RFC 3986 without brackets. `%` stays: the path may be encoded already.
  private static let allowed = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?#@!$&'()*+,;=%".utf8)
}
