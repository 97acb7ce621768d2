/// Merges two texts that have a common origin, line by line.
enum LineMerge {
  /// Maximum number of lines, of both texts, from the first to the last difference. More lines
  /// count as one difference, which limits the time.
  private static let limit = 2_000
  /// Maximum size of all texts together, in bytes.
  private static let byteLimit = 4 << 20

  /// Returns `base` with the changes of both texts; nil if they changed the same or adjacent lines
  /// differently, or are too long: then only the user can decide.
  ///
  /// The result contains each line of `mine` and of `theirs` that is not in `base`. Cost: linear;
  /// within the limit, lines times differences.
  static func merge(_ mine: String, _ theirs: String, from base: String) -> String? {
    let pieces = pieces(mine, theirs, from: base)
    return pieces.contains(where: \.isOverlap) ? nil : text(of: pieces, nil)
  }

  /// Merges two texts with conflict markers around the lines that both changed. Returns the text,
  /// and the number of overlaps. Without a `base`, all lines that differ are marked.
  static func mark(
    _ mine: String, _ theirs: String, from base: String?, as names: ConflictMarkers
  ) -> (text: String, overlaps: Int) {
    let pieces = pieces(mine, theirs, from: base)
    return (text(of: pieces, names), pieces.count(where: \.isOverlap))
  }

  /// Returns the number of lines removed and inserted.
  static func distance(from old: String, to new: String) -> Int {
    changes(from: old.lines, to: new.lines).reduce(0) { $0 + $1.old.count + $1.new.count }
  }

  private enum Piece {
    case settled(ArraySlice<Substring>)
    case overlap(mine: [Substring], theirs: [Substring])

    var isOverlap: Bool { if case .overlap = self { true } else { false } }
  }

  private static func text(of pieces: [Piece], _ names: ConflictMarkers?) -> String {
    var lines: [Substring] = []
    for piece in pieces {
      switch piece {
      case .settled(let settled): lines += settled
      case .overlap(let mine, let theirs):
        if let names { lines += names.around(mine, theirs) }
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func pieces(_ mine: String, _ theirs: String, from base: String?) -> [Piece] {
    let (mine, theirs) = (mine.lines, theirs.lines)
    let bytes = (mine + theirs).reduce(0) { $0 + $1.utf8.count + 1 } + (base?.utf8.count ?? 0)
    guard bytes <= byteLimit else { return [.overlap(mine: mine, theirs: theirs)] }
    guard let base = base?.lines else { return pieces(mine, theirs) }
    return pieces(base, changes(from: base, to: mine), changes(from: base, to: theirs))
  }

  private static func pieces(_ mine: [Substring], _ theirs: [Substring]) -> [Piece] {
    var pieces: [Piece] = []
    var end = 0
    for change in changes(from: mine, to: theirs) {
      pieces.append(.settled(mine[end..<change.old.lowerBound]))
      pieces.append(.overlap(mine: Array(mine[change.old]), theirs: Array(change.new)))
      end = change.old.upperBound
    }
    return pieces + [.settled(mine[end...])]
  }

  private static func pieces(
    _ base: [Substring], _ mine: [Change], _ theirs: [Change]
  ) -> [Piece] {
    var groups: [(range: Range<Int>, mine: [Change], theirs: [Change])] = []
    let changes = (mine.map { ($0, true) } + theirs.map { ($0, false) })
      .sorted { $0.0.old.lowerBound < $1.0.old.lowerBound }
    for (change, isMine) in changes {
      // Changes that touch are one group.
      if groups.last.map({ $0.range.upperBound < change.old.lowerBound }) ?? true {
        groups.append((change.old, [], []))
      }
      guard var group = groups.popLast() else { continue }
      group.range = group.range.lowerBound..<max(group.range.upperBound, change.old.upperBound)
      if isMine { group.mine.append(change) } else { group.theirs.append(change) }
      groups.append(group)
    }
    var pieces: [Piece] = []
    var end = 0
    for group in groups {
      pieces.append(.settled(base[end..<group.range.lowerBound]))
      let (ours, others) = (
        lines(base, group.range, group.mine), lines(base, group.range, group.theirs)
      )
      if group.theirs.isEmpty || ours.elementsEqual(others, by: isSame) {
        pieces.append(.settled(ours[...]))
      } else if group.mine.isEmpty {
        pieces.append(.settled(others[...]))
      } else {
        pieces.append(.overlap(mine: ours, theirs: others))
      }
      end = group.range.upperBound
    }
    return pieces + [.settled(base[end...])]
  }

  /// Returns the lines of `base` in `range` with `changes`, which are within the range.
  private static func lines(
    _ base: [Substring], _ range: Range<Int>, _ changes: [Change]
  ) -> [Substring] {
    var lines: [Substring] = []
    var end = range.lowerBound
    for change in changes {
      lines += base[end..<change.old.lowerBound] + change.new
      end = change.old.upperBound
    }
    return lines + base[end..<range.upperBound]
  }

  private struct Change {
    /// Line indices in the old text; empty for an insertion.
    var old: Range<Int>
    var new: ArraySlice<Substring>
  }

  /// Compares bytes: as strings, two spellings of `é` would be equal.
  private static func isSame(_ left: Substring, _ right: Substring) -> Bool {
    left.utf8.elementsEqual(right.utf8)
  }

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
  /// The lines; the last is empty if the text ends in a line feed.
  fileprivate var lines: [Substring] {
    split(separator: "\n", omittingEmptySubsequences: false)
  }
}
