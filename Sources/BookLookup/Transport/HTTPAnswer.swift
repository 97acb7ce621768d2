/// An answer of HTTP, as `curl --include` prints it.
enum HTTPAnswer {
  /// The last block of headers, and the body after it. Blocks before it are hints of statuses below 200.
  /// Returns nil if there is no whole block, or it is not HTTP's.
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

  /// The empty line after the headers.
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
