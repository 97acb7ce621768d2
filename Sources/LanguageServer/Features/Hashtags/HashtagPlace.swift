import LanguageServerProtocol
import MiniMarkdown
import Notebook
import NotebookFile
import PackratParsing

/// The hashtag at a place in a hashtag: the segments up to the one at that place. On `books` of
/// `#books/2021` that is `#books`, and with it all hashtags below.
struct HashtagPlace {
  /// The hashtag.
  let hashtag: Hashtag
  /// The segment, in UTF-8 bytes of the document, without the slashes around it.
  let segment: Range<Int>
  /// The segments up to it, the `#` included.
  let range: Range<Int>
  /// The hashtag.
  let path: HashtagPath
  /// The spelling in the text.
  let text: String
}

extension DocumentSnapshot {
  /// The hashtag at the place `offset`. Returns nil if there is none. A slash belongs to the
  /// segment before it, the hashtag's end to its last one. An empty segment is skipped.
  func hashtagPlace(at offset: Int) -> HashtagPlace? {
    guard let hashtag = hashtag(at: offset) else { return nil }
    let segments = hashtag.segments
    let index = segments.firstIndex { offset <= $0.upperBound } ?? segments.count - 1
    let named =
      segments[...index].lastIndex { !$0.isEmpty }
      ?? segments[index...].firstIndex { !$0.isEmpty } ?? segments.count - 1
    let segment = segments[named]
    let range = hashtag.range.lowerBound..<segment.upperBound
    let text = text(in: range)
    return HashtagPlace(
      hashtag: hashtag, segment: segment, range: range, path: HashtagPath(text), text: text)
  }

  /// The places of `path`: of each hashtag that it is or contains, the bytes that are `path`. Cost:
  /// linear.
  func ranges(of path: HashtagPath, while isWanted: () -> Bool = { true }) -> [Range<Int>] {
    hashtags(while: isWanted).compactMap { hashtag in
      path.prefixLength(in: hashtag.text).map {
        hashtag.range.lowerBound..<hashtag.range.lowerBound + $0
      }
    }
  }
}

extension OpenDocument {
  /// The same as of its text, but where nothing is read.
  func hashtagPlace(at offset: Int) -> HashtagPlace? {
    snapshot.hashtagPlace(at: offset).flatMap { isUnread($0.range.lowerBound) ? nil : $0 }
  }

  /// Its hashtags, in order; those found so far once they are no longer wanted. Cost: linear.
  func hashtags(while isWanted: () -> Bool = { true }) -> [Hashtag] {
    let hashtags = snapshot.hashtags(while: isWanted)
    guard let unread else { return hashtags }
    return hashtags.filter { !unread.contains($0.range.lowerBound) }
  }

  /// The places of `path` in it; see `DocumentSnapshot.ranges`. Cost: linear.
  func ranges(of path: HashtagPath, while isWanted: () -> Bool = { true }) -> [Range<Int>] {
    let ranges = snapshot.ranges(of: path, while: isWanted)
    guard let unread else { return ranges }
    return ranges.filter { !unread.contains($0.lowerBound) }
  }
}

extension HashtagRequests {
  /// The open document and the hashtag at a place in it. Returns nil if there is none.
  func hashtagPlace(
    _ identifier: TextDocumentIdentifier, _ position: Position
  ) -> (document: OpenDocument, place: HashtagPlace)? {
    guard let document = context.document(identifier) else { return nil }
    let offset = document.snapshot.offset(of: TextPosition(position), in: profile.encoding)
    return document.hashtagPlace(at: offset).map { (document, $0) }
  }

  /// The same, for the parameters of most requests.
  func hashtagPlace(
    _ params: TextDocumentPositionParams
  ) -> (document: OpenDocument, place: HashtagPlace)? {
    hashtagPlace(params.textDocument, params.position)
  }
}
