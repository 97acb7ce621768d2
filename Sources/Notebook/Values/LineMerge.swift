/// Merges two texts that have a common origin, line by line.
enum LineMerge {
  /// How many lines both may have between their first and their last difference for each difference to
  /// be found; in longer ones, all from the first to the last is one. That bounds the time.
  private static let limit = 2_000
  /// How many bytes all texts together may have. A note has some thousand.
  private static let byteLimit = 4 << 20

  /// The text `base` with the changes of both others. Nil if they changed the same lines, or lines
  /// with none between them that both left alone: then only the user can decide.
  ///
  /// Each line of `mine` and of `theirs` that is not in `base` is in the result. Cost: linear;
  /// within the limit, the lines times the differences.
  static func merge(_ mine: String, _ theirs: String, from base: String) -> String? {
    guard mine.utf8.count + theirs.utf8.count + base.utf8.count <= byteLimit else { return nil }
    let lines = base.lines
    var changes = self.changes(from: lines, to: mine.lines)
    for change in self.changes(from: lines, to: theirs.lines) where !changes.contains(change) {
      changes.append(change)
    }
    changes.sort { $0.old.lowerBound < $1.old.lowerBound }
    var merged: [Substring] = []
    var end = 0
    for (index, change) in changes.enumerated() {
      guard index == 0 || change.old.lowerBound > end else { return nil }
      merged += lines[end..<change.old.lowerBound] + change.new
      end = change.old.upperBound
    }
    return (merged + lines[end...]).joined(separator: "\n")
  }

  /// Lines that became others.
  private struct Change: Equatable {
    /// Indices in the base; empty for an insertion.
    var old: Range<Int>
    var new: ArraySlice<Substring>

    static func == (left: Change, right: Change) -> Bool {
      left.old == right.old && left.new.elementsEqual(right.new, by: isSame)
    }
  }

  /// Byte for byte: as strings, two spellings of `é` would be equal.
  private static func isSame(_ left: Substring, _ right: Substring) -> Bool {
    left.utf8.elementsEqual(right.utf8)
  }

  /// The changes from `old` to `new`, in order.
  private static func changes(from old: [Substring], to new: [Substring]) -> [Change] {
    let most = min(old.count, new.count)
    let front = zip(old, new).prefix { isSame($0, $1) }.count
    let back = zip(old.reversed(), new.reversed()).prefix(most - front)
      .prefix { isSame($0, $1) }.count
    let (oldRange, newRange) = (front..<(old.count - back), front..<(new.count - back))
    if oldRange.isEmpty && newRange.isEmpty { return [] }
    guard oldRange.count + newRange.count <= limit else {
      return [Change(old: oldRange, new: new[newRange])]
    }
    return differences(old, oldRange, new, newRange)
  }

  private static func differences(
    _ old: [Substring], _ oldRange: Range<Int>, _ new: [Substring], _ newRange: Range<Int>
  ) -> [Change] {
    let difference = new[newRange].difference(from: old[oldRange], by: isSame)
    var (removed, inserted) = (Set<Int>(), Set<Int>())
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(oldRange.lowerBound + offset)
      case .insert(let offset, _, _): inserted.insert(newRange.lowerBound + offset)
      }
    }
    var changes: [Change] = []
    var (oldIndex, newIndex) = (oldRange.lowerBound, newRange.lowerBound)
    while oldIndex < oldRange.upperBound || newIndex < newRange.upperBound {
      let (oldStart, newStart) = (oldIndex, newIndex)
      while removed.contains(oldIndex) { oldIndex += 1 }
      while inserted.contains(newIndex) { newIndex += 1 }
      if oldIndex > oldStart || newIndex > newStart {
        changes.append(Change(old: oldStart..<oldIndex, new: new[newStart..<newIndex]))
      } else {
        (oldIndex, newIndex) = (oldIndex + 1, newIndex + 1)
      }
    }
    return changes
  }
}

extension String {
  /// The lines, of which the last is empty if the text ends in a line feed.
  fileprivate var lines: [Substring] {
    split(separator: "\n", omittingEmptySubsequences: false)
  }
}
