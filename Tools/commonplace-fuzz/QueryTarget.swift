import Foundation
import Notebook
import NotebookFile
import NotebookSearch

/// Fuzzes queries that a user may type. Every query must be answered, its matches must be in the
/// snippets, and listed notes must be among all matches.
@Sendable func fuzzQuery(_ input: UnsafeBufferPointer<UInt8>) {
  let query = SearchQuery(parsing: String(decoding: input, as: UTF8.self))
  do {
    let results = try searched.searches.run(query, limit: 5)
    let all = try searched.searches.notes(matching: query)
    guard results.hits.count <= 5, results.hits.count <= all.count || !results.totalIsExact else {
      fatalError("the list has more notes than match")
    }
    let ids = Set(all.map(\.id))
    for hit in results.hits {
      guard ids.contains(hit.note.id) else { fatalError("a hit does not match") }
      for passage in hit.passages {
        let end = passage.snippet.utf16.count
        guard passage.highlights.allSatisfy({ $0.lowerBound >= 0 && $0.upperBound <= end }) else {
          fatalError("a match is outside the snippet")
        }
      }
    }
  } catch {
    fatalError("a search failed: \(error)")
  }
}

/// A small notebook with several scripts, hashtags, prompts and search operators.
private let searched: Notebook = {
  let path = folder + "/searched.libnotes"
  let notes = [
    "# Walden #books/1854\n\n> I went to the woods. #nature\n\nQ: Who?\nA: Thoreau",
    "# Việt Nam\n\n日本語Swift ?[Straße](Strasse), \u{FB01}nal ＡＢＣ 🌱 e\u{301}",
    "# snake_case *a b* \"quoted\" -minus OR AND NOT (x) a:b\n\n#a/b/c #ein_Wort",
  ]
  do {
    try Notebook.create(at: path, notes: notes)
    return try Notebook.open(at: path, state: StateFolder(path: folder + "/state"))
  } catch {
    fatalError("the notebook cannot be created: \(error)")
  }
}()
