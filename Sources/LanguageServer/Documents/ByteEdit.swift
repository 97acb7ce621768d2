import MiniMarkdown

/// A replacement of some bytes of a document by other text.
struct ByteEdit: Hashable, Sendable {
  /// The replaced range, in UTF-8 bytes; empty to insert.
  var range: Range<Int>
  /// The replacement.
  var newText: String

  init(_ range: Range<Int>, _ newText: String) {
    self.range = range
    self.newText = newText
  }

  init(_ change: TextChange) { self.init(change.range, change.newText) }
}
