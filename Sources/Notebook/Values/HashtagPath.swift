import Base
import Foundation
import MiniMarkdown

/// A hashtag as a path: `#books/2021` is below `#books`, `#bookshop` is not.
///
/// Segments are separated by slashes, and are compared whole, ignoring case. There are at most
/// `Hashtag.mostSegments`; the last contains the remaining hashtag.
package struct HashtagPath: Sendable, Hashable, CustomStringConvertible {
  /// The hashtag as written, with its `#`.
  package let tag: String
  let key: String

  /// Creates the path of `tag`; adds a missing `#`.
  package init(_ tag: String) {
    self.tag = Hashtag.withNumberSign(tag)
    key = self.tag.lowercased()
  }

  /// The key for indexes: equal paths have equal bytes.
  package var indexKey: String {
    key.utf8.allSatisfy { $0 < 0x80 } ? key : key.precomposedStringWithCanonicalMapping
  }

  package var description: String { tag }

  /// Whether `other` is this hashtag or is below it.
  package func contains(_ other: HashtagPath) -> Bool {
    other.key == key
      || (other.key.hasPrefix(key) && other.key.dropFirst(key.count).first == "/" && isParent)
  }

  /// Whether `tag` is this hashtag or is below it, ignoring accents: for search, `#café` and
  /// `#cafe` are equal.
  package func containsInAnySpelling(_ tag: String) -> Bool {
    let other = HashtagPath(tag)
    if contains(other) { return true }
    guard key.utf8.contains(where: { $0 >= 0x80 }) || other.key.utf8.contains(where: { $0 >= 0x80 })
    else { return false }
    return HashtagPath(key.plainlySpelled).contains(HashtagPath(other.key.plainlySpelled))
  }

  /// Whether there may be hashtags below this one.
  private var isParent: Bool {
    tag.utf8.count <= Hashtag.longestParent && depth < Hashtag.mostSegments
  }

  package var depth: Int { Hashtag.segments(of: tag).count }

  /// The hashtags above this one, nearest last. Stops before the first empty segment.
  package var ancestors: [HashtagPath] { ancestorLengths.map(ancestor) }

  package var parent: HashtagPath? { ancestorLengths.last.map(ancestor) }

  /// The lengths of the hashtags above this one, in UTF-8 bytes.
  private var ancestorLengths: [Int] {
    Hashtag.segments(of: tag).dropLast().prefix { !$0.isEmpty }.map(\.upperBound)
  }

  private func ancestor(_ length: Int) -> HashtagPath {
    HashtagPath(String(Substring(tag.utf8.prefix(length))))
  }

  package static func == (first: HashtagPath, second: HashtagPath) -> Bool {
    first.key == second.key
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(key) }

  /// The segments. Paths sorted by them are in the order of a tree, parents first.
  var sortKey: [Substring] {
    key.split(
      separator: "/", maxSplits: Hashtag.mostSegments - 1, omittingEmptySubsequences: false)
  }
}
