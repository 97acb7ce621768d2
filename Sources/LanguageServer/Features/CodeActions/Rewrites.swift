import LanguageServerProtocol
import MiniMarkdown

extension CodeActionSource {
  /// The rewrites of the selection: clozes, pairs, quotes, lists and headings. At a mere cursor
  /// only if the user asked, so that no light is lit at every place.
  static let rewrites = CodeActionSource(kinds: [.rewrite]) { request in
    if request.isAutomatic, request.range.isEmpty { return [] }
    return request.snapshot.rewrites(of: request.range).map {
      request.action($0.title, kind: .rewrite, edits: $0.edits)
    }
  }
}
