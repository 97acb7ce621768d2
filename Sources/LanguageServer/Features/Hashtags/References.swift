import JSON
import LanguageServerProtocol
import MiniMarkdown
import Notebook
import NotebookFile
import PackratParsing

extension Feature {
  /// For a link, or for a note's title: the links to the note in other notes. For a hashtag: the
  /// occurrences of it and of hashtags below it, in open documents and in stored notes outside the
  /// trash. A note that has the tag only in its book's record is included with its start. At most
  /// `referenceLimit` locations. `includeDeclaration` is ignored: a hashtag has no declaration.
  static let references = Feature("textDocument/references", queue: .analysis) { _ in
    (["referencesProvider"], ["workDoneProgress": true])
  } answer: { (context, params: TextDocumentPositionParams) throws(ResponseError) -> JSONValue in
    if let (document, prefix) = context.hashtags.hashtagPrefix(params) {
      return try context.hashtags.references(of: prefix.path, from: document).json
    }
    guard let note = try context.hashtags.linkedNote(params) else { return .null }
    return try context.hashtags.references(toNote: note).json
  }
}

let referenceLimit = 10_000

extension HashtagRequests {
  /// Returns the note that a link at the position names, or whose title is there; nil if there is
  /// none.
  fileprivate func linkedNote(_ params: TextDocumentPositionParams) throws(ResponseError) -> String?
  {
    if let (document, link) = context.links.link(in: params.textDocument, at: params.position) {
      return try link.isWithinNote ? document.note : context.links.notes(meantBy: link).first?.id
    }
    return context.links.titledNote(params.textDocument, params.position)?.note
  }

  /// Returns the links to the note `id` in other notes, the last modified note first. Open
  /// documents are searched as they are in the editor, other notes as they are stored.
  fileprivate func references(toNote id: String) throws(ResponseError) -> [Location] {
    let progress = context.progress("Looking for links")
    defer { progress.end() }
    var found = FoundLocations(context)
    try context.links.forEachNote(pointingAt: id) { (pointing) throws(ResponseError) in
      found.add(pointing.links.map(\.range), of: pointing.snapshot, uri: pointing.uri)
      return !found.isFull
    }
    return found.finish()
  }

  /// Returns the occurrences of `path`: in `document` first, then in other open documents, then in
  /// stored notes, the last modified first. If the client accepts partial results, all are sent as
  /// partial results, and the returned list is empty.
  fileprivate func references(
    of path: HashtagPath, from document: OpenDocument
  ) throws(ResponseError) -> [Location] {
    let progress = context.progress("Looking for \(path.tag.withoutControls)")
    defer { progress.end() }
    var found = FoundLocations(context)
    let tagged =
      (try? notebook.ask { (notebook) throws(NotebookError) in
        try notebook.notes.all(tag: path.tag)
      }) ?? []
    let ofBooks = Set(tagged.filter { $0.hasBookTagged(path) }.map(\.id))
    for open in context.documentsOutsideTrash(document) {
      let ranges = open.ranges(of: path, while: { !cancellation.isCancelled })
      let isOfBook = open.note.map(ofBooks.contains) ?? false
      found.add(
        ranges.isEmpty && isOfBook ? [0..<0] : ranges, of: open.snapshot, uri: open.uri)
    }
    let openIDs = Set(context.openNoteDocuments.keys)
    let notes = tagged.filter { !openIDs.contains($0.id) }
    for (done, note) in notes.enumerated() where !found.isFull {
      if cancellation.isCancelled { throw .requestCancelled() }
      progress.report(done, of: notes.count)
      // The note may have been deleted since the list was read.
      guard let notebook = notebook.opened, let stored = try? notebook.note(id: note.id) else {
        continue
      }
      let snapshot = MiniMarkdownDocument(stored.text).snapshot
      let ranges = snapshot.ranges(of: path, while: { !cancellation.isCancelled })
      found.add(
        ranges.isEmpty ? [0..<0] : ranges, of: snapshot,
        uri: clientNotes.names.uri(of: note, in: notebook.path))
    }
    if cancellation.isCancelled { throw .requestCancelled() }
    return found.finish()
  }
}

/// Collects up to `referenceLimit` locations. Sends them as partial results if the client accepts
/// these.
private struct FoundLocations {
  private static let partSize = 200
  private let context: RequestContext
  private var count = 0
  private var unsent: [Location] = []

  init(_ context: RequestContext) { self.context = context }

  var isFull: Bool { count >= referenceLimit }

  mutating func add(_ ranges: [Range<Int>], of snapshot: DocumentSnapshot, uri: String) {
    let added = Array(ranges.prefix(max(0, referenceLimit - count)))
    count += added.count
    unsent += snapshot.lspRanges(for: added, in: context.profile.encoding)
      .map { Location(uri: uri, range: $0) }
    if unsent.count >= Self.partSize { send() }
  }

  private mutating func send() {
    guard context.takesPartialResults, !unsent.isEmpty else { return }
    context.send(partialResult: unsent.json)
    unsent = []
  }

  /// Sends the remaining locations as a partial result, or else returns them.
  mutating func finish() -> [Location] {
    send()
    return unsent
  }
}
