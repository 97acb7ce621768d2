/// An immutable text with its tree, which any thread may read.
///
/// Creating a snapshot does not copy: snapshots share the tree nodes that no later edit changes.
/// Offsets are in UTF-8 bytes from the start of the text. Cost, unless stated otherwise: O(log n).
package struct DocumentSnapshot: Sendable {
  let root: RecordTree

  init(root: RecordTree) { self.root = root }

  /// The length of the text in UTF-8 bytes.
  package var count: Int { root.summary.utf8 }

  /// Cost: linear.
  package var text: String { text(in: 0..<count) }

  /// Returns the text in `range`, which is clamped to the text. Cost: O(log n), and linear in
  /// `range`.
  package func text(in range: Range<Int>) -> String {
    String(decoding: utf8(in: range), as: UTF8.self)
  }

  /// Returns the bytes in `range`, which is clamped to the text. Cost: O(log n), and linear in
  /// `range`.
  package func utf8(in range: Range<Int>) -> [UInt8] {
    let range = range.clamped(to: 0..<count)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    var cursor = LeafCursor(root)
    cursor.append(range, to: &bytes)
    return bytes
  }

  /// Returns the byte at `offset`, or nil outside the text.
  package func byte(at offset: Int) -> UInt8? {
    guard offset >= 0, let location = root.record(at: offset) else { return nil }
    return location.text[location.text.startIndex + offset - location.start]
  }

  // MARK: Blocks

  package var blockCount: Int { root.summary.blocks }

  /// Returns nil outside `0..<blockCount`. Cost: O(log n) for each of the block's records; linear
  /// in its text if there are several.
  package func block(_ index: Int) -> Block? {
    guard index >= 0, let first = root.first(where: { $0.blocks > index }) else { return nil }
    var rest: [RecordLocation] = []
    var end = first.end
    while let next = root.record(at: end), !next.record.beginsBlock {
      rest.append(next)
      end = next.end
    }
    return Block(first, rest: rest)
  }

  /// Returns the index of the block that contains `offset`. Before the text, this is the first
  /// block; at its end and after it, the last. Returns nil in an empty text.
  package func blockIndex(at offset: Int) -> Int? {
    guard blockCount > 0 else { return nil }
    guard let location = root.record(at: max(0, offset)) else { return blockCount - 1 }
    return location.before.blocks - (location.record.beginsBlock ? 0 : 1)
  }

  /// All blocks in order. Cost: linear in total.
  package var blocks: some Sequence<Block> { BlockSequence(root: root) }
}

private struct BlockSequence: Sequence {
  let root: RecordTree

  func makeIterator() -> Iterator { Iterator(records: RecordIterator(root)) }

  struct Iterator: IteratorProtocol {
    var records: RecordIterator
    var ahead: RecordLocation?

    init(records: RecordIterator) {
      self.records = records
      ahead = self.records.next()
    }

    mutating func next() -> Block? {
      guard let first = ahead else { return nil }
      var rest: [RecordLocation] = []
      ahead = records.next()
      while let location = ahead, !location.record.beginsBlock {
        rest.append(location)
        ahead = records.next()
      }
      return Block(first, rest: rest)
    }
  }
}
