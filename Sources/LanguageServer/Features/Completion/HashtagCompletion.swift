import Base
import JSON
import LanguageServerProtocol
import MiniMarkdown
import Notebook
import PackratParsing

extension CompletionSource {
  static let hashtags = CompletionSource(triggers: ["#", "＃", "/"]) { request in
    guard let hashtag = request.snapshot.hashtagForCompletion(at: request.offset) else {
      return nil
    }
    // The hashtag that is being typed is not offered, unless it occurs more than once.
    var open: [String] = []
    for other in request.context.documents.values {
      let excluded = other.uri == request.document.uri ? hashtag : nil
      open += other.hashtags().filter { excluded?.contains($0.range.lowerBound) != true }
        .map(\.text)
    }
    return hashtagCompletions(
      stored: request.context.notebook.tagIndex, open: open,
      typed: request.snapshot.text(in: hashtag.lowerBound..<request.offset),
      range: request.range(hashtag))
  }
}

/// If there are at most `mostTags` tags, all are sent, and the client filters them. Otherwise at
/// most `bestTags` matches from the notebook are sent, and as many from open documents; the client
/// sends another request while there are more.
private let (mostTags, bestTags) = (1000, 200)

/// Returns the notebook's tags, most used first, and then those of open documents, as edits of
/// `range`.
func hashtagCompletions(
  stored: TagIndex, open: [String], typed: String, range: LSPRange
) -> CompletionList {
  let mark = typed.hasPrefix("＃") ? "＃" : "#"
  var seen: Set<HashtagPath> = []
  var added: [String] = []
  for path in open.map(HashtagPath.init) {
    for path in [path] + path.ancestors
    where path.tag.utf8.count <= TagRename.longestName && stored.noteCount(of: path) == nil
      && seen.insert(path).inserted
    {
      added.append(path.tag)
    }
  }
  added.sort()
  var ranks = Array(stored.ranked.indices.prefix(mostTags))
  var isIncomplete = false
  if stored.ranked.count + added.count > mostTags {
    let prefix = typed.hasPrefix(mark) ? String(typed.dropFirst()) : typed
    let best = stored.search(prefix, limit: bestTags)
    ranks = best.ranks
    added = added.filter { $0.hasSegment(startingWith: prefix) }
    isIncomplete = !best.isComplete || added.count > bestTags
    added = Array(added.prefix(bestTags))
  }
  let tags = ranks.map { stored.ranked[$0] }
  let items = (tags.map { ($0.tag, $0.noteCount) } + added.map { ($0, 0) }).enumerated().map {
    (rank, entry) -> CompletionItem in
    let (tag, noteCount) = entry
    return CompletionItem(
      label: tag, kind: .keyword,
      detail: noteCount == 0 ? "in an open document" : noteCount.counted("note"),
      sortText: String(rank + 10_000), filterText: mark + tag.dropFirst(),
      textEdit: TextEdit(range: range, newText: tag),
      data: noteCount == 0 ? nil : ["tag": tag.json])
  }
  return CompletionList(isIncomplete: isIncomplete, items: items)
}

extension String {
  /// Returns whether the tag, from the start of any of its segments, begins with `prefix`, ignoring
  /// case.
  fileprivate func hasSegment(startingWith prefix: String) -> Bool {
    let prefix = Array(prefix.lowercased().utf8)
    let tag = lowercased()
    return Hashtag.segments(of: tag).contains {
      tag.utf8.dropFirst($0.lowerBound).starts(with: prefix)
    }
  }
}

extension DocumentSnapshot {
  /// Returns the range of the hashtag at `offset`, from `#` to the next space; nil where a hashtag
  /// is not possible. Includes a single `#`, which may become a hashtag, and `＃` instead of `#`.
  func hashtagForCompletion(at offset: Int) -> Range<Int>? {
    let line = lineRange(line(at: offset))
    let offset = min(max(offset, line.lowerBound), line.upperBound)
    let before = text(in: line.lowerBound..<offset).unicodeScalars
    var typed = Array(before.reversed().prefix(while: \.isMiniMarkdownText))
    // A quote marker needs no space after it.
    let isQuoted =
      typed.last == ">" && path(to: offset - length(of: typed)).contains { $0.kind == .delimiter }
    if isQuoted { typed.removeLast() }
    // Two `#` are probably the start of a heading.
    guard let mark = typed.last, mark == "#" || mark == "＃",
      typed.count == 1 || typed.contains(where: { $0 != mark })
    else { return nil }
    let start = offset - length(of: typed)
    let rest = text(in: offset..<line.upperBound).unicodeScalars.prefix(while: \.isMiniMarkdownText)
    let range = start..<offset + length(of: rest)

    let path = path(to: start)
    let space = before.dropLast(typed.count).last
    guard space == nil || isQuoted || space?.isMiniMarkdownSpace == true else { return nil }
    // Inside these nodes a hashtag would be plain text.
    let closed: Set<SyntaxKind> = [.strongEmphasis, .emphasis, .code, .image, .cloze]
    guard closed.isDisjoint(with: path.map(\.kind)) else { return nil }
    // `#` directly after the space of `# `, `Q: ` or `tl;dr: ` is not a hashtag either.
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
}
