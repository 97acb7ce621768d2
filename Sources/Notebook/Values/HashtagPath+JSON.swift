extension HashtagPath {
  /// Whether this hashtag or one below it may be a string in the JSON text `json`, with or without
  /// its `#`; with `inAnySpelling`, also with other accents. Returns false only if it certainly is
  /// not. Cost: linear.
  package func mayOccur(
    in json: UnsafeRawBufferPointer, inAnySpelling: Bool = false
  ) -> Bool {
    let word = key.utf8.dropFirst()
    // Only plain ASCII is searched, and the Kelvin sign, which is a `k` in lower case. The case of
    // other letters differs in more than one bit, and JSON may escape other characters.
    let isPlain = word.allSatisfy { byte in
      (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\\") && byte != UInt8(ascii: "\"")
    }
    guard isPlain else { return true }
    let pattern = Array(word)
    let hasK = pattern.contains(UInt8(ascii: "k"))
    for (position, byte) in json.enumerated() {
      switch byte {
      case UInt8(ascii: "\""):
        var start = position + 1
        if start < json.count, json[start] == UInt8(ascii: "#") { start += 1 }
        if Self.stands(pattern, in: json, at: start) { return true }
      case UInt8(ascii: "\\"):
        if position + 1 < json.count, json[position + 1] == UInt8(ascii: "u") { return true }
      case 0x80... where inAnySpelling: return true
      case 0xE2 where hasK:
        if position + 1 < json.count, json[position + 1] == 0x84 { return true }
      default: break
      }
    }
    return false
  }

  /// Whether `pattern`, in lower case, is at offset `start` and a segment may end after it. Slashes
  /// in `json` may be escaped with a backslash.
  private static func stands(
    _ pattern: [UInt8], in json: UnsafeRawBufferPointer, at start: Int
  ) -> Bool {
    var position = start
    for byte in pattern {
      if byte == UInt8(ascii: "/"), position < json.count, json[position] == UInt8(ascii: "\\") {
        position += 1
      }
      guard position < json.count else { return false }
      let found = json[position]
      let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(found)
      guard (isUpper ? found | 0x20 : found) == byte else { return false }
      position += 1
    }
    guard position < json.count else { return false }
    return [UInt8(ascii: "\""), UInt8(ascii: "/"), UInt8(ascii: "\\")].contains(json[position])
  }
}
