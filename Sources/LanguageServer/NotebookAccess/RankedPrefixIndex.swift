import Foundation

/// Finds the best few of many names by a prefix of one of their words, without scanning the others.
struct RankedPrefixIndex: Sendable {
  struct Answer: Equatable {
    /// The ranks of the names, ascending: the best first.
    var ranks: [Int] = []
    /// Whether `ranks` contains all matches.
    var isComplete = true
    var examined = 0
  }

  /// The range from the start of a word to the end of its name, in bytes.
  private struct WordStart {
    var offset: Int32
    var end: Int32
    var rank: Int32
  }

  private let bytes: [UInt8]
  /// The word starts, sorted by the bytes from there to the end of the name.
  private let starts: [WordStart]
  /// A binary tree over `starts`: node `i` contains the least rank of its children `2i` and
  /// `2i + 1`; the leaves begin at `starts.count`.
  private let least: [Int32]
  private static let mostWords = 32

  /// Builds an index of `names`, the best first. Words begin at a name's start and after each
  /// `separator`; only the first `mostWords` of a name are indexed. Case-sensitive. Cost: sorting
  /// the words.
  init(_ names: some Sequence<String>, separator: Unicode.Scalar) {
    let separator = UInt8(ascii: separator)
    var bytes: [UInt8] = []
    var starts: [WordStart] = []
    for (rank, name) in names.enumerated() {
      let name = Array(name.utf8)
      guard let rank = Int32(exactly: rank), let end = Int32(exactly: bytes.count + name.count)
      else { break }
      let words = name.indices.lazy.filter { $0 == 0 || name[$0 - 1] == separator }
      for offset in words.prefix(Self.mostWords) {
        starts.append(
          WordStart(offset: Int32(clamping: bytes.count + offset), end: end, rank: rank))
      }
      bytes += name
    }
    bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      starts.sort { left, right in
        let lengths = (Int(left.end - left.offset), Int(right.end - right.offset))
        let order = memcmp(
          base + Int(left.offset), base + Int(right.offset), min(lengths.0, lengths.1))
        return order == 0
          ? (lengths.0, left.rank) < (lengths.1, right.rank) : order < 0
      }
    }
    var least = [Int32](repeating: 0, count: starts.count) + starts.map(\.rank)
    for node in stride(from: starts.count - 1, to: 0, by: -1) {
      least[node] = min(least[2 * node], least[2 * node + 1])
    }
    self.bytes = bytes
    self.starts = starts
    self.least = least
  }

  /// Returns the best `limit` names that begin with `prefix` at the start of one of their words.
  /// Cost: logarithmic in the names, times `limit`.
  func search(_ prefix: String, limit: Int) -> Answer {
    let prefix = Array(prefix.utf8)
    var answer = Answer()
    let lower = firstStart(&answer.examined) { order($0, prefix) >= 0 }
    let upper = firstStart(&answer.examined) { order($0, prefix) > 0 }
    var nodes = LeastFirst()
    // The nodes that together cover exactly these leaves.
    var (left, right) = (lower + starts.count, upper + starts.count)
    while left < right {
      if left % 2 == 1 {
        nodes.insert(left, rank: least[left])
        left += 1
      }
      if right % 2 == 1 {
        right -= 1
        nodes.insert(right, rank: least[right])
      }
      (left, right) = (left / 2, right / 2)
    }
    while let (node, rank) = nodes.removeLeast() {
      answer.examined += 1
      if node < starts.count {
        nodes.insert(2 * node, rank: least[2 * node])
        nodes.insert(2 * node + 1, rank: least[2 * node + 1])
      } else if answer.ranks.last != Int(rank) {  // else two of its words begin so
        guard answer.ranks.count < limit else {
          answer.isComplete = false
          break
        }
        answer.ranks.append(Int(rank))
      }
    }
    return answer
  }

  /// Returns the index of the first word start for which `isAfter` is true; it must be true for all
  /// later ones, too.
  private func firstStart(_ examined: inout Int, _ isAfter: (WordStart) -> Bool) -> Int {
    var (low, high) = (0, starts.count)
    while low < high {
      examined += 1
      let middle = (low + high) / 2
      if isAfter(starts[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Compares a word start with `prefix`. Returns 0 if it begins with `prefix`, a negative number
  /// if it sorts before all such words, or else a positive number.
  private func order(_ start: WordStart, _ prefix: [UInt8]) -> Int {
    let text = bytes[Int(start.offset)..<Int(start.end)].prefix(prefix.count)
    for (byte, wanted) in zip(text, prefix) where byte != wanted { return byte < wanted ? -1 : 1 }
    return text.count < prefix.count ? -1 : 0
  }
}

/// A binary heap of nodes, the least rank first.
private struct LeastFirst {
  private var heap: [(node: Int, rank: Int32)] = []

  mutating func insert(_ node: Int, rank: Int32) {
    heap.append((node, rank))
    var child = heap.count - 1
    while child > 0, heap[child].rank < heap[(child - 1) / 2].rank {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func removeLeast() -> (node: Int, rank: Int32)? {
    guard let least = heap.first, let last = heap.popLast() else { return nil }
    if heap.isEmpty { return least }
    heap[0] = last
    var parent = 0
    while true {
      let children = (2 * parent + 1..<2 * parent + 3).filter { $0 < heap.count }
      guard let child = children.min(by: { heap[$0].rank < heap[$1].rank }),
        heap[child].rank < heap[parent].rank
      else { return least }
      heap.swapAt(child, parent)
      parent = child
    }
  }
}
