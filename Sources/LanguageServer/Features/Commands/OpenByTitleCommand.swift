import Base
import JSON
import LanguageServerProtocol
import Notebook
import NotebookFile

extension ServerCommand {
  /// `[{title}]` -> `{notes: [{uri, title}]}`, at most 50, the latest modified first; shows the
  /// first. Returns the notes with this title, ignoring case and accents; or else those whose title
  /// begins with it; or else those whose title contains all its words.
  static let openByTitle = ServerCommand("commonplace.openByTitle") {
    (context, arguments) throws(ResponseError) in
    let title: String = try (arguments.first ?? .null).param("title")
    let path = try context.notebook.notebook().path
    let notes = try context.notebook.ask { (notebook) throws(NotebookError) in
      try notebook.notes.all()
    }
    let found = NoteSummary.titled(title, among: notes).prefix(50)
    guard let best = found.first else {
      throw .requestFailed("No note title contains these words: try fewer or other words.")
    }
    context.showDocument(context.clientNotes.names.uri(of: best, in: path))
    return [
      "notes": .array(
        found.map {
          [
            "uri": context.clientNotes.names.uri(of: $0, in: path).json,
            "title": $0.title.withoutControls.json,
          ]
        })
    ]
  }
}

extension NoteSummary {
  static func titled(_ title: String, among notes: [NoteSummary]) -> [NoteSummary] {
    let sought = title.plainlySpelled
    let words = sought.split(whereSeparator: \.isWhitespace)
    guard !words.isEmpty else { return [] }
    let rules: [(String) -> Bool] = [
      { $0 == sought }, { $0.hasPrefix(sought) },
      { title in words.allSatisfy { title.contains($0) } },
    ]
    for rule in rules {
      let found = notes.filter { rule($0.title.plainlySpelled) }
      if !found.isEmpty { return found }
    }
    return []
  }
}
