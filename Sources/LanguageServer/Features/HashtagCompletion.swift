import JSON
import LanguageServerProtocol
import MiniMarkdown
import Notebook
import PackratParsing

extension CompletionSource {
  static let hashtags = CompletionSource(triggers: ["#", "/"]) { request in
    guard let hashtag = request.snapshot.hashtagForCompletion(at: request.offset) else {
      return nil
    }
    // What is being typed is no tag to offer, unless it stands elsewhere too.
    var open: [String] = []
    for other in request.context.documents.values {
      open += other.snapshot.hashtags(
        exceptAt: other.uri == request.document.uri ? hashtag : nil)
    }
    return hashtagCompletions(
      stored: request.context.notebook.tags, open: open, range: request.range(hashtag))
  }
}

/// How many tags are offered at once; the client asks again while there are more.
private let completionLimit = 1000

/// The notebook's tags, most used first, and those of open documents, as edits of `range`.
func hashtagCompletions(
  stored: [TagCount], open: [String], range: LSPRange
) -> CompletionList {
  var noteCounts = Dictionary(stored.map { ($0.tag, $0.noteCount) }) { first, _ in first }
  for path in open.map(HashtagPath.init) {
    for tag in [path] + path.ancestors where noteCounts[tag.tag] == nil { noteCounts[tag.tag] = 0 }
  }
  let ranked = noteCounts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
  let items = ranked.prefix(completionLimit).enumerated().map { rank, entry in
    let (tag, noteCount) = entry
    return CompletionItem(
      label: tag, kind: .keyword,
      detail: noteCount == 0
        ? "in an open document" : noteCount == 1 ? "1 note" : "\(noteCount) notes",
      sortText: String(rank + 10_000), filterText: tag,
      textEdit: TextEdit(range: range, newText: tag))
  }
  return CompletionList(isIncomplete: ranked.count > completionLimit, items: items)
}

extension DocumentSnapshot {
  /// The bytes of the hashtag that is written at `offset`, `#` and all that follows it up to the
  /// next space; nil where a hashtag cannot stand. A lone `#` counts: it is about to be one.
  func hashtagForCompletion(at offset: Int) -> Range<Int>? {
    let line = lineRange(line(at: offset))
    let offset = min(max(offset, line.lowerBound), line.upperBound)
    let before = text(in: line.lowerBound..<offset).unicodeScalars
    var typed = Array(before.reversed().prefix(while: \.isMiniMarkdownText))
    // A quote's mark needs no space behind it.
    let isQuoted =
      typed.last == ">" && path(to: offset - length(of: typed)).contains { $0.kind == .delimiter }
    if isQuoted { typed.removeLast() }
    // Two marks are about to be a heading.
    guard typed.last == "#", typed.count == 1 || typed.contains(where: { $0 != "#" }) else {
      return nil
    }
    let start = offset - length(of: typed)
    let rest = text(in: offset..<line.upperBound).unicodeScalars.prefix(while: \.isMiniMarkdownText)
    let range = start..<offset + length(of: rest)

    let path = path(to: start)
    let space = before.dropLast(typed.count).last
    guard space == nil || isQuoted || space?.isMiniMarkdownSpace == true else { return nil }
    // Where the tree has something else there, a hashtag would be plain text.
    let closed: Set<SyntaxKind> = [.strongEmphasis, .emphasis, .code, .image, .cloze]
    guard closed.isDisjoint(with: path.map(\.kind)) else { return nil }
    // Nor is `#` directly behind the space of `# `, `Q: ` or `tl;dr: `.
    if start > line.lowerBound {
      let previous = self.path(to: start - 1)
      let isHeading = previous.last?.kind == .tab && previous.contains { $0.kind == .header }
      let isPair = ["Q: ", "A: "].contains(text(in: line.lowerBound..<start))
      if isHeading || isPair || previous.last?.kind == .summaryDelimiter { return nil }
    }
    return range
  }

  private func length(of scalars: some Sequence<Unicode.Scalar>) -> Int {
    scalars.reduce(0) { $0 + UTF8.width($1) }
  }

  /// Every hashtag of the text but the one that lies at `excluded`.
  func hashtags(exceptAt excluded: Range<Int>?) -> [String] {
    roots.flatMap { root in
      root.descendants.filter {
        $0.kind == .hashtag && excluded?.contains($0.range.lowerBound) != true
      }.map(\.text)
    }
  }
}
