package import Books
package import NotebookFile

extension Notebook.Books {
  /// Returns the book data that the app cannot store, by the notes' ids. Skips notes without such
  /// data. Cost: a pass over the keys and these values.
  package func ownFacts() throws(NotebookError) -> [String: OwnBookFacts] {
    var all: [String: OwnBookFacts] = [:]
    try forEachOwnValue { id, own in
      let facts = OwnBookFacts(own)
      if facts != .none { all[id] = facts }
    }
    return all
  }
}
