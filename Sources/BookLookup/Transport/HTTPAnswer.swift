/// Parses HTTP answers as printed by `curl --include`.
enum HTTPAnswer {
  /// Returns the first header block with a status of 200 or more, and the body after it. Returns
  /// nil if none of the first eight blocks is one, or a block is incomplete or not HTTP.
  static func parsed(_ bytes: [UInt8]) -> LookupAnswer? {
    var rest = bytes[...]
    for _ in 0..<8 {
      guard let end = endOfBlock(rest) else { return nil }
      let text = String(decoding: rest[rest.startIndex..<end.lowerBound], as: UTF8.self)
      rest = rest[end.upperBound...]
      let lines = text.split(whereSeparator: \.isNewline)
      guard let first = lines.first, first.hasPrefix("HTTP/") else { return nil }
      let words = first.split(separator: " ")
      guard words.count >= 2, let status = Int(words[1]), (100...599).contains(status) else {
        return nil
      }
      if status < 200 { continue }
      var headers: [String: String] = [:]
      for line in lines.dropFirst().prefix(200) {
        guard let colon = line.firstIndex(of: ":") else { continue }
        let value = line[line.index(after: colon)...].drop(while: \.isWhitespace)
        headers[line[..<colon].lowercased()] = String(value.prefix(4096))
      }
      return LookupAnswer(status: status, headers: headers, body: Array(rest))
    }
    return nil
  }

  /// Returns the range of the empty line after the headers, with the line end before it; nil if
  /// there is none.
  private static func endOfBlock(_ bytes: ArraySlice<UInt8>) -> Range<Int>? {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index...].starts(with: [0x0D, 0x0A, 0x0D, 0x0A]) { return index..<index + 4 }
      if bytes[index...].starts(with: [0x0A, 0x0A]) { return index..<index + 2 }
      index += 1
    }
    return nil
  }
}
