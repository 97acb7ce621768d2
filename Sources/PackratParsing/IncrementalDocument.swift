/// A text that is edited, and the tree of what it is now.
///
/// The tree is always that of a fresh parse of the text. An edit re-parses the whole text at present.
public struct IncrementalDocument<G: Grammar>: Sendable {
  /// The text and tree as they are now.
  public private(set) var snapshot: DocumentSnapshot
  /// What the last edit cost.
  public private(set) var lastEdit = EditStatistics()

  /// Parses `text`.
  public init(_ text: String) {
    snapshot = DocumentSnapshot(utf8: Array(text.utf8), grammar: G.self)
  }

  /// Parses `bytes`, in which invalid UTF-8 is replaced by U+FFFD.
  public init(decoding bytes: some Collection<UInt8>) {
    self.init(String(decoding: bytes, as: UTF8.self))
  }

  /// Replaces the bytes in `range` by `replacement`. The range is cut to the text, and its ends are
  /// moved back to the starts of the scalars that hold them.
  public mutating func replace(_ range: Range<Int>, with replacement: String) {
    var utf8 = snapshot.utf8
    let clamped = range.clamped(to: 0..<utf8.count)
    let start = utf8.scalarStart(atOrBefore: clamped.lowerBound, notBefore: 0)
    let end = utf8.scalarStart(atOrBefore: clamped.upperBound, notBefore: start)
    utf8.replaceSubrange(start..<end, with: replacement.utf8)
    lastEdit.damagedBytes = snapshot.count
    snapshot = DocumentSnapshot(utf8: utf8, grammar: G.self)
    lastEdit.examinedBytes = snapshot.count + 1
    lastEdit.parsedBytes = snapshot.count
    lastEdit.copiedBytes = snapshot.count
  }
}

extension IncrementalDocument {
  /// As `replace`, with the range in UTF-16 code units from the start of the text.
  public mutating func replaceUTF16(_ range: Range<Int>, with replacement: String) {
    let utf8 = snapshot.utf8[...]
    let start = utf8.index(after: range.lowerBound, in: .utf16)
    let end = utf8.index(after: range.upperBound, in: .utf16)
    replace(start..<max(start, end), with: replacement)
  }
}
