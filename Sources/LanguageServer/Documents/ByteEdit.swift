import MiniMarkdown

/// A replacement of some bytes of a document by other text.
struct ByteEdit: Hashable, Sendable {
  /// What is replaced, in UTF-8 bytes; empty to insert.
  var range: Range<Int>
  /// What comes in its place.
  var newText: String

  init(_ range: Range<Int>, _ newText: String) {
    self.range = range
    self.newText = newText
  }

  init(_ change: TextChange) { self.init(change.range, change.newText) }
}
