/// The state of a compiled grammar while it parses: an offset in UTF-8 text, the nodes created so
/// far, the memo, and the bytes examined.
///
/// A rule is a function `(inout PackratParser) -> Bool` that matches and returns `true`, or
/// restores position and nodes and returns `false`.
///
/// Rules read the text only through this type, so a rule's result depends on no byte after those in
/// `examined`. Testing for the end of the text counts as examining one byte more. (P. Dubroy and A.
/// Warth, "Incremental Packrat Parsing", 2017.)
@frozen
package struct PackratParser: ~Copyable {
  @usableFromInline let text: UnsafeBufferPointer<UInt8>
  @usableFromInline let count: Int
  /// The offset at which the next rule matches, in UTF-8 bytes.
  package var position = 0
  /// The bytes that the record depends on.
  @usableFromInline var examined = Examined(from: 0)
  /// The start of the record to which nodes are relative.
  @usableFromInline var recordStart = 0
  /// Whether the rule stopped within a sequence of records, to be resumed in `pauseState`.
  @usableFromInline var paused = false
  @usableFromInline var pauseState: UInt8 = 0
  /// A raw buffer, because array checks slow the hot path down.
  @usableFromInline var nodes: UnsafeMutablePointer<SyntaxNode>
  @usableFromInline var nodeCount = 0
  @usableFromInline var nodeCapacity = 32
  /// Index of the node that a following leaf of the same kind would join, or -1.
  @usableFromInline var openLeaf = -1
  @usableFromInline let scans: UnsafeMutablePointer<ScanMemo>
  /// The number of UTF-8 bytes that scan loops have passed so far, without those that the memo
  /// skipped. Tests check that it grows linearly with the text.
  package var scannedBytes = 0

  /// Creates a parser at the start of `text`, which must be valid UTF-8 and outlive the parser.
  /// `scanCount` is the number of scan loops in the grammar.
  package init(text: UnsafeBufferPointer<UInt8>, scanCount: Int) {
    self.text = text
    count = text.count
    nodes = .allocate(capacity: nodeCapacity)
    scans = .allocate(capacity: max(1, scanCount))
    scans.initialize(repeating: ScanMemo(), count: max(1, scanCount))
  }

  deinit {
    nodes.deallocate()
    scans.deallocate()
  }

  var madeNodes: UnsafeBufferPointer<SyntaxNode> {
    UnsafeBufferPointer(start: nodes, count: nodeCount)
  }

  @inlinable package var isAtEnd: Bool { position >= count }
}

// MARK: - Looking at the text

extension PackratParser {
  /// Records that the bytes from the position to `end` were examined.
  @inlinable @inline(__always)
  mutating func noteExamined(_ end: Int) { examined.note(position, end) }

  /// Returns the byte at the position, or nil at the end of the text.
  @inlinable @inline(__always)
  package mutating func peek() -> UInt8? {
    noteExamined(position &+ 1)
    return position < count ? text[position] : nil
  }

  /// Returns whether a match can begin at the position: whether `starts` stops there. The byte at
  /// the position must exist and have been examined.
  @inlinable @inline(__always)
  package mutating func isStart(_ starts: StopTable) -> Bool {
    let rule = starts.rule(for: text[position])
    if rule <= StopTable.stop { return rule == StopTable.stop }
    noteExamined(position &+ 2)
    return position &+ 1 < count && starts.stops(rule, before: text[position &+ 1])
  }

  @inlinable @inline(__always)
  package mutating func match(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    position &+= 1
    return true
  }

  /// Consumes one byte if it is in `set`, which must contain only ASCII.
  @inlinable @inline(__always)
  package mutating func match(oneOf set: ByteSet) -> Bool {
    guard let byte = peek(), set.contains(byte) else { return false }
    position &+= 1
    return true
  }

  /// Consumes `literal` if it is at the position. With `ignoringCase`, ASCII letters match in
  /// either case, and `literal` must be lowercase.
  @inlinable
  package mutating func match(_ literal: StaticString, ignoringCase: Bool = false) -> Bool {
    var end = position
    for offset in 0..<literal.utf8CodeUnitCount {
      noteExamined(end &+ 1)
      guard end < count else { return false }
      var byte = text[end]
      if ignoringCase, byte >= 0x41, byte <= 0x5A { byte |= 0x20 }
      guard byte == literal.utf8Start[offset] else { return false }
      end &+= 1
    }
    position = end
    return true
  }

  /// Returns the scalar at the position, whose first byte is `byte`, and its length in bytes.
  @inlinable
  package mutating func decode(_ byte: UInt8) -> (scalar: UInt32, length: Int) {
    if byte < 0x80 { return (UInt32(truncatingIfNeeded: byte), 1) }
    let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
    noteExamined(position &+ length)
    guard position &+ length <= count else { return (0xFFFD, count &- position) }
    var scalar =
      UInt32(truncatingIfNeeded: byte) & (0xFF &>> (UInt32(truncatingIfNeeded: length) &+ 1))
    for offset in 1..<length {
      scalar = scalar &<< 6 | UInt32(truncatingIfNeeded: text[position &+ offset] & 0x3F)
    }
    return (scalar, length)
  }

  /// Consumes any one scalar. Returns false at the end of the text.
  @inlinable @inline(__always)
  package mutating func matchScalar() -> Bool {
    guard let byte = peek() else { return false }
    position &+= byte < 0x80 ? 1 : decode(byte).length
    return true
  }

  /// Consumes one scalar if it is in `ascii`, or not ASCII and in one of `ranges`: pairs of first
  /// and last scalar, ascending.
  @inlinable
  package mutating func match(oneOf ascii: ByteSet, orIn ranges: @autoclosure () -> [UInt32])
    -> Bool
  {
    guard let byte = peek() else { return false }
    if byte < 0x80 {
      guard ascii.contains(byte) else { return false }
      position &+= 1
      return true
    }
    return matchBeyondASCII(byte, in: ranges())
  }

  @usableFromInline
  mutating func matchBeyondASCII(_ byte: UInt8, in ranges: [UInt32]) -> Bool {
    let (scalar, length) = decode(byte)
    var low = 0
    var high = ranges.count / 2
    while low < high {
      let middle = (low &+ high) / 2
      if scalar > ranges[middle &* 2 &+ 1] { low = middle &+ 1 } else { high = middle }
    }
    guard low &* 2 < ranges.count, scalar >= ranges[low &* 2] else { return false }
    position &+= length
    return true
  }
}

// MARK: - Making nodes

extension PackratParser {
  @frozen
  package struct Mark {
    package let position: Int
    @usableFromInline let nodeCount: Int
    @usableFromInline let openLeaf: Int
    @usableFromInline let openLeafLength: UInt32

    @inlinable
    init(position: Int, nodeCount: Int, openLeaf: Int, openLeafLength: UInt32) {
      self.position = position
      self.nodeCount = nodeCount
      self.openLeaf = openLeaf
      self.openLeafLength = openLeafLength
    }
  }

  @inlinable @inline(__always)
  package func mark() -> Mark {
    Mark(
      position: position, nodeCount: nodeCount, openLeaf: openLeaf,
      openLeafLength: openLeaf < 0 ? 0 : nodes[openLeaf].length)
  }

  /// Discards everything consumed and created since `mark`. Always returns false, the result of a
  /// failed rule.
  @inlinable @inline(__always)
  package mutating func fail(to mark: Mark) -> Bool {
    position = mark.position
    nodeCount = mark.nodeCount
    openLeaf = mark.openLeaf
    if openLeaf >= 0 { nodes[openLeaf].length = mark.openLeafLength }
    return false
  }

  /// Starts an interior node at the position and returns its index.
  @inlinable
  package mutating func open(_ kind: SyntaxKind) -> Int {
    openLeaf = -1
    add(kind, from: position, length: 0)
    return nodeCount &- 1
  }

  /// Ends the interior node at `index`, or removes it if it is empty. Always returns true.
  @inlinable
  package mutating func close(_ index: Int, since mark: Mark) -> Bool {
    guard position > mark.position else {
      _ = fail(to: mark)
      return true
    }
    nodes[index].length = UInt32(truncatingIfNeeded: position &- mark.position)
    nodes[index].descendantCount = UInt32(truncatingIfNeeded: nodeCount &- index &- 1)
    openLeaf = -1
    return true
  }

  /// Adds a leaf from `start` to the position, unless it is empty. If the previous sibling is a
  /// leaf of this kind, extends that leaf instead. Always returns true.
  @inlinable
  package mutating func leaf(_ kind: SyntaxKind, from start: Int) -> Bool {
    let length = UInt32(truncatingIfNeeded: position &- start)
    guard length > 0 else { return true }
    if openLeaf >= 0, nodes[openLeaf].kind == kind {
      nodes[openLeaf].length &+= length
    } else {
      openLeaf = nodeCount
      add(kind, from: start, length: length)
    }
    return true
  }

  @inlinable @inline(__always)
  mutating func add(_ kind: SyntaxKind, from start: Int, length: UInt32) {
    if nodeCount == nodeCapacity { growNodes() }
    (nodes + nodeCount).initialize(
      to: SyntaxNode(
        kind: kind, start: UInt32(truncatingIfNeeded: start &- recordStart), length: length))
    nodeCount &+= 1
  }

  @usableFromInline
  mutating func growNodes() {
    let larger = UnsafeMutablePointer<SyntaxNode>.allocate(capacity: nodeCapacity * 2)
    larger.update(from: nodes, count: nodeCount)
    nodes.deallocate()
    nodes = larger
    nodeCapacity *= 2
  }
}
