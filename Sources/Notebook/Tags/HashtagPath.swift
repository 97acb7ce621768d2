/// A hashtag read as a path: `#books/2021` lies below `#books`, `#bookshop` does not.
///
/// Segments are split on `/` and compared whole, without regard to case.
public struct HashtagPath: Sendable, Hashable, CustomStringConvertible {
  /// The hashtag as written, with its `#`.
  public let tag: String
  /// The segments in lower case. An empty one stays: `#a//b` has three.
  let segments: [Substring]

  /// The path of `tag`; the `#` is added when missing.
  public init(_ tag: String) {
    self.tag = tag.hasPrefix("#") ? tag : "#" + tag
    segments = self.tag.dropFirst().lowercased()
      .split(separator: "/", omittingEmptySubsequences: false)
  }

  /// The hashtag as written.
  public var description: String { tag }

  /// Whether `other` is this hashtag or lies below it.
  public func contains(_ other: HashtagPath) -> Bool { other.segments.starts(with: segments) }

  /// The hashtags above this one, nearest last. There is none above an empty segment.
  public var ancestors: [HashtagPath] {
    var ends = tag.indices.filter { tag[$0] == "/" }
    let count = segments.dropLast().prefix { !$0.isEmpty }.count
    ends = Array(ends.prefix(count))
    return ends.map { HashtagPath(String(tag[..<$0])) }
  }

  /// Two paths are one when only case tells them apart.
  public static func == (first: HashtagPath, second: HashtagPath) -> Bool {
    first.segments == second.segments
  }

  /// Hashes what equality compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(segments) }
}
