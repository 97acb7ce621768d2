import Foundation

/// A document's URI, equal to other spellings of it: `%20` and a space, `%3a` and `:`, `%ff` and
/// `%FF`, `file://localhost/` and `file:///`, `C:` and `c:`.
///
/// The client's spelling is kept for responses. An encoded slash is part of a name: `x%2Fy` is not
/// `x/y`. Two URIs can still name one file, through links or on case-insensitive file systems. They
/// stay different, because each is a separate text in the client. `Mirrors` recognizes such files.
/// (LSP 3.17, "URI".)
struct DocumentURI: Hashable, Sendable {
  let spelling: String
  /// The normalized spelling; nil if `spelling` is certainly normalized. Most URIs are, and they
  /// are compared several times per keystroke.
  ///
  /// Percent-encoding is decoded, except for `/`, `%` and bytes that are not UTF-8.
  private let common: String?

  init(_ spelling: String) {
    self.spelling = spelling
    common = Self.isPlain(spelling) ? nil : Self.common(spelling)
  }

  /// Calls `body` with the bytes of the normalized spelling. As strings, two encodings of `é` would
  /// be equal; as file names they differ.
  private func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    var name = common ?? spelling
    return name.withUTF8(body)
  }

  static func == (left: DocumentURI, right: DocumentURI) -> Bool {
    left.withBytes { left in
      right.withBytes { right in
        guard left.count == right.count, let start = left.baseAddress,
          let other = right.baseAddress
        else { return left.isEmpty && right.isEmpty }
        return memcmp(start, other, left.count) == 0
      }
    }
  }

  func hash(into hasher: inout Hasher) {
    withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }

  var note: NoteURI? { NoteURI(spelling) }

  /// The path of a `file:` URI on this machine; nil if it is not UTF-8, or if `fileBytes` is nil.
  var filePath: String? {
    fileBytes.flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// The path of a `file:` URI on this machine, as bytes. Nil for any other URI, a relative path,
  /// and a path with a zero byte or an encoded slash.
  var fileBytes: [UInt8]? {
    guard Self.isFile(spelling.utf8) else { return nil }
    var path = spelling.utf8.dropFirst("file:".utf8.count)
    if path.starts(with: "//".utf8) {
      let rest = path.dropFirst(2)
      let host = rest.prefix { $0 != UInt8(ascii: "/") }
      guard host.isEmpty || Self.isLocal(host) else { return nil }
      path = rest.dropFirst(host.count)
    }
    let bytes = PercentDecoding.bytes(of: path)
    // File names cannot contain a slash or a zero byte.
    guard bytes.first?.byte == UInt8(ascii: "/"),
      !bytes.contains(where: { $0.byte == 0 || $0.wasEncoded && $0.byte == UInt8(ascii: "/") })
    else { return nil }
    return bytes.map(\.byte)
  }
}

// MARK: The common spelling

extension DocumentURI {
  /// Returns whether `spelling` is certainly normalized. Cost: one scan of its bytes.
  private static func isPlain(_ spelling: String) -> Bool {
    var spelling = spelling
    return spelling.withUTF8 { utf8 in
      if utf8.contains(UInt8(ascii: "%")) { return false }
      // A fast path for `file:///` in lower case, because this is called at each keystroke.
      if let start = utf8.baseAddress, utf8.count >= root.utf8CodeUnitCount,
        memcmp(start, root.utf8Start, root.utf8CodeUnitCount) == 0
      {
        return drive(utf8.dropFirst(root.utf8CodeUnitCount)) == nil
      }
      return !isFile(utf8)
        && !utf8.prefix { $0 != UInt8(ascii: ":") }.contains { (0x41...0x5A).contains($0) }
    }
  }

  private static let root: StaticString = "file:///"

  private static func isFile(_ utf8: some Collection<UInt8>) -> Bool {
    utf8.prefix(5).elementsEqual("file:".utf8) { byte, letter in
      byte == letter || (0x41...0x5A).contains(byte) && byte | 0x20 == letter
    }
  }

  private static func drive(_ path: some Collection<UInt8>) -> UInt8? {
    guard let letter = path.first, (0x61...0x7A).contains(letter | 0x20),
      path.dropFirst().first == UInt8(ascii: ":")
    else { return nil }
    return letter | 0x20
  }

  private static func isLocal(_ host: Substring.UTF8View) -> Bool {
    Substring(host).lowercased() == "localhost"
  }

  private static func common(_ spelling: String) -> String {
    let scheme = spelling.utf8.prefix { $0 != UInt8(ascii: ":") }
    var rest = spelling.utf8.dropFirst(scheme.count)
    // A text without a scheme is not a URI: only its percent-encoding is normalized.
    guard !rest.isEmpty else { return PercentDecoding.text(of: spelling.utf8[...]) }
    var start = Substring(scheme).lowercased()
    let isFile = start == "file"
    if isFile, rest.starts(with: "://".utf8) {
      let host = rest.dropFirst(3).prefix { $0 != UInt8(ascii: "/") }
      if host.isEmpty || isLocal(host) {
        rest = rest.dropFirst(3 + host.count)
        start += "://"
      }
    } else if isFile, rest.starts(with: ":/".utf8) {
      rest = rest.dropFirst(1)
      start += "://"
    }
    let path = PercentDecoding.text(of: rest)
    guard isFile, path.utf8.first == UInt8(ascii: "/"),
      let letter = drive(path.utf8.dropFirst())
    else { return start + path }
    let drive = Character(Unicode.Scalar(letter))
    return "\(start)/\(drive)\(Substring(path.utf8.dropFirst(2)))"
  }
}

private enum PercentDecoding {
  struct Byte {
    var byte: UInt8
    var wasEncoded = false
  }

  /// Decodes `utf8`. Keeps a `%` that is not followed by two hexadecimal digits.
  static func bytes(of utf8: some Collection<UInt8>) -> [Byte] {
    var bytes: [Byte] = []
    bytes.reserveCapacity(utf8.count)
    var rest = utf8[...]
    while let first = rest.first {
      let digits = rest.dropFirst().prefix(2).compactMap(digit)
      if first == UInt8(ascii: "%"), digits.count == 2, let high = digits.first,
        let low = digits.last
      {
        bytes.append(Byte(byte: high << 4 | low, wasEncoded: true))
        rest = rest.dropFirst(3)
      } else {
        bytes.append(Byte(byte: first))
        rest = rest.dropFirst()
      }
    }
    return bytes
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46, 0x61...0x66: (byte | 0x20) - 0x57
    default: nil
    }
  }

  static func text(of utf8: Substring.UTF8View) -> String { text(common(bytes(of: utf8))) }

  /// Encodes `%` and encoded slashes again, because decoding them would change the meaning.
  private static func common(_ bytes: [Byte]) -> [UInt8] {
    bytes.flatMap { byte in
      switch byte.byte {
      case UInt8(ascii: "%"): Array("%25".utf8)
      case UInt8(ascii: "/") where byte.wasEncoded: Array("%2F".utf8)
      default: [byte.byte]
      }
    }
  }

  /// Returns `bytes` as text; bytes that are not UTF-8 are percent-encoded.
  private static func text(_ bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = ""
    var rest = bytes[...]
    while let first = rest.first {
      let length = (1...4).first {
        $0 <= rest.count && String(validating: rest.prefix($0), as: UTF8.self) != nil
      }
      if let length {
        text += String(decoding: rest.prefix(length), as: UTF8.self)
      } else {
        let digits = String(first, radix: 16, uppercase: true)
        text += first < 16 ? "%0\(digits)" : "%\(digits)"
      }
      rest = rest.dropFirst(length ?? 1)
    }
    return text
  }
}
