package struct TagCount: Sendable, Equatable {
  /// The hashtag with its `#`. Of spellings that differ only in case, the most common one.
  package var tag: String
  /// The number of notes that have this hashtag or one below it.
  package var noteCount: Int
  /// Whether no note has this hashtag, only one below it.
  package var isImplied: Bool

  package init(tag: String, noteCount: Int, isImplied: Bool = false) {
    self.tag = tag
    self.noteCount = noteCount
    self.isImplied = isImplied
  }
}

extension TagCount {
  /// Returns the tag list of `notes`: every hashtag and its parents, parents before children. Cost:
  /// linear in the notes' hashtags, except for sorting.
  package static func counting(_ notes: some Sequence<NoteSummary>) -> [TagCount] {
    counting(notes.lazy.map(\.tags))
  }

  package static func counting(_ tags: some Sequence<[String]>) -> [TagCount] {
    var list = TagList()
    for (number, tags) in tags.enumerated() {
      for tag in tags { list.add(tag, ofNote: number) }
    }
    return list.counts
  }
}

private struct TagList {
  private struct Line {
    let path: HashtagPath
    var noteCount = 0
    /// The last note counted, so that a note counts once.
    var lastNote: Int?
  }

  private struct Spelling {
    var count = 0
    let own: Int
    /// The indices of the lines for which it counts: its own and its ancestors'.
    let indices: [Int]
  }

  private var lines: [Line] = []
  private var indices: [HashtagPath: Int] = [:]
  private var spellings: [String: Spelling] = [:]

  mutating func add(_ tag: String, ofNote note: Int) {
    if spellings[tag] == nil {
      let path = HashtagPath(tag)
      let own = index(of: path)
      spellings[tag] = Spelling(own: own, indices: [own] + path.ancestors.map { index(of: $0) })
    }
    spellings[tag]?.count += 1
    for index in spellings[tag]?.indices ?? [] where lines[index].lastNote != note {
      lines[index].lastNote = note
      lines[index].noteCount += 1
    }
  }

  private mutating func index(of path: HashtagPath) -> Int {
    if let index = indices[path] { return index }
    lines.append(Line(path: path))
    indices[path] = lines.count - 1
    return lines.count - 1
  }

  var counts: [TagCount] {
    var written: [Int: (tag: String, count: Int)] = [:]
    for (tag, spelling) in spellings {
      let best = written[spelling.own]
      if let best, (best.count, tag) > (spelling.count, best.tag) { continue }
      written[spelling.own] = (tag, spelling.count)
    }
    return lines.indices.map { (index: $0, key: lines[$0].path.sortKey) }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }
      .map { index, _ in
        TagCount(
          tag: written[index]?.tag ?? lines[index].path.tag, noteCount: lines[index].noteCount,
          isImplied: written[index] == nil)
      }
  }
}
