import LanguageServerProtocol
import MiniMarkdown
import Notebook
import NotebookFile
import PackratParsing

/// The first segments of a hashtag, up to the segment at an offset. At `books` in `#books/2021`, it
/// is `#books`, and includes all hashtags below it.
struct HashtagPrefix {
  let hashtag: Hashtag
  /// The range of the segment at the offset, in UTF-8 bytes, without the slashes around it.
  let segment: Range<Int>
  /// The range from `#` to the end of `segment`, in UTF-8 bytes.
  let range: Range<Int>
  let path: HashtagPath
  let text: String
}

extension DocumentSnapshot {
  /// Returns the prefix of the hashtag at `offset`; nil if there is none. A slash belongs to the
  /// segment before it, and the hashtag's end to its last segment. Empty segments are skipped.
  func hashtagPrefix(at offset: Int) -> HashtagPrefix? {
    guard let hashtag = hashtag(at: offset) else { return nil }
    let segments = hashtag.segments
    let index = segments.firstIndex { offset <= $0.upperBound } ?? segments.count - 1
    let named =
      segments[...index].lastIndex { !$0.isEmpty }
      ?? segments[index...].firstIndex { !$0.isEmpty } ?? segments.count - 1
    let segment = segments[named]
    let range = hashtag.range.lowerBound..<segment.upperBound
    let text = text(in: range)
    return HashtagPrefix(
      hashtag: hashtag, segment: segment, range: range, path: HashtagPath(text), text: text)
  }

  /// Returns the occurrences of `path`: for each hashtag that equals it or is below it, the range
  /// of `path`. Cost: linear in the text.
  func ranges(of path: HashtagPath, while isWanted: () -> Bool = { true }) -> [Range<Int>] {
    hashtags(while: isWanted).compactMap { hashtag in
      path.prefixLength(in: hashtag.text).map {
        hashtag.range.lowerBound..<hashtag.range.lowerBound + $0
      }
    }
  }
}

extension OpenDocument {
  /// Returns nil also for a hashtag in foreign text.
  func hashtagPrefix(at offset: Int) -> HashtagPrefix? {
    snapshot.hashtagPrefix(at: offset).flatMap { isUnread($0.range.lowerBound) ? nil : $0 }
  }

  /// Returns the hashtags outside foreign text, in order; only those found so far if `isWanted`
  /// returns false. Cost: linear in the text.
  func hashtags(while isWanted: () -> Bool = { true }) -> [Hashtag] {
    let hashtags = snapshot.hashtags(while: isWanted)
    guard let unread else { return hashtags }
    return hashtags.filter { !unread.contains($0.range.lowerBound) }
  }

  func ranges(of path: HashtagPath, while isWanted: () -> Bool = { true }) -> [Range<Int>] {
    let ranges = snapshot.ranges(of: path, while: isWanted)
    guard let unread else { return ranges }
    return ranges.filter { !unread.contains($0.lowerBound) }
  }
}

extension HashtagRequests {
  func hashtagPrefix(
    _ identifier: TextDocumentIdentifier, _ position: Position
  ) -> (document: OpenDocument, prefix: HashtagPrefix)? {
    guard let document = context.document(identifier) else { return nil }
    let offset = document.snapshot.offset(of: TextPosition(position), in: profile.encoding)
    return document.hashtagPrefix(at: offset).map { (document, $0) }
  }

  func hashtagPrefix(
    _ params: TextDocumentPositionParams
  ) -> (document: OpenDocument, prefix: HashtagPrefix)? {
    hashtagPrefix(params.textDocument, params.position)
  }
}
