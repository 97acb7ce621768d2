import Base
import Foundation
import MiniMarkdown

/// A hashtag read as a path: `#books/2021` lies below `#books`, `#bookshop` does not.
///
/// Segments lie between slashes; they are compared whole, without regard to case. Below an
/// unreasonable depth the rest of a hashtag is one segment (`Hashtag.mostSegments`).
package struct HashtagPath: Sendable, Hashable, CustomStringConvertible {
  /// The hashtag as written, with its `#`.
  package let tag: String
  /// The key for comparison: the tag in lower case.
  let key: String

  /// The path of `tag`; the `#` is added when missing.
  package init(_ tag: String) {
    self.tag = Hashtag.withNumberSign(tag)
    key = self.tag.lowercased()
  }

  /// The key by which an index finds it: equal paths have the same bytes.
  package var indexKey: String {
    key.utf8.allSatisfy { $0 < 0x80 } ? key : key.precomposedStringWithCanonicalMapping
  }

  /// The hashtag as written.
  package var description: String { tag }

  /// Whether `other` is this hashtag or lies below it.
  package func contains(_ other: HashtagPath) -> Bool {
    other.key == key
      || (other.key.hasPrefix(key) && other.key.dropFirst(key.count).first == "/" && isParent)
  }

  /// Whether `tag` is this hashtag or lies below it, however both are accented: for search `#café` and
  /// `#cafe` are one.
  package func containsInAnySpelling(_ tag: String) -> Bool {
    let other = HashtagPath(tag)
    if contains(other) { return true }
    guard key.utf8.contains(where: { $0 >= 0x80 }) || other.key.utf8.contains(where: { $0 >= 0x80 })
    else { return false }
    return HashtagPath(key.plainlySpelled).contains(HashtagPath(other.key.plainlySpelled))
  }

  /// Whether there may be hashtags below it.
  private var isParent: Bool {
    tag.utf8.count <= Hashtag.longestParent && depth < Hashtag.mostSegments
  }

  /// The number of segments.
  package var depth: Int { Hashtag.segments(of: tag).count }

  /// The hashtags above this one, nearest last. An empty segment has none above it.
  package var ancestors: [HashtagPath] { ancestorLengths.map(ancestor) }

  /// The hashtag that this one lies directly below, if there is one.
  package var parent: HashtagPath? { ancestorLengths.last.map(ancestor) }

  /// The lengths of the hashtags above this one, in UTF-8 bytes.
  private var ancestorLengths: [Int] {
    Hashtag.segments(of: tag).dropLast().prefix { !$0.isEmpty }.map(\.upperBound)
  }

  private func ancestor(_ length: Int) -> HashtagPath {
    HashtagPath(String(Substring(tag.utf8.prefix(length))))
  }

  /// Two paths are equal if they differ only in case.
  package static func == (first: HashtagPath, second: HashtagPath) -> Bool {
    first.key == second.key
  }

  /// Hashes the member that equality compares.
  package func hash(into hasher: inout Hasher) { hasher.combine(key) }

  /// Segments, by which paths sort like a tree written line by line: parents first.
  var sortKey: [Substring] {
    key.split(
      separator: "/", maxSplits: Hashtag.mostSegments - 1, omittingEmptySubsequences: false)
  }
}
