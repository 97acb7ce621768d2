import LanguageServerProtocol
import MiniMarkdown

extension CodeActionSource {
  /// For an empty selection, rewrites are offered only if the user requested actions, so that
  /// editors do not show a light bulb everywhere.
  static let rewrites = CodeActionSource(kinds: [.rewrite]) { request in
    if request.isAutomatic, request.range.isEmpty { return [] }
    return request.snapshot.rewrites(of: request.range).map {
      request.action($0.title, kind: .rewrite, edits: $0.edits)
    }
  }
}
