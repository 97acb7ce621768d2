import Base
import JSON
import LanguageServerProtocol
import MiniMarkdown
import Notebook
import NotebookFile
import PackratParsing

extension Feature {
  /// The tree of hashtags as a type hierarchy, so that every client can browse it: the supertype of
  /// `#books/2021` is `#books`, and its subtypes are the hashtags directly below it.
  static let prepareTypeHierarchy = Feature("textDocument/prepareTypeHierarchy", queue: .lookup) {
    _ in
    (["typeHierarchyProvider"], true)
  } answer: { (context, params: TextDocumentPositionParams) -> JSONValue in
    guard let (document, prefix) = context.hashtags.hashtagPrefix(params) else { return .null }
    let range = document.snapshot.lspRange(of: prefix.range, in: context.profile.encoding)
    let counts = context.hashtags.tagCounts
    return [
      TypeHierarchyItem(
        prefix.path, counts[prefix.path], at: Location(uri: document.uri, range: range)
      ).json
    ]
  }

  static let supertypes = Feature("typeHierarchy/supertypes", queue: .lookup) { _ in
    nil
  } answer: { (context, params: TypeHierarchyParams) -> JSONValue in
    guard let path = params.item.path else { return .null }
    return context.hashtags.items(path.parent.map { [$0] } ?? []).json
  }

  static let subtypes = Feature("typeHierarchy/subtypes", queue: .lookup) { _ in
    nil
  } answer: { (context, params: TypeHierarchyParams) -> JSONValue in
    guard let path = params.item.path else { return .null }
    let below = context.hashtags.tagCounts.keys.filter { $0.parent == path }
      .sorted { $0.tag.lowercased() < $1.tag.lowercased() }
    return context.hashtags.items(Array(below.prefix(subtypeLimit))).json
  }
}

private let subtypeLimit = 500

extension HashtagRequests {
  /// The hashtags of notes and open documents, and all above them, with their most common spelling
  /// and number of notes.
  fileprivate var tagCounts: [HashtagPath: TagOccurrence] {
    var counts: [HashtagPath: TagOccurrence] = [:]
    for count in notebook.tags {
      counts[HashtagPath(count.tag)] = TagOccurrence(tag: count.tag, noteCount: count.noteCount)
    }
    for document in documents.values {
      for hashtag in document.hashtags(while: { !cancellation.isCancelled }) {
        let path = HashtagPath(hashtag.text)
        for path in [path] + path.ancestors where counts[path] == nil {
          counts[path] = TagOccurrence(tag: path.tag, noteCount: 0)
        }
      }
    }
    return counts
  }

  /// Returns items for `paths`, each at its origin (`HashtagOrigins`), or else at its first
  /// occurrence in an open document. Omits paths that have neither.
  fileprivate func items(_ paths: [HashtagPath]) -> [TypeHierarchyItem] {
    guard !paths.isEmpty else { return [] }
    let counts = tagCounts
    let notes =
      (try? notebook.ask { (notebook) throws(NotebookError) in try notebook.notes.all() }) ?? []
    var origins = HashtagOrigins(of: paths, in: notes, context)
    return paths.compactMap { path in
      guard !cancellation.isCancelled,
        let location = origins.location(of: path) ?? locationInDocuments(of: path)
      else { return nil }
      return TypeHierarchyItem(path, counts[path], at: location)
    }
  }

  private func locationInDocuments(of path: HashtagPath) -> Location? {
    documents.values.sorted { $0.uri < $1.uri }.firstNonNil { document in
      firstOccurrence(of: path, among: document.hashtags()).map {
        Location(
          uri: document.uri, range: document.snapshot.lspRange(of: $0, in: profile.encoding))
      }
    }
  }
}

private struct TagOccurrence {
  var tag: String
  var noteCount: Int
}

extension TypeHierarchyItem {
  fileprivate init(_ path: HashtagPath, _ count: TagOccurrence?, at location: Location) {
    let notes = count?.noteCount ?? 0
    self.init(
      name: (count?.tag ?? path.tag).withoutControls, kind: .namespace,
      detail: notes == 0 ? "in an open document" : notes.counted("note"),
      location: location, data: ["tag": path.tag.json])
  }

  /// The hashtag of the item; nil if the item is not from this server.
  fileprivate var path: HashtagPath? { data?["tag"]?.string.map { HashtagPath($0) } }
}
