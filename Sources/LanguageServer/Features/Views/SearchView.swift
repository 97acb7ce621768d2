import Base
import LanguageServerProtocol
import Notebook
import NotebookFile
import NotebookSearch

extension RenderedView {
  /// Renders the results of a search. For each note, a heading links to the line of the first
  /// match, and the text around the matches, which are bold, follows. Then come other passages,
  /// after links to their lines.
  init(search query: String, in notebook: Notebook) throws(NotebookError) {
    let parsed = SearchQuery(parsing: query)
    let results = try notebook.searches.run(parsed, limit: 200)
    append("# Search: \(query.withoutControls.prefix(200))\n\n")
    if let note = try notebook.searches.note(on: parsed, hasHits: !results.hits.isEmpty) {
      append(note.withoutControls + "\n\n")
    }
    let shown = results.hits.count
    switch results.total {
    case 0: append("Nothing found.\n")
    case shown: append("\(shown.counted("note")).\n")
    default:
      let total = "\(results.totalIsExact ? "" : "Up to ")\(results.total)"
      append("\(total) notes; the first \(shown) are listed.\n")
    }
    for hit in results.hits {
      append("\n## ")
      let uri = hit.note.uri(in: notebook.path)
      append(hit.note.title.withoutControls, linkingTo: uri + "#L\(hit.line + 1)")
      append("\n\n")
      append((hit.passages.first?.markedSnippet ?? "") + "\n")
      for passage in hit.passages.dropFirst().prefix(Self.mostPassages - 1) {
        append("\n")
        append("line \(passage.line + 1)", linkingTo: uri + "#L\(passage.line + 1)")
        append(": " + passage.markedSnippet + "\n")
      }
      let more = hit.passageCount - min(hit.passages.count, Self.mostPassages)
      if more > 0 { append("\n… and \(more.counted("more passage"))\n") }
      if !hit.note.tags.isEmpty {
        append("\n" + hit.note.tags.joined(separator: " ").withoutControls + "\n")
      }
    }
  }
}

extension RenderedView {
  private static let mostPassages = 5
}

extension FoundPassage {
  /// The snippet with its matches between `**`. The note's own emphasis characters are removed,
  /// because they would pair with these delimiters.
  fileprivate var markedSnippet: String {
    let units = Array(snippet.utf16)
    var text = ""
    var end = 0
    for highlight in highlights where highlight.lowerBound >= end {
      let upper = min(highlight.upperBound, units.count)
      guard highlight.lowerBound < upper else { continue }
      text += Self.plain(units[end..<highlight.lowerBound])
      text += "**\(Self.plain(units[highlight.lowerBound..<upper]))**"
      end = upper
    }
    return text + Self.plain(units[min(end, units.count)...])
  }

  private static func plain(_ units: ArraySlice<UInt16>) -> String {
    String(decoding: units, as: UTF16.self).filter { !"*_`".contains($0) }
  }
}
