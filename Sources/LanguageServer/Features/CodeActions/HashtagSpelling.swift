import LanguageServerProtocol
import MiniMarkdown
import PackratParsing
import UserSettings

extension CodeActionSource {
  /// The common hashtag in the place of one that looks like a slip of it.
  static let hashtagSpelling = CodeActionSource(kinds: [.quickFix]) { request in
    guard !request.context.settings.disabledDiagnostics.contains(code),
      let hashtag = request.snapshot.hashtag(at: request.range.lowerBound),
      !request.document.isUnread(hashtag.range.lowerBound),
      let common = request.context.memory.indexCache.suggestion(for: hashtag.text)
    else { return [] }
    let settled = request.params.diagnostics.filter { $0.code == code }
    return [
      request.action(
        "Write \(common.withoutControls)", kind: .quickFix,
        edits: [ByteEdit(hashtag.range, common)], diagnostics: settled, isPreferred: true)
    ]
  }
}

private let code = NoteDiagnostic.Code.similarHashtag.rawValue
