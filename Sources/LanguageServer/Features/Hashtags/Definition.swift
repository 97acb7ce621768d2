import JSON
import LanguageServerProtocol
import MiniMarkdown
import NotebookFile
import Notebook
import PackratParsing

extension Feature {
  /// The definition of a hashtag: the notes whose title is its name, since these are about the
  /// topic; otherwise the place where it was first used, in the oldest note that has it.
  static let definition = Feature("textDocument/definition", queue: .lookup) { _ in
    (["definitionProvider"], true)
  } answer: { (context, params: TextDocumentPositionParams) -> JSONValue in
    guard let (document, place) = context.hashtagPlace(params) else { return .null }
    let locations = context.definitions(of: place.path, from: document)
    guard context.profile.client.textDocument.definitionLinkSupport else { return locations.json }
    let origin = document.snapshot.lspRange(of: place.range, in: context.profile.encoding)
    return .array(locations.map { LocationLink(from: origin, to: $0).json })
  }
}

/// The most notes of one title that are a definition.
private let definitionLimit = 50

extension RequestContext {
  /// The places at which `path`, a hashtag of `document`, is defined.
  fileprivate func definitions(of path: HashtagPath, from document: OpenDocument) -> [Location] {
    let notes =
      (try? notebook.ask { (notebook) throws(NotebookError) in try notebook.notes() }) ?? []
    var parsed: [String: DocumentSnapshot] = [:]
    let titled = notes.filter { $0.isTitled(path) }.prefix(definitionLimit).compactMap { note in
      location(in: note, parsed: &parsed, \.titleRange)
    }
    if !titled.isEmpty { return titled }
    var origins = HashtagOrigins(of: [path], in: notes, self)
    if let origin = origins.location(of: path) { return [origin] }
    return document.snapshot.firstRange(of: path).map {
      [Location(uri: document.uri, range: document.snapshot.lspRange(of: $0, in: profile.encoding))]
    } ?? []
  }
}

extension NoteSummary {
  /// Whether its title is the hashtag's name: `Books/2021` or `To read`, of `#to-read`, in any case.
  func isTitled(_ path: HashtagPath) -> Bool {
    let name = storedTitle.split(whereSeparator: \.isWhitespace).joined(separator: "-")
    return !name.isEmpty && !name.hasPrefix("#") && HashtagPath(name) == path
  }
}

extension DocumentSnapshot {
  /// The range of the first heading's title; nil in a text without one.
  fileprivate var titleRange: Range<Int>? { NoteContent.titleRange(in: text) }
}
