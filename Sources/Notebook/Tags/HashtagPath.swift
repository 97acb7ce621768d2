/// A hashtag read as a path: `#books/2021` lies below `#books`, `#bookshop` does not.
///
/// Segments are what lies between slashes; they are compared whole, without regard to case.
public struct HashtagPath: Sendable, Hashable, CustomStringConvertible {
  /// The hashtag as written, with its `#`.
  public let tag: String
  /// What is compared: the tag in lower case.
  let key: String

  /// The path of `tag`; the `#` is added when missing.
  public init(_ tag: String) {
    self.tag = Self.withNumberSign(tag)
    key = self.tag.lowercased()
  }

  /// `tag` with the `#` that a book's tags lack.
  static func withNumberSign(_ tag: String) -> String { tag.hasPrefix("#") ? tag : "#" + tag }

  /// The hashtag as written.
  public var description: String { tag }

  /// Whether `other` is this hashtag or lies below it.
  public func contains(_ other: HashtagPath) -> Bool {
    other.key == key || (other.key.hasPrefix(key) && other.key.dropFirst(key.count).first == "/")
  }

  /// The hashtags above this one, nearest last. There is none above an empty segment.
  public var ancestors: [HashtagPath] {
    var ancestors: [HashtagPath] = []
    var previous: Character = "#"
    for index in tag.indices {
      if tag[index] == "/" {
        guard previous != "/", index > tag.index(after: tag.startIndex) else { break }
        ancestors.append(HashtagPath(String(tag[..<index])))
      }
      previous = tag[index]
    }
    return ancestors
  }

  /// Two paths are one when only case tells them apart.
  public static func == (first: HashtagPath, second: HashtagPath) -> Bool {
    first.key == second.key
  }

  /// Hashes what equality compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }

  /// Segments, by which paths sort like a tree written line by line: parents first.
  var sortKey: [Substring] { key.split(separator: "/", omittingEmptySubsequences: false) }
}
