/// One record of a document: the result of a parse between two places where it can stop. Usually a
/// block; of a list, an item; of a very long paragraph, some thousand bytes.
///
/// It does not know its position, so records before and after it can change without it. Its text
/// and nodes lie in the leaf that holds it, after those of the records before it.
struct Record: Sendable, Equatable {
  /// UTF-8 bytes it covers; never 0.
  var length: UInt32
  /// The bytes that it depends on.
  var reach: Reach
  /// The number of nodes.
  var nodeCount: UInt32
  /// The state in which its parse began.
  var entry: UInt8
  /// The number of its outermost nodes that go on from the record before: 0 for the first of a
  /// block.
  var continuedDepth: UInt8
  /// Whether it begins a block, or an item beside others. False where it goes on within one.
  var beginsBlock: Bool
  /// Lengths of its text in other units.
  var metrics: Metrics
}

/// The bytes that a record depends on, in UTF-8 bytes from its start.
struct Reach: Sendable, Equatable {
  /// The number of bytes that were examined. More than the record's length if a rule looked ahead;
  /// the end of the text counts as one byte.
  private(set) var examinedLength: UInt32
  /// Between these two, scan loops passed and nothing looked more closely (see `Examined`). Both
  /// are `examinedLength` if there is no such place after the record.
  private(set) var passStart: UInt32
  private(set) var passEnd: UInt32

  init(from start: Int, to end: Int, _ examined: Examined) {
    let (close, total) = (max(end, examined.end), max(end, examined.totalEnd))
    let isPassed = examined.scannedEnd >= close && examined.scannedEnd < total
    examinedLength = UInt32(clamping: total &- start)
    passStart = UInt32(clamping: (isPassed ? close : total) &- start)
    passEnd = UInt32(clamping: (isPassed ? examined.scannedEnd : total) &- start)
  }

  /// Whether the record stays as it is if bytes that stop no scan loop take the place of `range`,
  /// `shift` more than there were.
  func isKept(replacing range: Range<Int>, shift: Int) -> Bool {
    range.lowerBound >= examinedLength
      || (range.lowerBound >= passStart && range.upperBound <= passEnd
        && Int(passEnd) + shift - Int(passStart) > Examined.longestLook)
  }

  /// Adjusts it when the passed bytes have become more.
  mutating func growPassed(by shift: Int) {
    passEnd = UInt32(clamping: Int(passEnd) &+ shift)
    examinedLength = UInt32(clamping: Int(examinedLength) &+ shift)
  }
}

/// Lengths of a text in the units that positions are counted in. Two add up to those of the text
/// that they make together.
///
/// Stored in 32 bits each, as no text is longer: an edit touches summaries most.
struct Metrics: Sendable, Equatable {
  private var storedUTF16: UInt32 = 0
  private var storedUTF32: UInt32 = 0
  private var storedLineEnds: UInt32 = 0
  /// Whether the text ends with `\r`, which may become half of a line end.
  var endsInReturn = false
  /// Whether the text ends with `\n`.
  private var endsInLineFeed = false
  /// Whether the text begins with `\n`, which may be the other half.
  var beginsWithLineFeed = false
  /// Whether there is any text.
  var isEmpty = true

  /// UTF-16 code units.
  var utf16: Int {
    get { Int(storedUTF16) }
    set { storedUTF16 = UInt32(truncatingIfNeeded: newValue) }
  }

  /// Unicode scalars.
  var utf32: Int {
    get { Int(storedUTF32) }
    set { storedUTF32 = UInt32(truncatingIfNeeded: newValue) }
  }

  /// Line ends: `\n`, `\r\n`, or a `\r` alone.
  var lineEnds: Int {
    get { Int(storedLineEnds) }
    set { storedLineEnds = UInt32(truncatingIfNeeded: newValue) }
  }

  init() {}

  /// Cost: one pass over the text.
  init(_ text: UnsafeBufferPointer<UInt8>) {
    guard let first = text.first, let last = text.last else { return }
    isEmpty = false
    beginsWithLineFeed = first == 0x0A
    endsInReturn = last == 0x0D
    endsInLineFeed = last == 0x0A
    var continuations = 0
    var astral = 0
    var feeds = 0
    var returns = 0
    // Without a branch, and in sums of one byte, so that the compiler can do sixteen bytes at a time;
    // in parts that are short enough for such sums.
    var start = 0
    while start < text.count {
      let end = min(start &+ 255, text.count)
      var sums: (UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0)
      for index in start..<end {
        let byte = text[index]
        sums.0 &+= (byte & 0xC0).isEqual(to: 0x80)
        sums.1 &+= (byte & 0xF0).isEqual(to: 0xF0)
        sums.2 &+= byte.isEqual(to: 0x0A)
        sums.3 &+= byte.isEqual(to: 0x0D)
      }
      continuations &+= Int(sums.0)
      astral &+= Int(sums.1)
      feeds &+= Int(sums.2)
      returns &+= Int(sums.3)
      start = end
    }
    utf32 = text.count &- continuations
    utf16 = utf32 &+ astral
    lineEnds = feeds
    if returns > 0 {
      for index in text.indices where text[index] == 0x0D {
        if index &+ 1 == text.count || text[index &+ 1] != 0x0A { lineEnds &+= 1 }
      }
    }
  }

  mutating func append(_ other: Metrics) {
    if other.isEmpty { return }
    if isEmpty {
      self = other
      return
    }
    utf16 &+= other.utf16
    utf32 &+= other.utf32
    lineEnds &+= other.lineEnds &- (endsInReturn && other.beginsWithLineFeed ? 1 : 0)
    endsInReturn = other.endsInReturn
    endsInLineFeed = other.endsInLineFeed
  }

  /// Whether the next byte is at the start of a line, if it is not half of a line end.
  var endsLine: Bool { isEmpty || endsInLineFeed || endsInReturn }

  /// Length in units of `encoding`, of a text of `utf8` bytes.
  func count(in encoding: PositionEncoding, utf8: Int) -> Int {
    switch encoding {
    case .utf8: utf8
    case .utf16: utf16
    case .utf32: utf32
    }
  }
}

extension UInt8 {
  /// 1 if it is equal to `other` and otherwise 0, without a branch.
  @inline(__always)
  fileprivate func isEqual(to other: UInt8) -> UInt8 {
    let difference = self ^ other
    return 1 &- (difference | (0 &- difference)) &>> 7
  }
}

/// The facts about a run of records that are known without reading them.
struct Summary: Sendable {
  private var storedUTF8: UInt32 = 0
  private var storedRecords: UInt32 = 0
  private var storedBlocks: UInt32 = 0
  private var storedReach: UInt32 = 0
  var metrics = Metrics()

  /// UTF-8 bytes.
  var utf8: Int {
    get { Int(storedUTF8) }
    set { storedUTF8 = UInt32(truncatingIfNeeded: newValue) }
  }

  /// The number of records.
  var records: Int {
    get { Int(storedRecords) }
    set { storedRecords = UInt32(truncatingIfNeeded: newValue) }
  }

  /// The number of them that begin a block.
  var blocks: Int {
    get { Int(storedBlocks) }
    set { storedBlocks = UInt32(truncatingIfNeeded: newValue) }
  }

  /// One more than the last byte that any of them depends on, from the start of the run.
  var reach: Int {
    get { Int(storedReach) }
    set { storedReach = UInt32(truncatingIfNeeded: newValue) }
  }

  init() {}

  init(_ record: Record) {
    utf8 = Int(record.length)
    records = 1
    blocks = record.beginsBlock ? 1 : 0
    reach = Int(record.reach.examinedLength)
    metrics = record.metrics
  }

  mutating func append(_ other: Summary) {
    reach = max(reach, utf8 &+ other.reach)
    utf8 &+= other.utf8
    records &+= other.records
    blocks &+= other.blocks
    metrics.append(other.metrics)
  }

  func appending(_ other: Summary) -> Summary {
    var sum = self
    sum.append(other)
    return sum
  }
}
