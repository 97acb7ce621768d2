/// What a compiled grammar runs on: a position in UTF-8 text, the nodes made so far, the memo, and
/// the farthest byte looked at.
///
/// A rule is a function `(inout PackratParser) -> Bool` that consumes and answers `true`, or leaves
/// everything as it was and answers `false`. Whatever it is asked, it never reads outside `text`.
///
/// Every look at the text goes through here, so `examinedEnd` is exact: a rule's result depends on
/// no byte at or behind it. Looking at the end of the text counts as looking at one byte more.
/// (A. Warth et al., "Packrat Parsers"; P. Dubroy and A. Warth, "Incremental Packrat Parsing", 2017.)
@frozen
public struct PackratParser: ~Copyable {
  @usableFromInline let text: UnsafeBufferPointer<UInt8>
  /// Length of the text, in bytes.
  @usableFromInline let count: Int
  /// Where the next rule matches, in bytes from the start of the text.
  public var position = 0
  /// One more than the last byte looked at.
  public var examinedEnd = 0
  /// Where the record starts that nodes are relative to.
  @usableFromInline var recordStart = 0
  /// Whether the rule stopped within a sequence, to go on from `pauseState`.
  @usableFromInline var paused = false
  /// The state to go on from.
  @usableFromInline var pauseState: UInt8 = 0
  /// The nodes of the record, in a buffer of its own: the hot path has no use for an array's checks.
  @usableFromInline var nodes: UnsafeMutablePointer<SyntaxNode>
  @usableFromInline var nodeCount = 0
  @usableFromInline var nodeCapacity = 32
  /// Index of the node that a following leaf of the same kind would join, or -1.
  @usableFromInline var openLeaf = -1
  @usableFromInline let scans: UnsafeMutablePointer<ScanMemo>
  /// Bytes that scan loops ran over so far: the work that could grow faster than the text.
  public var scannedBytes = 0

  /// Starts at the beginning of `text`, which must be valid UTF-8 and outlive the parser.
  /// `scanCount` is the number of scan loops in the grammar.
  public init(text: UnsafeBufferPointer<UInt8>, scanCount: Int) {
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

  /// The nodes of the record that was parsed last.
  var madeNodes: UnsafeBufferPointer<SyntaxNode> {
    UnsafeBufferPointer(start: nodes, count: nodeCount)
  }

  /// Whether no text is left.
  @inlinable public var isAtEnd: Bool { position >= count }
}

// MARK: - Looking at the text

extension PackratParser {
  @inlinable @inline(__always)
  mutating func noteExamined(_ end: Int) {
    if end > examinedEnd { examinedEnd = end }
  }

  /// The byte at the position, or nil at the end of the text.
  @inlinable @inline(__always)
  public mutating func peek() -> UInt8? {
    noteExamined(position &+ 1)
    return position < count ? text[position] : nil
  }

  /// Consumes one byte if it is `byte`.
  @inlinable @inline(__always)
  public mutating func match(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    position &+= 1
    return true
  }

  /// Consumes one byte if it is in `set`, which holds ASCII only.
  @inlinable @inline(__always)
  public mutating func match(oneOf set: ByteSet) -> Bool {
    guard let byte = peek(), set.contains(byte) else { return false }
    position &+= 1
    return true
  }

  /// Consumes `literal`. With `ignoringCase`, ASCII letters match in either case; `literal` is then
  /// given in lower case.
  @inlinable
  public mutating func match(_ literal: StaticString, ignoringCase: Bool = false) -> Bool {
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

  /// The scalar at the position, whose first byte is `byte`, and its length in bytes.
  @inlinable
  public mutating func decode(_ byte: UInt8) -> (scalar: UInt32, length: Int) {
    if byte < 0x80 { return (UInt32(byte), 1) }
    let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
    noteExamined(position &+ length)
    guard position &+ length <= count else { return (0xFFFD, count &- position) }
    var scalar = UInt32(byte) & (0xFF &>> (UInt32(length) &+ 1))
    for offset in 1..<length {
      scalar = scalar &<< 6 | UInt32(text[position &+ offset] & 0x3F)
    }
    return (scalar, length)
  }

  /// Consumes one scalar, whatever it is.
  @inlinable @inline(__always)
  public mutating func matchScalar() -> Bool {
    guard let byte = peek() else { return false }
    position &+= byte < 0x80 ? 1 : decode(byte).length
    return true
  }

  /// Consumes one scalar if it is in `ascii`, or beyond ASCII and in one of `ranges`: first and last
  /// scalar of each, ascending.
  @inlinable
  public mutating func match(oneOf ascii: ByteSet, orIn ranges: [UInt32]) -> Bool {
    guard let byte = peek() else { return false }
    if byte < 0x80 {
      guard ascii.contains(byte) else { return false }
      position &+= 1
      return true
    }
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

// MARK: - Scan loops

/// The memo entry of a scan loop: a repetition each of whose steps consumes one scalar and looks
/// only forward. From wherever within `start...end` it begins, it ends at `end`, so one interval
/// stands for the entries of all positions in it. This is what keeps runs of unmatched openers
/// linear.
@frozen
@usableFromInline
struct ScanMemo {
  @usableFromInline var start = 0
  @usableFromInline var end = -1
  @usableFromInline var examinedEnd = 0

  @usableFromInline init() {}
}

extension PackratParser {
  /// Jumps to where scan loop `index` ends, if that is known for this position.
  @inlinable @inline(__always)
  public mutating func recallScan(_ index: Int) -> Bool {
    let memo = scans[index]
    guard memo.start <= position, position <= memo.end else { return false }
    position = memo.end
    noteExamined(memo.examinedEnd)
    return true
  }

  /// Begins to note what a scan loop alone examines; returns what was examined before it.
  @inlinable @inline(__always)
  public mutating func beginScan() -> Int {
    let before = examinedEnd
    examinedEnd = position
    return before
  }

  /// Remembers that scan loop `index`, begun at `start`, ends at the position.
  @inlinable @inline(__always)
  public mutating func endScan(_ index: Int, from start: Int, examinedBefore: Int) {
    scans[index].start = start
    scans[index].end = position
    scans[index].examinedEnd = examinedEnd
    noteExamined(examinedBefore)
    scannedBytes &+= position &- start
  }

  /// Consumes bytes up to the next one at which `stops` stops; false at the end of the text.
  @inlinable @inline(__always)
  public mutating func skip(to stops: StopTable) -> Bool {
    position = index(ofStop: stops, from: position, to: count)
    noteExaminedForStop(stops)
    return position < count
  }

  /// Notes what it takes to see whether the run stops at the position: its byte, and where that
  /// alone does not tell, the next.
  @inlinable @inline(__always)
  mutating func noteExaminedForStop(_ stops: StopTable) {
    let isOneEnough = position >= count || stops.rule(for: text[position]) <= StopTable.stop
    noteExamined(position &+ (isOneEnough ? 1 : 2))
  }

  /// The first index in `start..<end` at which `stops` stops; `end` if there is none.
  @inlinable @inline(__always)
  func index(ofStop stops: StopTable, from start: Int, to end: Int) -> Int {
    var index = start
    // Four at a time, with one branch for all, which is taken as predicted up to the stop.
    while index &+ 4 < end {
      let (first, second, third) = (text[index], text[index &+ 1], text[index &+ 2])
      let (fourth, next) = (text[index &+ 3], text[index &+ 4])
      let isStop =
        stops.isStop(first, before: second) | stops.isStop(second, before: third)
        | stops.isStop(third, before: fourth) | stops.isStop(fourth, before: next)
      if isStop != 0 { break }
      index &+= 4
    }
    while index < end {
      let rule = stops.rule(for: text[index])
      if rule != StopTable.pass {
        if rule == StopTable.stop { return index }
        if index &+ 1 < count, stops.stops(rule, before: text[index &+ 1]) { return index }
      }
      index &+= 1
    }
    return index
  }
}

// MARK: - Making nodes

extension PackratParser {
  /// What to go back to when a rule fails half-way.
  @frozen
  public struct Mark {
    /// Where the rule began, in bytes from the start of the text.
    public let position: Int
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

  /// Remembers position and nodes.
  @inlinable @inline(__always)
  public func mark() -> Mark {
    Mark(
      position: position, nodeCount: nodeCount, openLeaf: openLeaf,
      openLeafLength: openLeaf < 0 ? 0 : nodes[openLeaf].length)
  }

  /// Forgets what was consumed and made since `mark`. Always false, for a rule to return.
  @inlinable @inline(__always)
  public mutating func fail(to mark: Mark) -> Bool {
    position = mark.position
    nodeCount = mark.nodeCount
    openLeaf = mark.openLeaf
    if openLeaf >= 0 { nodes[openLeaf].length = mark.openLeafLength }
    return false
  }

  /// Starts an interior node at the position and returns its index.
  @inlinable
  public mutating func open(_ kind: SyntaxKind) -> Int {
    openLeaf = -1
    add(kind, from: position, length: 0)
    return nodeCount &- 1
  }

  /// Ends the interior node at `index`, which leaves no trace if it is empty. Always true.
  @inlinable
  public mutating func close(_ index: Int, since mark: Mark) -> Bool {
    guard position > mark.position else {
      _ = fail(to: mark)
      return true
    }
    nodes[index].length = UInt32(truncatingIfNeeded: position &- mark.position)
    nodes[index].descendantCount = UInt32(truncatingIfNeeded: nodeCount &- index &- 1)
    openLeaf = -1
    return true
  }

  /// Makes a leaf from `start` to the position, or lengthens the sibling before it. Always true.
  @inlinable
  public mutating func leaf(_ kind: SyntaxKind, from start: Int) -> Bool {
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
