package import JSON
package import Notebook
package import NotebookFile

/// The facts about a book that lists show, or that tell which book it is, and that the app cannot hold.
package struct OwnBookFacts: Sendable, Equatable {
  /// The exact stars.
  package var stars: Double?
  package var stopped: [StoppedReading] = []
  package var series: String?
  package var seriesNumber: String?
  /// See `BookRecord.otherISBNs`.
  package var otherISBNs: [String] = []
}

extension OwnBookFacts {
  /// The facts in a stored value.
  package init(_ own: JSONObject) {
    let sources = (own["sources"]?.array ?? []).compactMap(\.string)
    self.init(
      stars: own["stars"]?.double, stopped: StoppedReading.all(in: own),
      series: own["series"]?.string, seriesNumber: own["seriesNumber"]?.string,
      otherISBNs: BookRecord.otherISBNs(in: sources))
  }
}

extension Notebook.Books {
  /// The facts of the notes that have such, by their ids.
  package func ownFacts() throws(NotebookError) -> [String: OwnBookFacts] {
    var all: [String: OwnBookFacts] = [:]
    try forEachOwnValue { id, own in
      let facts = OwnBookFacts(
        stars: own.member("stars")?.double,
        stopped: (own.member("stopped")?.array ?? []).compactMap {
          StoppedReading(stored: $0.value)
        }, series: own.member("series")?.string, seriesNumber: own.member("seriesNumber")?.string,
        otherISBNs: BookRecord.otherISBNs(
          in: (own.member("sources")?.array ?? []).compactMap(\.value.string)))
      if facts != OwnBookFacts() { all[id] = facts }
    }
    return all
  }
}
