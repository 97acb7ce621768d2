/// One version of a text and its tree: an immutable value that any thread may read.
///
/// Offsets are in UTF-8 bytes from the start of the text.
public struct DocumentSnapshot: Sendable {
  private let storage: Storage

  /// What all copies of a snapshot share.
  private final class Storage: Sendable {
    let utf8: [UInt8]
    let blocks: [Block]
    let blockStarts: [Int]
    let lines: LineTable

    init(utf8: [UInt8], blocks: [Block], blockStarts: [Int], lines: LineTable) {
      self.utf8 = utf8
      self.blocks = blocks
      self.blockStarts = blockStarts
      self.lines = lines
    }
  }

  /// Parses `utf8`, which must be valid. Cost: linear in the text.
  init<G: Grammar>(utf8: [UInt8], grammar: G.Type) {
    var blocks: [Block] = []
    var starts: [Int] = []
    utf8.withUnsafeBufferPointer { text in
      var parser = PackratParser(text: text, scanCount: G.scanCount)
      while !parser.isAtEnd {
        starts.append(parser.position)
        blocks.append(parser.parseBlock(of: grammar))
      }
    }
    storage = Storage(
      utf8: utf8, blocks: blocks, blockStarts: starts, lines: LineTable(utf8: utf8))
  }

  /// Length of the text in UTF-8 bytes.
  public var count: Int { storage.utf8.count }

  /// The whole text.
  public var text: String { String(decoding: storage.utf8, as: UTF8.self) }

  /// The UTF-8 bytes of the whole text.
  public var utf8: [UInt8] { storage.utf8 }

  /// The part of the text in `range`, which is cut to what there is.
  public func text(in range: Range<Int>) -> String {
    String(decoding: storage.utf8[range.clamped(to: 0..<count)], as: UTF8.self)
  }

  /// The byte at `offset`, or nil outside the text.
  public func byte(at offset: Int) -> UInt8? {
    storage.utf8.indices.contains(offset) ? storage.utf8[offset] : nil
  }

  // MARK: Blocks

  /// How many blocks there are.
  public var blockCount: Int { storage.blocks.count }

  /// Block `index`, counted from 0, and where it starts. Nil outside `0..<blockCount`.
  public func block(_ index: Int) -> (start: Int, block: Block)? {
    guard storage.blocks.indices.contains(index) else { return nil }
    return (storage.blockStarts[index], storage.blocks[index])
  }

  /// The index of the block that covers `offset`; at the end of the text, of the last one.
  /// Nil in an empty text. Cost: O(log n).
  public func blockIndex(at offset: Int) -> Int? {
    let after = storage.blockStarts.partitioningIndex { $0 > offset }
    return after == 0 ? nil : after - 1
  }

  // MARK: Lines

  /// How many lines there are; a text without line ends is one line.
  public var lineCount: Int { storage.lines.count }

  /// Where line `index` stands, without its line end; `index` is cut to the lines there are.
  public func lineRange(_ index: Int) -> Range<Int> {
    storage.lines.contentRange(of: index, in: storage.utf8)
  }

  /// The line that holds `offset`. Cost: O(log n).
  public func line(at offset: Int) -> Int { storage.lines.line(at: offset) }

  /// Line and column of `offset`, which is rounded down to the start of a scalar.
  public func position(of offset: Int, in encoding: PositionEncoding) -> TextPosition {
    storage.lines.position(of: offset, in: storage.utf8, encoding: encoding)
  }

  /// The offset of a position. A line behind the last is the end of the text, a column behind the
  /// end of its line is that end, and a column inside a scalar is the scalar's start.
  /// (LSP 3.17, "Position".)
  public func offset(of position: TextPosition, in encoding: PositionEncoding) -> Int {
    storage.lines.offset(of: position, in: storage.utf8, encoding: encoding)
  }

  /// Length of `range` in units of `encoding`.
  func columnCount(in range: Range<Int>, _ encoding: PositionEncoding) -> Int {
    storage.utf8[range.clamped(to: 0..<count)].count(in: encoding)
  }
}
