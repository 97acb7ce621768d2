import Foundation

/// A document's name, equal to every other spelling of it: `%20` and a space, `%3a` and `:`.
///
/// The client's own spelling is kept for answers. (LSP 3.17, "URI".)
struct DocumentURI: Hashable, Sendable {
  let spelling: String
  /// The decoded bytes. As strings, two spellings of `é` would be equal; as files they are not.
  private let bytes: [UInt8]

  init(_ spelling: String) {
    self.spelling = spelling
    // Most names have nothing to decode, and are asked for several times at every key.
    let bytes = Array(spelling.utf8)
    self.bytes =
      bytes.contains(UInt8(ascii: "%"))
      ? Array((spelling.removingPercentEncoding ?? spelling).utf8) : bytes
  }

  static func == (left: DocumentURI, right: DocumentURI) -> Bool { left.bytes == right.bytes }
  func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }

  /// The note it is, if it is one.
  var note: NoteURI? { NoteURI(spelling) }

  /// The path of a `file:` URI on this machine; nil for any other.
  var filePath: String? {
    let decoded = String(decoding: bytes, as: UTF8.self)
    guard decoded.hasPrefix("file://") else { return nil }
    let rest = decoded.dropFirst("file://".count)
    let host = rest.prefix { $0 != "/" }
    guard host.isEmpty || host == "localhost" else { return nil }
    let path = String(rest.dropFirst(host.count))
    return path.isEmpty || path.contains("\0") ? nil : path
  }
}
