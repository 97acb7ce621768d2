package import Books
package import NotebookFile

extension Notebook.Books {
  /// The facts of the notes that have such, by their ids.
  package func ownFacts() throws(NotebookError) -> [String: OwnBookFacts] {
    var all: [String: OwnBookFacts] = [:]
    try forEachOwnValue { id, own in
      let facts = OwnBookFacts(own)
      if facts != .none { all[id] = facts }
    }
    return all
  }
}
