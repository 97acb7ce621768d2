import JSON
import LanguageServerProtocol
import MiniMarkdown
import Notebook
import NotebookIndex
import PackratParsing

extension Feature {
  /// For a hashtag at the cursor: its occurrences, and those of hashtags below it. For a link: the
  /// links to the same note. Null at other positions, where editors highlight words.
  static let documentHighlight = Feature("textDocument/documentHighlight", queue: .documents) { _ in
    (["documentHighlightProvider"], true)
  } answer: { (context, params: TextDocumentPositionParams) -> JSONValue in
    let (document, ranges): (OpenDocument, [Range<Int>])
    if let (tagged, prefix) = context.hashtags.hashtagPrefix(params) {
      document = tagged
      ranges = tagged.ranges(of: prefix.path, while: { !context.cancellation.isCancelled })
    } else if let (linked, link) = context.links.link(
      in: params.textDocument, at: params.position)
    {
      document = linked
      ranges = context.links.links(like: link, in: linked).map(\.range)
    } else {
      return .null
    }
    return document.snapshot.lspRanges(for: ranges, in: context.profile.encoding)
      .map { DocumentHighlight(range: $0) }.json
  }
}

extension LinkRequests {
  /// Returns the links of a document to the same notes as `link`. If links cannot be looked up yet,
  /// or if no note matches, returns the links with the same name.
  fileprivate func links(like link: NoteLink, in document: OpenDocument) -> [NoteLink] {
    let links = document.noteLinks()
    if !link.names.isEmpty, let notebook = notebook.opened, notebook.links.canLookUp,
      let meant = try? notebook.links.notes(calledByAny: links.map(\.names)),
      let notes = meant[link.names], !notes.isEmpty
    {
      return links.filter { meant[$0.names] == notes }
    }
    return links.filter { $0.names.first == link.names.first }
  }
}
