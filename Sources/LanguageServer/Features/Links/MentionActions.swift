import LanguageServerProtocol
import MiniMarkdown
import Notebook
import NotebookFile
import NotebookIndex
import NotebookReview
import PackratParsing
import Quoting

extension CodeActionSource {
  /// For words that are a title or another name of another note: makes them a link. For an empty
  /// selection only if the user requested actions. Cost: some lookups in the index of links, and a
  /// parse of the block.
  static let mentions = CodeActionSource(kinds: [.rewrite]) { request in
    if request.isAutomatic, request.range.isEmpty { return [] }
    // The index of links is only built if the user requested actions.
    let knowsLinks =
      request.isAutomatic
      ? request.context.notebook.opened?.links.canLookUp == true
      : request.context.links.canLookUpLinks
    guard knowsLinks, ViewURI(request.document.uri) == nil, let mention = request.mention else {
      return []
    }
    return mention.notes.compactMap { note in
      let link = NoteLink.written(
        to: note, words: mention.words, isAmbiguous: mention.notes.count > 1)
      guard request.snapshot.isLink(link, at: mention.range) else { return nil }
      let book = mention.notes.count > 1 ? note.book.map { ", \($0.citation)" } ?? "" : ""
      return request.action(
        "Link to “\(note.title.withoutControls)”\(book.withoutControls)", kind: .rewrite,
        edits: [ByteEdit(mention.range, link)])
    }
  }
}

private struct Mention {
  let range: Range<Int>
  let words: String
  /// The notes with this name: at least one, several if the name is ambiguous.
  let notes: [NoteSummary]
}

extension CodeActionRequest {
  private static var mostNotes: Int { 3 }

  /// The longest words that name other notes: the selection, or words around the cursor.
  fileprivate var mention: Mention? {
    var phrases = range.isEmpty ? snapshot.phrases(around: range.lowerBound) : [range]
    phrases.removeAll {
      document.isUnread($0.lowerBound) || document.foreign.hidesLinks(at: $0.lowerBound)
    }
    let named = phrases.map { range in
      let words = snapshot.text(in: range)
      return (range, words, words.isName ? LinkName(title: words) : nil)
    }
    let names = named.compactMap { $0.2.map { [$0] } }
    guard !names.isEmpty, let notebook = context.notebook.opened,
      let found = try? notebook.links.notes(calledByAny: names)
    else { return nil }
    for (range, words, name) in named {
      guard let ids = name.flatMap({ found[[$0]] }), !ids.contains(document.note ?? "") else {
        continue
      }
      let notes = ids.prefix(Self.mostNotes).compactMap { id in
        (try? notebook.summary(of: id)).flatMap { $0.isTrashed ? nil : $0 }
      }
      if !notes.isEmpty { return Mention(range: range, words: words, notes: notes) }
    }
    return nil
  }
}

extension DocumentSnapshot {
  /// The maximum number of words to check before and after the cursor, and in a name.
  private static let (mostAround, mostWords) = (10, 12)

  /// Returns the ranges of one or more words around `offset`, on its line. Each comes with and
  /// without the punctuation around it, the longest first. Cost: linear in the line.
  fileprivate func phrases(around offset: Int) -> [Range<Int>] {
    let line = lineRange(line(at: offset))
    // Text without spaces, and the range from its first to its last letter or digit.
    var runs: [(all: Range<Int>, word: Range<Int>)] = []
    var start = line.lowerBound
    for run in text(in: line).split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == " " || $0 == "\t" })
    {
      let end = start + run.utf8.count
      defer { start = end + 1 }
      guard let first = run.firstIndex(where: \.isWordPart),
        let last = run.lastIndex(where: \.isWordPart)
      else { continue }
      let before = run[..<first].utf8.count
      let word = start + before..<start + before + run[first...last].utf8.count
      runs.append((start..<end, word))
    }
    guard
      let here = runs.firstIndex(where: { $0.all.contains(offset) || $0.all.upperBound == offset })
    else { return [] }
    var phrases: [Range<Int>] = []
    for first in runs.indices[max(0, here - Self.mostAround)...here] {
      for last in runs.indices[here..<min(runs.count, here + Self.mostAround)]
      where last - first < Self.mostWords {
        for start in Set([runs[first].all.lowerBound, runs[first].word.lowerBound]) {
          for end in Set([runs[last].all.upperBound, runs[last].word.upperBound]) where start < end
          {
            phrases.append(start..<end)
          }
        }
      }
    }
    return phrases.sorted { ($1.count, $0.lowerBound) < ($0.count, $1.lowerBound) }
  }

  /// Returns whether `link`, replacing `range`, would be parsed as a link: not in code or in
  /// another link.
  fileprivate func isLink(_ link: String, at range: Range<Int>) -> Bool {
    guard let block = blockIndex(at: range.lowerBound).flatMap(block),
      range.upperBound <= block.range.upperBound,
      !block.noteLinks.contains(where: { $0.range.overlaps(range) })
    else { return false }
    let before = text(in: block.range.lowerBound..<range.lowerBound)
    let after = text(in: range.upperBound..<block.range.upperBound)
    let linkRange = before.utf8.count..<before.utf8.count + link.utf8.count
    return MiniMarkdownDocument(before + link + after).snapshot.noteLinks.contains {
      $0.range == linkRange
    }
  }
}

extension NoteLink {
  fileprivate static func written(
    to note: NoteSummary, words: String, isAmbiguous: Bool
  ) -> String {
    let isTitle = LinkName(title: words) == LinkName(title: note.title)
    if isTitle, !isAmbiguous { return "[[\(words)]]" }
    let link = written(to: note.title, id: note.id, isAmbiguous: isAmbiguous)
    // The link shows `words` instead of the title.
    let target = link.dropFirst(2).dropLast(2).prefix { $0 != "|" }
    return "[[\(target)|\(words)]]"
  }
}

extension String {
  fileprivate var isName: Bool {
    let ends = [first, last].compactMap { $0 }
    return !ends.contains { $0.isWhitespace || "*_`".contains($0) }
      && linkWords == nil
  }
}

extension Character {
  fileprivate var isWordPart: Bool { isLetter || isNumber }
}
