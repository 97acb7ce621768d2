import JSON
import LanguageServerProtocol
import MiniMarkdown
import Notebook
import NotebookFile
import PackratParsing

extension Feature {
  /// For a link: the notes that match it, or the heading that it names. For a hashtag: the notes
  /// whose title is its name, since they are about the topic. If there are none, its first
  /// occurrence in the oldest note that has it.
  static let definition = Feature("textDocument/definition", queue: .lookup) { _ in
    (["definitionProvider"], true)
  } answer: { (context, params: TextDocumentPositionParams) throws(ResponseError) -> JSONValue in
    let (document, range, locations): (OpenDocument, Range<Int>, [Location])
    if let (linked, link) = context.links.link(in: params.textDocument, at: params.position) {
      (document, range) = (linked, link.range)
      locations = try context.links.locations(of: link, in: linked)
    } else if let (tagged, prefix) = context.hashtags.hashtagPrefix(params) {
      (document, range) = (tagged, prefix.range)
      locations = context.hashtags.definitions(of: prefix.path, from: tagged)
    } else {
      return .null
    }
    guard context.profile.client.textDocument.definitionLinkSupport else { return locations.json }
    let origin = document.snapshot.lspRange(of: range, in: context.profile.encoding)
    return .array(locations.map { LocationLink(from: origin, to: $0).json })
  }
}

private let definitionLimit = 50

extension HashtagRequests {
  fileprivate func definitions(of path: HashtagPath, from document: OpenDocument) -> [Location] {
    let notes =
      (try? notebook.ask { (notebook) throws(NotebookError) in try notebook.notes.all() }) ?? []
    var parsed: [String: DocumentSnapshot] = [:]
    let titled = notes.filter { $0.isTitled(path) }.prefix(definitionLimit).compactMap { note in
      context.location(in: note, parsed: &parsed, \.titleRange)
    }
    if !titled.isEmpty { return titled }
    var origins = HashtagOrigins(of: [path], in: notes, context)
    if let origin = origins.location(of: path) { return [origin] }
    return document.snapshot.firstRange(of: path).map {
      [Location(uri: document.uri, range: document.snapshot.lspRange(of: $0, in: profile.encoding))]
    } ?? []
  }
}

extension NoteSummary {
  /// Returns whether the title is the hashtag's name, ignoring case: `Books/2021`, or `To read` for
  /// `#to-read`.
  func isTitled(_ path: HashtagPath) -> Bool {
    let name = storedTitle.split(whereSeparator: \.isWhitespace).joined(separator: "-")
    return !name.isEmpty && !name.hasPrefix("#") && HashtagPath(name) == path
  }
}
