import Base
import JSON
import LanguageServerProtocol
import MiniMarkdown
import Notebook
import NotebookFile
import NotebookSearch
import PackratParsing

extension Feature {
  /// Searches the notebook for the client's symbol picker: hashtags, notes, and the headings and
  /// prompts in them whose names match. The typed letters find titles and headings fuzzily.
  static let workspaceSymbol = Feature("workspace/symbol", queue: .picking) { _ in
    (["workspaceSymbolProvider"], true)
  } answer: { (context, params: WorkspaceSymbolParams) -> [WorkspaceSymbol] in
    // Errors are not reported again: a picker sends a request at every keystroke.
    guard let path = try? context.notebook.notebook().path,
      let symbols = try? context.notebook.ask({ (notebook) throws(NotebookError) in
        var search = SymbolSearch(params.query, notebook: notebook, path: path, context: context)
        return try search.symbols()
      })
    else { return [] }
    return symbols
  }
}

private struct SymbolSearch {
  private static let noteLimit = 200
  /// Maximum number of notes whose titles contain the letters of the query: without it, a short
  /// query would leave no room for notes found by their texts.
  private static let titleLimit = 100
  /// The number of best notes whose headings and prompts are searched.
  private static let depth = 50
  private static let allNotesLimit = 1000

  private let text: String
  private let words: [String]
  private let pattern: FuzzyPattern?
  private let notebook: Notebook
  private let path: String
  private let context: RequestContext

  init(_ text: String, notebook: Notebook, path: String, context: RequestContext) {
    self.text = text
    self.notebook = notebook
    self.path = path
    self.context = context
    let beginning = String(text.unicodeScalars.prefix(SearchQuery.longest))
    let folded = beginning.plainlySpelled.split(whereSeparator: \.isWhitespace)
    words = Set(folded).sorted().prefix(SearchQuery.mostWords).map(String.init)
    pattern = FuzzyPattern(beginning)
  }

  /// Returns hashtags first, then the notes, each followed by its headings and prompts. Notes with
  /// the words in the title come first, then those with the letters, then those with the words in
  /// the text. For an empty query, returns the notes only, up to `allNotesLimit`.
  mutating func symbols() throws(NotebookError) -> [WorkspaceSymbol] {
    let query = SearchQuery(parsing: text)
    if query.isEmpty, !text.contains("#") {
      return try notebook.notes.all().prefix(Self.allNotesLimit).map {
        noteSymbol($0, line: 0, container: $0.byline)
      }
    }
    var symbols = try tags()
    guard !query.isEmpty else { return symbols }
    for (rank, found) in try notes(query).enumerated() {
      if context.cancellation.isCancelled { break }
      symbols.append(found.symbol)
      if rank < Self.depth { symbols += try parts(of: found.note) }
    }
    return symbols
  }

  private func notes(
    _ query: SearchQuery
  ) throws(NotebookError) -> [(note: NoteSummary, symbol: WorkspaceSymbol)] {
    let hits = try notebook.searches.run(query, limit: Self.noteLimit).hits
    let found = hits.map { hit in
      let container = [hit.note.byline, hit.snippet].compactMap(\.self).joined(separator: " — ")
      return (note: hit.note, symbol: noteSymbol(hit.note, line: hit.line, container: container))
    }
    // The search returns notes with the words in the title first.
    let titled = found.prefix { words.allSatisfy($0.note.title.hasFolded) }
    let known = Set(titled.map(\.note.id))
    let fuzzy = try fuzzilyTitled().filter { !known.contains($0.id) }.prefix(Self.titleLimit)
    let added = Set(fuzzy.map(\.id))
    let others = found.dropFirst(titled.count).filter { !added.contains($0.note.id) }
    let middle = fuzzy.map { ($0, noteSymbol($0, line: 0, container: $0.byline)) }
    return Array((Array(titled) + middle + others).prefix(Self.noteLimit))
  }

  /// Returns the notes whose titles contain the letters of the query in their order, first those
  /// where they are closest together. Cost: linear in the titles, and sorts those that match.
  private func fuzzilyTitled() throws(NotebookError) -> [NoteSummary] {
    guard let pattern else { return [] }
    let notes = try notebook.notes.all()
    var found: [(index: Int, gaps: Int)] = []
    for (index, note) in notes.enumerated() {
      if context.cancellation.isCancelled { break }
      if let gaps = pattern.gaps(in: note.title) { found.append((index, gaps)) }
    }
    found.sort { $0.gaps == $1.gaps ? $0.index < $1.index : $0.gaps < $1.gaps }
    return found.map { notes[$0.index] }
  }

  private func noteSymbol(_ note: NoteSummary, line: Int, container: String?) -> WorkspaceSymbol {
    WorkspaceSymbol(
      name: note.title.withoutControls, kind: .file,
      location: Location(
        uri: context.clientNotes.names.uri(of: note, in: path), range: LSPRange(line: line)),
      containerName: container)
  }

  /// Returns up to 20 hashtags that contain the query, if it is one word; each links to the newest
  /// note with the hashtag.
  private func tags() throws(NotebookError) -> [WorkspaceSymbol] {
    guard words.count == 1, let word = words.first, word != "#" else { return [] }
    var symbols: [WorkspaceSymbol] = []
    let found = context.notebook.tags.lazy.filter { [context] tag in
      !context.cancellation.isCancelled && tag.tag.hasFolded(word)
    }
    for tag in found.prefix(20) {
      guard let note = try notebook.notes.newest(tag: tag.tag, limit: 1).first else { continue }
      symbols.append(
        WorkspaceSymbol(
          name: tag.tag, kind: .namespace,
          location: Location(
            uri: context.clientNotes.names.uri(of: note, in: path), range: LSPRange(line: 0)),
          containerName: tag.noteCount.counted("note")))
    }
    return symbols
  }

  /// Returns a note's headings that contain all words, or the typed letters in order. Also returns
  /// its prompts that contain all words.
  private func parts(of note: NoteSummary) throws(NotebookError) -> [WorkspaceSymbol] {
    guard !words.isEmpty else { return [] }
    let uri = context.clientNotes.names.uri(of: note, in: path)
    // An open document is searched with its unsaved changes.
    let open = context.documents.values.first { $0.note == note.id }
    let snapshot: DocumentSnapshot
    if let open {
      snapshot = open.snapshot
    } else {
      snapshot = MiniMarkdownDocument(try notebook.note(id: note.id).text).snapshot
    }
    var symbols: [WorkspaceSymbol] = []
    var items = snapshot.outline
    while let item = items.popLast() {
      items += item.children
      // The heading with the note's title is the note itself.
      guard item.name != note.title, isFound(item) else { continue }
      symbols.append(
        WorkspaceSymbol(
          name: item.name.withoutControls,
          kind: item.kind.symbolKind(among: context.profile.client.workspace.symbolKinds),
          location: Location(
            uri: open?.uri ?? uri,
            range: snapshot.lspRange(of: item.selection, in: context.profile.encoding)),
          containerName: note.title.withoutControls))
    }
    return symbols.sorted { $0.location.range.start < $1.location.range.start }
  }

  private func isFound(_ item: OutlineItem) -> Bool {
    if words.allSatisfy(item.name.hasFolded) { return true }
    guard case .heading = item.kind else { return false }
    return pattern?.gaps(in: item.name) != nil
  }
}
