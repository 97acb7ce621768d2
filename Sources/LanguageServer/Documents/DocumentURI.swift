import Foundation

/// A document's name, equal to every other spelling of it: `%20` and a space, `%3a` and `:`.
///
/// The client's own spelling is kept for answers. (LSP 3.17, "URI".)
struct DocumentURI: Hashable, Sendable {
  let spelling: String
  /// The spelling decoded, where that is another text. Most names have nothing to decode, and are asked
  /// for several times at every key.
  private let decoded: String?

  init(_ spelling: String) {
    self.spelling = spelling
    let isEncoded = spelling.utf8.contains(UInt8(ascii: "%"))
    decoded = isEncoded ? spelling.removingPercentEncoding : nil
  }

  /// Gives the decoded bytes. As strings, two spellings of `é` would be equal; as files they are not.
  private func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    var name = decoded ?? spelling
    return name.withUTF8(body)
  }

  static func == (left: DocumentURI, right: DocumentURI) -> Bool {
    left.withBytes { left in right.withBytes { left.elementsEqual($0) } }
  }

  func hash(into hasher: inout Hasher) {
    withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }

  /// The note it is, if it is one.
  var note: NoteURI? { NoteURI(spelling) }

  /// The path of a `file:` URI on this machine; nil for any other.
  var filePath: String? {
    let name = decoded ?? spelling
    guard name.hasPrefix("file://") else { return nil }
    let rest = name.dropFirst("file://".count)
    let host = rest.prefix { $0 != "/" }
    guard host.isEmpty || host == "localhost" else { return nil }
    let path = String(rest.dropFirst(host.count))
    return path.isEmpty || path.contains("\0") ? nil : path
  }
}
