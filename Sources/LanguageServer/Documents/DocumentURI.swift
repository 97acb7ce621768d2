import Foundation

/// A document's name, equal to every other spelling of it: `%20` and a space, `%3a` and `:`.
///
/// The client's own spelling is kept for answers. (LSP 3.17, "URI".)
struct DocumentURI: Hashable, Sendable {
  let spelling: String
  private let decoded: String

  init(_ spelling: String) {
    self.spelling = spelling
    decoded = spelling.removingPercentEncoding ?? spelling
  }

  static func == (left: DocumentURI, right: DocumentURI) -> Bool { left.decoded == right.decoded }
  func hash(into hasher: inout Hasher) { hasher.combine(decoded) }

  /// The path of a `file:` URI on this machine; nil for any other.
  var filePath: String? {
    guard decoded.hasPrefix("file://") else { return nil }
    let rest = decoded.dropFirst("file://".count)
    let host = rest.prefix { $0 != "/" }
    guard host.isEmpty || host == "localhost" else { return nil }
    let path = String(rest.dropFirst(host.count))
    return path.isEmpty || path.contains("\0") ? nil : path
  }
}
