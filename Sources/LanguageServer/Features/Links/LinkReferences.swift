import JSON
import LanguageServerProtocol
import MiniMarkdown
import Notebook
import NotebookFile
import NotebookIndex
import PackratParsing

struct PointingNote {
  let note: NoteSummary
  let uri: String
  let snapshot: DocumentSnapshot
  let links: [NoteLink]
}

extension LinkRequests {
  /// Calls `body` with each other note outside the trash that links to the note `id`, the last
  /// modified note first. Open notes are searched as they are in the editor. Stops when `body`
  /// returns false; throws if the request is canceled.
  func forEachNote(
    pointingAt id: String, _ body: (PointingNote) throws(ResponseError) -> Bool
  ) throws(ResponseError) {
    let open = context.openNoteDocuments
    let notes = try notebook.ask { (notebook) throws(NotebookError) in
      var ids = Set(try notebook.links.notes(pointingAt: id))
      // Links in an editor may be newer than the index.
      ids.formUnion(open.keys)
      ids.remove(id)
      var notes: [NoteSummary] = []
      for id in ids {
        if let note = try notebook.summary(of: id), !note.isTrashed { notes.append(note) }
      }
      return notes.sorted(by: NoteSummary.isInOrder)
    }
    for note in notes {
      if cancellation.isCancelled { throw .requestCancelled() }
      guard let pointing = pointing(note, open[note.id], at: id) else { continue }
      guard try body(pointing) else { return }
    }
  }

  private func pointing(
    _ note: NoteSummary, _ document: OpenDocument?, at id: String
  ) -> PointingNote? {
    guard let notebook = notebook.opened else { return nil }
    let all: [NoteLink]
    let (uri, snapshot): (String, DocumentSnapshot)
    if let document {
      (uri, snapshot, all) = (document.uri, document.snapshot, document.noteLinks())
    } else {
      guard let stored = try? notebook.note(id: note.id) else { return nil }
      snapshot = MiniMarkdownDocument(stored.text).snapshot
      uri = clientNotes.names.uri(of: note, in: notebook.path)
      all = snapshot.noteLinks
    }
    let links = (try? notebook.links.links(all, meaning: id)) ?? []
    return links.isEmpty
      ? nil : PointingNote(note: note, uri: uri, snapshot: snapshot, links: links)
  }
}

extension Feature {
  /// `{uri}` -> `{pointing, isComplete, pointedAt}`: the notes that link to a note, and the notes
  /// to which it links, each as `{uri, title}`; at most `mostListed` each. Notes in `pointing` also
  /// have up to 20 `places`, as `{range, sentence}`. `isComplete` is false if `pointing` does not
  /// contain all notes.
  static let listLinks = Feature("commonplace/listLinks", queue: .lookup) { _ in
    (["experimental", "commonplace", "listLinks"], true)
  } answer: { (context, params: ListLinksParams) throws(ResponseError) -> JSONValue in
    let id = try context.note(named: params.uri)
    var pointing: [JSONValue] = []
    var isComplete = true
    try context.links.forEachNote(pointingAt: id) { (note) throws(ResponseError) in
      isComplete = pointing.count < mostListed
      if isComplete { pointing.append(note.json(in: context)) }
      return isComplete
    }
    let (path, pointedAt) = try context.notebook.ask { (notebook) throws(NotebookError) in
      var notes: [NoteSummary] = []
      for id in try notebook.links.notes(pointedAtBy: id).prefix(mostListed) {
        if let note = try notebook.summary(of: id), !note.isTrashed { notes.append(note) }
      }
      return (notebook.path, notes.sorted { $0.title < $1.title })
    }
    return [
      "pointing": .array(pointing), "isComplete": isComplete.json,
      "pointedAt": .array(
        pointedAt.map {
          [
            "uri": context.clientNotes.names.uri(of: $0, in: path).json,
            "title": $0.title.withoutControls.json,
          ]
        }),
    ]
  }
}

private let mostListed = 1000

extension PointingNote {
  fileprivate func json(in context: RequestContext) -> JSONValue {
    let encoding = context.profile.encoding
    return [
      "uri": uri.json, "title": note.title.withoutControls.json,
      "places": .array(
        links.prefix(20).map { link in
          [
            "range": snapshot.lspRange(of: link.range, in: encoding).json,
            "sentence": snapshot.sentence(around: link.range).withoutControls.json,
          ]
        }),
    ]
  }
}

private struct ListLinksParams: JSONDecodable {
  var uri: String

  init(json: JSONValue) throws(JSONDecodingError) { uri = try json.decode("uri") }
}
