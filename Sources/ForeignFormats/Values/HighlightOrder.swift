extension [ForeignHighlight] {
  /// The highlights sorted by position. One without a position stays after its predecessor.
  var inBookOrder: [ForeignHighlight] {
    var groups: [(key: [Int], members: [ForeignHighlight])] = []
    for highlight in self {
      if let key = highlight.position.sortingKey {
        groups.append((key, [highlight]))
      } else if groups.isEmpty {
        groups.append(([], [highlight]))
      } else {
        groups[groups.count - 1].members.append(highlight)
      }
    }
    return groups.enumerated().sorted { left, right in
      let (mine, theirs) = (left.element.key, right.element.key)
      return mine == theirs ? left.offset < right.offset : mine.lexicographicallyPrecedes(theirs)
    }.flatMap(\.element.members)
  }
}

enum HighlightDate {
  /// Converts a time such as `2024-08-22T19:01:04` to a number that increases with time, by one per
  /// second within a day. Ignores time zones. Returns nil if the text has fewer than three numbers,
  /// or one of the first six is 10,000 or more.
  static func seconds(_ text: String) -> Int? {
    let numbers = text.split { !("0"..."9").contains($0) }.prefix(6).compactMap { Int($0) }
    guard numbers.count >= 3, numbers.allSatisfy({ $0 < 10_000 }) else { return nil }
    let parts = numbers + Array(repeating: 0, count: 6 - numbers.count)
    guard parts.count == 6 else { return nil }
    let day = parts[0] * 372 + parts[1] * 31 + parts[2]
    return ((day * 24 + parts[3]) * 60 + parts[4]) * 60 + parts[5]
  }
}
