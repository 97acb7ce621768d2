import JSON
import LanguageServerProtocol
import MiniMarkdown
import Notebook
import PackratParsing

extension Feature {
  /// The ranges that the client edits together: a segment of a hashtag, and the equal segments in
  /// the document.
  static let linkedEditing = Feature("textDocument/linkedEditingRange", queue: .documents) { _ in
    (["linkedEditingRangeProvider"], true)
  } answer: { (context, params: TextDocumentPositionParams) -> JSONValue in
    guard let document = context.document(params.textDocument) else { return .null }
    let snapshot = document.snapshot
    let offset = snapshot.offset(of: TextPosition(params.position), in: context.profile.encoding)
    let unread = document.unread
    guard unread?.contains(offset) != true else { return .null }
    let ranges = snapshot.linkedSegments(
      at: offset, while: { !context.cancellation.isCancelled }
    ).filter { unread?.contains($0.lowerBound) != true }
    guard ranges.count > 1 else { return .null }
    return LinkedEditingRanges(
      ranges: snapshot.lspRanges(for: ranges, in: context.profile.encoding),
      wordPattern: segmentPattern
    ).json
  }
}

/// The pattern of a segment: without white space (`\s` lacks two characters of the grammar's white
/// space) and without slashes.
private let segmentPattern = #"[^\s\u0085\u200B/]+"#

extension DocumentSnapshot {
  /// Returns the segment at `offset`, and all segments with the same bytes that follow the same
  /// segments.
  ///
  /// Returns an empty list at the end of a hashtag, where users type new hashtags. While `#book`
  /// becomes `#bookshop`, other hashtags `#book` must not change.
  func linkedSegments(at offset: Int, while isWanted: () -> Bool = { true }) -> [Range<Int>] {
    guard let prefix = hashtagPrefix(at: offset), offset < prefix.hashtag.range.upperBound,
      prefix.segment.lowerBound <= offset, offset <= prefix.segment.upperBound
    else { return [] }
    let segment = utf8(in: prefix.segment)
    return ranges(of: prefix.path, while: isWanted).compactMap { range in
      let linked = max(range.lowerBound, range.upperBound - segment.count)..<range.upperBound
      // An equal path may have segments of other lengths, such as in another case. So check that the
      // bytes begin a segment.
      let before = byte(at: linked.lowerBound - 1)
      guard utf8(in: linked) == segment, before == UInt8(ascii: "/") || before == UInt8(ascii: "#")
      else { return nil }
      return linked
    }
  }
}
