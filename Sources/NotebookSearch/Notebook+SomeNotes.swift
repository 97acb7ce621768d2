package import Base
import Notebook
package import NotebookFile
import NotebookIndex

extension Notebook.Searches {
  /// Passes the IDs of the notes outside the trash that match `query` to `body`, in random batches,
  /// until `body` returns false.
  ///
  /// The first batch has at most `most` notes. The limit grows by half for each next batch, because
  /// a batch may cost a pass over the index. Without a leading word, or with several groups, there
  /// is a single batch of all notes, in the order of `notes(matching:)`.
  ///
  /// Cost: reading the leading word's entries in the index. The remaining conditions are checked
  /// only for the notes passed. Without a leading word, costs as much as `notes(matching:)`.
  package func forSomeNotes(
    matching query: SearchQuery, using random: inout SeededGenerator, most: Int = 50,
    _ body: ([String]) throws(NotebookError) -> Bool
  ) throws(NotebookError) {
    let groups = try linkedGroups(of: query)
    let group = groups.count == 1 ? groups.first : nil
    let leading = try notebook.readAside { db in
      try group.flatMap { group in
        let index = FullTextIndex(SearchTransaction(db: db))
        let matcher = try QueryGroupMatcher(group, index: index)
        return try matcher.leadingRows().map { (rows: $0, words: matcher.words) }
      }
    }
    guard let group, let leading else {
      return _ = try body(try notes(matching: query).map(\.id))
    }
    var rows = leading.rows[...]
    // A note may be found both in its text and in its book.
    var passed: Set<String> = []
    var most = most
    var isWanted = true
    while isWanted, !rows.isEmpty {
      var some: [Int64] = []
      while some.count < most, let chosen = rows.indices.randomElement(using: &random) {
        rows.swapAt(chosen, rows.startIndex)
        if let row = rows.popFirst() { some.append(row) }
      }
      most &+= max(1, most / 2)
      let ids = try notebook.readAside { db in
        let index = FullTextIndex(SearchTransaction(db: db))
        let matcher = try QueryGroupMatcher(group, words: leading.words, index: index)
        let found = try matcher.candidates(among: some.sorted()).keys.sorted()
        let wanted = try matcher.wanted(of: found)
        return try index.summaries(of: found.filter { wanted?.contains($0) ?? true }).values
          .map(\.id).sorted()
      }
      isWanted = try body(ids.filter { passed.insert($0).inserted })
    }
  }
}
