import MiniMarkdown
import Notebook

/// The notebook's tags, indexed for completion and lookup. Built once for each change of the tags.
struct TagIndex: Sendable {
  /// All tags, parents before children.
  var counts: [TagCount]
  /// The tags that can be written as hashtags, most used first.
  let ranked: [TagCount]
  private let indexes: [HashtagPath: Int]
  private let prefixes: RankedPrefixIndex

  /// Indexes `counts`, in the order of `Notebook.Tags.all()`. Cost: sorting them.
  init(_ counts: [TagCount]) {
    self.counts = counts
    // Tags of books can contain spaces. Such tags cannot be hashtags, so they are not offered.
    ranked = counts.filter {
      $0.tag.utf8.count <= TagRename.longestName
        && $0.tag.unicodeScalars.allSatisfy(\.isMiniMarkdownText)
    }
    .sorted { ($1.noteCount, $0.tag) < ($0.noteCount, $1.tag) }
    indexes = Dictionary(
      counts.enumerated().map { (HashtagPath($0.element.tag), $0.offset) }
    ) { first, _ in first }
    prefixes = RankedPrefixIndex(
      ranked.lazy.map { $0.tag.dropFirst().lowercased() }, separator: "/")
  }

  /// Returns the number of notes with `path` or a hashtag below it; nil if there are none.
  func noteCount(of path: HashtagPath) -> Int? { indexes[path].map { counts[$0].noteCount } }

  /// Returns the tags directly below `path`, most used first. Cost: linear in all tags below it.
  func children(of path: HashtagPath) -> [TagCount] {
    guard let index = indexes[path] else { return [] }
    let depth = path.depth + 1
    return counts[(index + 1)...].prefix { path.contains(HashtagPath($0.tag)) }
      .filter { HashtagPath($0.tag).depth == depth }
      .sorted { ($1.noteCount, $0.tag) < ($0.noteCount, $1.tag) }
  }

  /// Returns the indexes in `ranked` of the best `limit` tags with a segment that begins with
  /// `prefix`, ignoring case. Cost: logarithmic in the tags, times `limit`.
  func search(_ prefix: String, limit: Int) -> RankedPrefixIndex.Answer {
    if prefix.isEmpty {
      let best = ranked.indices.prefix(limit)
      return RankedPrefixIndex.Answer(
        ranks: Array(best), isComplete: best.count == ranked.count, examined: best.count)
    }
    return prefixes.search(prefix.lowercased(), limit: limit)
  }
}
