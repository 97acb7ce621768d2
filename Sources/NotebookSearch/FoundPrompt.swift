import GRDB
import KeyValueStore
import Notebook
import NotebookFile

/// A prompt of a note that a search asked for.
struct FoundPrompt {
  /// Its start in the note's text, in UTF-8 bytes.
  var start: Int
  /// Its block, and the words found in it.
  var text: HighlightedText
}

extension FullTextIndex {
  /// The notes as hits: each with the prompts that were asked for, otherwise with its context.
  ///
  /// Throws `WrongIndex` if notes do not have the words for which they were found. Cost: that of `contexts`; where
  /// prompts are asked for, the texts are read and parsed, one at a
  /// time.
  func hits(
    in notes: [TopHits.Note], of matchers: [QueryGroupMatcher]
  ) throws -> [SearchHit] {
    var prompts: [Int: SearchHit] = [:]
    if matchers.contains(where: \.asksForPrompts) {
      for (place, note) in notes.enumerated() {
        prompts[place] = try hit(note, of: matchers)
      }
    }
    let others = notes.indices.filter { prompts[$0] == nil }
    let contexts = try contexts(
      in: others.map { notes[$0].rows }, matching: matchers.flatMap(\.lookups))
    try prove(
      zip(others, contexts).map { (rows: notes[$0].rows, context: $1) }, of: matchers)
    for (place, context) in zip(others, contexts) {
      prompts[place] = SearchHit(note: notes[place].summary, context: context)
    }
    return notes.indices.compactMap { prompts[$0] }
  }

  /// The note with its prompts; nil if it has none that are asked for.
  private func hit(
    _ note: TopHits.Note, of matchers: [QueryGroupMatcher]
  ) throws -> SearchHit? {
    let row =
      try note.rows.text ?? rows(of: [note.summary.id])[note.summary.id]?.text
    guard let row, let data = try texts(of: [row])[row] else { return nil }
    let text = String(decoding: data, as: UTF8.self)
    var found: [Int: FoundPrompt] = [:]
    for matcher in matchers {
      for prompt in try matcher.prompts(of: note.summary, text: text) {
        // Of two groups that ask for the same, one with words marks them.
        if found[prompt.start]?.text.matches.isEmpty ?? true { found[prompt.start] = prompt }
      }
    }
    guard !found.isEmpty else { return nil }
    var cursor = LineCursor()
    let whole = HighlightedText(text: text)
    let places = found.values.sorted { $0.start < $1.start }.prefix(SearchHit.mostPlaces)
      .map { prompt in
        let first = prompt.text.matches.first ?? 0..<prompt.text.text.utf8.count
        let range = first.lowerBound + prompt.start..<first.upperBound + prompt.start
        let position = whole.line(of: range, after: &cursor)
        let snippet = Snippet(of: prompt.text)
        return FoundPlace(
          snippet: snippet.text, highlights: snippet.highlights, line: position.line,
          columns: position.columns, scalarColumns: position.scalars, byteColumns: position.bytes)
      }
    return SearchHit(note: note.summary, places: places, placeCount: found.count)
  }
}
