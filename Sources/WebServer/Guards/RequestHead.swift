/// The request line and the headers, as a client sent them. Do not trust them.
package struct RequestHead: Sendable, Equatable {
  package struct Header: Sendable, Equatable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
  }

  package var method: String
  package var target: String
  package var headers: [Header]
  /// Whether the request is HTTP/1.0, with one request per connection.
  package var isOld: Bool

  package init(
    _ method: String, _ target: String, _ headers: [Header] = [], isOld: Bool = false
  ) {
    (self.method, self.target) = (method, target)
    (self.headers, self.isOld) = (headers, isOld)
  }

  /// Returns the values of the headers with this name, given in lower case. Cost: linear.
  package func values(_ name: String) -> [String] {
    headers.filter { $0.name.lowercased() == name }.map(\.value)
  }

  /// Whether the client wants the connection to close after the answer.
  package var closes: Bool {
    isOld
      || values("connection").contains {
        $0.lowercased().split(separator: ",").contains { $0.filter { $0 != " " } == "close" }
      }
  }
}

// MARK: Reading

extension RequestHead {
  /// Parses the bytes before the empty line (RFC 9112, sections 3 and 5). Returns nil for forms
  /// that browsers do not send, such as bare line feeds, folded lines, spaces before a colon, or
  /// control characters. Cost: linear.
  package init?(_ bytes: some Collection<UInt8>) {
    var lines: [[UInt8]] = []
    // Only a carriage return with a line feed ends a line; either one alone is refused below.
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      lines.append(Array(line))
    }
    for index in lines.indices.dropLast() {
      guard lines[index].popLast() == UInt8(ascii: "\r") else { return nil }
    }
    guard let first = lines.first else { return nil }
    let words = first.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 3, Self.isToken(words[0]), !words[1].isEmpty,
      words[1].allSatisfy({ 0x21...0x7E ~= $0 })
    else { return nil }
    switch String(decoding: words[2], as: UTF8.self) {
    case "HTTP/1.1": isOld = false
    case "HTTP/1.0": isOld = true
    default: return nil
    }
    method = String(decoding: words[0], as: UTF8.self)
    target = String(decoding: words[1], as: UTF8.self)
    headers = []
    for line in lines.dropFirst() {
      let name = line.prefix { $0 != UInt8(ascii: ":") }
      let value = line.dropFirst(name.count + 1)
      guard name.count < line.count, Self.isToken(name),
        value.allSatisfy({ $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F })
      else { return nil }
      headers.append(
        Header(String(decoding: name, as: UTF8.self), Self.trimmed(value)))
    }
  }

  private static func isToken(_ bytes: some Collection<UInt8>) -> Bool {
    !bytes.isEmpty && bytes.allSatisfy(tokenBytes.contains)
  }

  /// The characters of a token (RFC 9110, section 5.6.2).
  private static let tokenBytes = Set(
    "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

  /// Returns the value without surrounding blanks. Bytes that are not UTF-8 become U+FFFD.
  private static func trimmed(_ value: some BidirectionalCollection<UInt8>) -> String {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    var rest = value.drop(while: isBlank)
    while let last = rest.last, isBlank(last) { rest = rest.dropLast() }
    return String(decoding: rest, as: UTF8.self)
  }
}
