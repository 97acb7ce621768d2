/// Fields of CSV (RFC 4180).
package enum CSVField {
  /// With `isGuarded`, a text that a spreadsheet would compute gets an apostrophe before it.
  /// Exceptions are integers, and `="978…"` without a quotation mark inside: with that form, a
  /// spreadsheet keeps all digits of a number.
  package static func text(_ text: String, isGuarded: Bool = false) -> String {
    var text = text
    let isNumber =
      text.utf8.starts(with: "=\"".utf8) && text.utf8.last == UInt8(ascii: "\"")
      && !text.utf8.dropFirst(2).dropLast().contains(UInt8(ascii: "\""))
    if isGuarded, !isNumber, let first = text.unicodeScalars.first,
      "=+-@\t\r".unicodeScalars.contains(first), Int(text) == nil
    {
      text = "'" + text
    }
    let space = UInt8(ascii: " ")
    let needsMarks =
      text.hasByte(of: "\",;\n\r") || text.utf8.first == space || text.utf8.last == space
    return needsMarks ? "\"" + text.replacingBytes(of: "\"", with: "\"\"") + "\"" : text
  }
}
