import JSON
import LanguageServerProtocol
import MiniMarkdown
import Notebook
import NotebookIndex
import PackratParsing

extension Feature {
  /// The other places in the document of the hashtag at the cursor, or of one below it, or the links to
  /// the same note. Null elsewhere: then editors highlight words.
  static let documentHighlight = Feature("textDocument/documentHighlight", queue: .documents) { _ in
    (["documentHighlightProvider"], true)
  } answer: { (context, params: TextDocumentPositionParams) -> JSONValue in
    let (document, ranges): (OpenDocument, [Range<Int>])
    if let (tagged, place) = context.hashtags.hashtagPlace(params) {
      document = tagged
      ranges = tagged.ranges(of: place.path, while: { !context.cancellation.isCancelled })
    } else if let (linked, link) = context.links.linkPlace(params.textDocument, params.position) {
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
  /// The links of a document that lead to the same notes as `link`, or, as long as that is not known or there is no
  /// such note, that are written with the same name.
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
