package import Base
package import NotebookFile
package import Notebook
internal import NotebookIndex

extension Notebook {
  /// Passes the ids of the notes outside the trash that match `query` to `body`, some at a time, in random
  /// order, as long as it wants more.
  ///
  /// Cost: that of finding the words, some microseconds for each note that has them; what else the query asks of
  /// a note is read of those that are passed. Where the words do not say where to begin, as `matching`.
  package func forSomeNotes(
    matching query: SearchQuery, using random: inout SeededGenerator, most: Int = 200,
    _ body: ([String]) throws(NotebookError) -> Bool
  ) throws(NotebookError) {
    guard query.groups.count == 1, let group = query.groups.first, !group.terms.isEmpty else {
      return _ = try body(try notes(matching: query).map(\.id))
    }
    var rows = try readAside { db in
      let index = FullTextIndex(SearchTransaction(db: db))
      return try QueryGroupMatcher(group, index: index).candidates(allRows: false).keys.sorted()
    }[...]
    var isWanted = true
    while isWanted, !rows.isEmpty {
      var some: [Int64] = []
      while some.count < most, let place = rows.indices.randomElement(using: &random) {
        rows.swapAt(place, rows.startIndex)
        if let row = rows.popFirst() { some.append(row) }
      }
      let found = some.sorted()
      isWanted = try body(
        try readAside { db in
          let index = FullTextIndex(SearchTransaction(db: db))
          let wanted = try QueryGroupMatcher(group, index: index).wanted(of: found)
          let notes = try index.summaries(of: found.filter { wanted?.contains($0) ?? true })
          return notes.values.map(\.id).sorted()
        })
    }
  }
}
