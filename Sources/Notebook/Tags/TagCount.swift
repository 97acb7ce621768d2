/// One line of the tag list.
public struct TagCount: Sendable, Equatable {
  /// The hashtag with its `#`. Of several spellings that differ in case only, the commonest.
  public var tag: String
  /// How many notes have it or a hashtag below it, each counted once.
  public var noteCount: Int
  /// Whether nobody wrote it: it is only the parent of one that was written.
  public var isImplied: Bool
}

extension TagCount {
  /// The tag list of `notes`: every hashtag and its parents, parents before children.
  /// Cost: linear in the notes' hashtags, but for sorting.
  static func counting(_ notes: [NoteSummary]) -> [TagCount] {
    var paths: [String: (path: HashtagPath, ancestors: [HashtagPath])] = [:]
    var lines: [HashtagPath: Line] = [:]
    for note in notes {
      var counted: Set<HashtagPath> = []
      for tag in note.tags {
        let (path, ancestors) = paths[tag] ?? (HashtagPath(tag), HashtagPath(tag).ancestors)
        paths[tag] = (path, ancestors)
        lines[path, default: Line()].spellings[tag, default: 0] += 1
        counted.insert(path)
        counted.formUnion(ancestors)
      }
      for path in counted { lines[path, default: Line()].noteCount += 1 }
    }
    return lines.map { path, line in line.tagCount(at: path) }
      .sorted { first, second in
        first.path.segments.lexicographicallyPrecedes(second.path.segments)
      }
      .map(\.count)
  }

  private struct Line {
    var noteCount = 0
    /// How often each spelling was written.
    var spellings: [String: Int] = [:]

    func tagCount(at path: HashtagPath) -> (path: HashtagPath, count: TagCount) {
      let commonest = spellings.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key
      let count = TagCount(
        tag: commonest ?? path.tag, noteCount: noteCount, isImplied: commonest == nil)
      return (path, count)
    }
  }
}
