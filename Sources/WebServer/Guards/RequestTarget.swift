package struct RequestTarget: Sendable, Equatable {
  /// The decoded parts of the path, without empty ones.
  package var path: [String]
  package var query: [WebRequest.Field]

  package init(path: [String] = [], query: [WebRequest.Field] = []) {
    (self.path, self.query) = (path, query)
  }

  /// Parses a target such as `/book/42?at=2`. Returns nil if the text does not start with `/`,
  /// cannot be decoded, or has more parts or fields than `limits` allows.
  package init?(_ text: String, _ limits: Limits) {
    let bytes = Array(text.utf8)
    guard bytes.first == UInt8(ascii: "/") else { return nil }
    let path = bytes.prefix { $0 != UInt8(ascii: "?") }
    let parts = path.split(separator: UInt8(ascii: "/"), maxSplits: limits.pathSegments + 1)
    guard parts.count <= limits.pathSegments else { return nil }
    let decoded = parts.compactMap { PercentCoding.decoded($0) }
    guard decoded.count == parts.count,
      let query = PercentCoding.fields(bytes.dropFirst(path.count + 1), most: limits.fields)
    else { return nil }
    (self.path, self.query) = (decoded, query)
  }
}
