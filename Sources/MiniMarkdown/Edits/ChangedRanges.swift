import PackratParsing

/// The ranges in which a repeatedly edited text differs from the original.
struct ChangedRanges {
  private struct Changed {
    var oldStart: Int
    var oldCount: Int
    var newCount: Int
  }

  /// Changed ranges, last one in the text first, because edits usually proceed from the end.
  private var ranges: [Changed] = []

  /// Records edits of the current text, which must be in ascending order.
  mutating func add(_ edits: [ByteEdit]) {
    for edit in edits.reversed() { add(edit) }
  }

  /// Records an edit of the current text. Cost: linear in the recorded ranges before it in the
  /// text.
  mutating func add(_ edit: ByteEdit) {
    var shift = 0
    var index = ranges.count
    while index > 0,
      ranges[index - 1].oldStart + ranges[index - 1].newCount + shift
        < edit.range.lowerBound
    {
      index -= 1
      shift += ranges[index].newCount - ranges[index].oldCount
    }
    var (start, end) = (edit.range.lowerBound, edit.range.upperBound)
    let oldStart = min(start, index > 0 ? ranges[index - 1].oldStart + shift : start) - shift
    start = oldStart + shift
    let last = index
    while index > 0, ranges[index - 1].oldStart + shift <= end {
      index -= 1
      end = max(end, ranges[index].oldStart + shift + ranges[index].newCount)
      shift += ranges[index].newCount - ranges[index].oldCount
    }
    let whole = Changed(
      oldStart: oldStart, oldCount: end - shift - oldStart,
      newCount: end - start + edit.growth)
    ranges.replaceSubrange(index..<last, with: [whole])
  }

  /// Returns the edits of the original text that produce `snapshot`.
  func edits(to snapshot: DocumentSnapshot) -> [ByteEdit] {
    var shift = 0
    return ranges.reversed().map { range in
      let start = range.oldStart + shift
      shift += range.newCount - range.oldCount
      return ByteEdit(
        range.oldStart..<range.oldStart + range.oldCount,
        snapshot.text(in: start..<start + range.newCount))
    }
  }
}
