import LanguageServerProtocol
import MiniMarkdown
import PackratParsing

extension CodeActionSource {
  static let hashtagSpelling = CodeActionSource(kinds: [.quickFix]) { request in
    guard let settled = request.shown(by: .similarHashtag),
      let hashtag = request.snapshot.hashtag(at: request.range.lowerBound),
      !request.document.isUnread(hashtag.range.lowerBound),
      let common = request.context.memory.indexCache.suggestion(for: hashtag.text)
    else { return [] }
    return [
      request.action(
        "Change to \(common.withoutControls)", kind: .quickFix,
        edits: [ByteEdit(hashtag.range, common)], diagnostics: settled, isPreferred: true)
    ]
  }
}
