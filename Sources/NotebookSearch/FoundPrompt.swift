import GRDB
import KeyValueStore
import Notebook
import NotebookFile

struct FoundPrompt {
  /// The start of the block in the note's text, in UTF-8 bytes.
  var start: Int
  var text: HighlightedText
}

extension FullTextIndex {
  /// Returns the hits in `notes`: each with the requested prompts, or else with its context.
  ///
  /// Throws `WrongIndex` if notes do not contain the words for which they were found. Costs as much
  /// as `contexts`. If prompts are requested, each text is also read and parsed, one at a time.
  func hits(
    in notes: [TopHits.Note], of matchers: [QueryGroupMatcher]
  ) throws -> [SearchHit] {
    var prompts: [Int: SearchHit] = [:]
    if matchers.contains(where: \.asksForPrompts) {
      for (index, note) in notes.enumerated() {
        prompts[index] = try hit(note, of: matchers)
      }
    }
    let others = notes.indices.filter { prompts[$0] == nil }
    let contexts = try contexts(
      in: others.map { notes[$0].rows }, matching: matchers.flatMap(\.lookups))
    try prove(
      zip(others, contexts).map { (rows: notes[$0].rows, context: $1) }, of: matchers)
    for (index, context) in zip(others, contexts) {
      prompts[index] = SearchHit(note: notes[index].summary, context: context)
    }
    return notes.indices.compactMap { prompts[$0] }
  }

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
        // If two groups find the same prompt, prefer the match with highlighted words.
        if found[prompt.start]?.text.matches.isEmpty ?? true { found[prompt.start] = prompt }
      }
    }
    guard !found.isEmpty else { return nil }
    var cursor = LineCursor()
    let whole = HighlightedText(text: text)
    let passages = found.values.sorted { $0.start < $1.start }.prefix(SearchHit.mostPassages)
      .map { prompt in
        let first = prompt.text.matches.first ?? 0..<prompt.text.text.utf8.count
        let range = first.lowerBound + prompt.start..<first.upperBound + prompt.start
        let position = whole.line(of: range, after: &cursor)
        let snippet = Snippet(of: prompt.text)
        return FoundPassage(
          snippet: snippet.text, highlights: snippet.highlights, line: position.line,
          columns: position.columns, scalarColumns: position.scalars, byteColumns: position.bytes)
      }
    return SearchHit(note: note.summary, passages: passages, passageCount: found.count)
  }
}
