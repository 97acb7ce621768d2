/// One record of a document: the part parsed between two offsets at which a parse can stop. Usually
/// a block, or about 1 to 4 KiB of a longer paragraph.
///
/// A record does not store its offset, so records before and after it can change without it. Its
/// text and nodes are in the leaf that contains it, after those of the previous records.
struct Record: Sendable, Equatable {
  /// Length in UTF-8 bytes; never 0.
  var length: UInt32
  var reach: Reach
  var nodeCount: UInt32
  /// The grammar state in which parsing the record began.
  var entry: UInt8
  /// The number of its outermost nodes that continue nodes of the previous record.
  var continuedDepth: UInt8
  /// Whether the record begins a block, such as a list item, and does not continue one.
  var beginsBlock: Bool
  var metrics: Metrics
}

/// The bytes that a record depends on. All lengths and offsets are in UTF-8 bytes from the record's
/// start.
struct Reach: Sendable, Equatable {
  /// The number of bytes examined. Greater than the record's length if a rule looked ahead; the end
  /// of the text counts as one byte.
  private(set) var examinedLength: UInt32
  /// The start of the range that only scan loops examined (see `Examined`). Equals `examinedLength`
  /// if there is no such range after the record.
  private(set) var passStart: UInt32
  /// The end of the range that only scan loops examined. Equals `examinedLength` if there is none.
  private(set) var passEnd: UInt32

  init(from start: Int, to end: Int, _ examined: Examined) {
    let (close, total) = (max(end, examined.end), max(end, examined.totalEnd))
    let isPassed = examined.scannedEnd >= close && examined.scannedEnd < total
    examinedLength = UInt32(clamping: total &- start)
    passStart = UInt32(clamping: (isPassed ? close : total) &- start)
    passEnd = UInt32(clamping: (isPassed ? examined.scannedEnd : total) &- start)
  }

  /// Returns whether the record stays valid if `range` is replaced by bytes that stop no scan loop.
  /// `shift` is the change in length.
  func isKept(replacing range: Range<Int>, shift: Int) -> Bool {
    range.lowerBound >= examinedLength
      || (range.lowerBound >= passStart && range.upperBound <= passEnd
        && Int(passEnd) + shift - Int(passStart) > Examined.longestLook)
  }

  /// Moves the ends of the passed and the examined bytes by `shift`, which may be negative.
  mutating func growPassed(by shift: Int) {
    passEnd = UInt32(clamping: Int(passEnd) &+ shift)
    examinedLength = UInt32(clamping: Int(examinedLength) &+ shift)
  }
}

/// Lengths of a text in the units used for positions. The metrics of two texts add up to those of
/// their concatenation.
///
/// Stored in 32 bits each to keep summaries small.
struct Metrics: Sendable, Equatable {
  private var storedUTF16: UInt32 = 0
  private var storedUTF32: UInt32 = 0
  private var storedLineEnds: UInt32 = 0
  /// Whether the text ends with `\r`, which may be the first half of a `\r\n`.
  var endsInReturn = false
  private var endsInLineFeed = false
  /// Whether the text begins with `\n`, which may be the second half of a `\r\n`.
  var beginsWithLineFeed = false
  var isEmpty = true

  var utf16: Int {
    get { Int(storedUTF16) }
    set { storedUTF16 = UInt32(truncatingIfNeeded: newValue) }
  }

  var utf32: Int {
    get { Int(storedUTF32) }
    set { storedUTF32 = UInt32(truncatingIfNeeded: newValue) }
  }

  /// The number of line ends: `\n`, `\r\n`, or `\r` alone.
  var lineEnds: Int {
    get { Int(storedLineEnds) }
    set { storedLineEnds = UInt32(truncatingIfNeeded: newValue) }
  }

  init() {}

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
    // Without branches and in one-byte sums, so that the compiler can vectorize the loop; chunks of
    // 255 bytes cannot overflow the sums.
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

  /// Whether the next byte starts a line, unless it is the `\n` of a `\r\n`.
  var endsLine: Bool { isEmpty || endsInLineFeed || endsInReturn }

  /// Returns the length in units of `encoding`. `utf8` is the length in UTF-8 bytes.
  func count(in encoding: PositionEncoding, utf8: Int) -> Int {
    switch encoding {
    case .utf8: utf8
    case .utf16: utf16
    case .utf32: utf32
    }
  }
}

extension UInt8 {
  /// Returns 1 if the bytes are equal, else 0, without a branch.
  @inline(__always)
  fileprivate func isEqual(to other: UInt8) -> UInt8 {
    let difference = self ^ other
    return 1 &- (difference | (0 &- difference)) &>> 7
  }
}

/// Totals of a run of records, available without reading the records.
struct Summary: Sendable {
  private var storedUTF8: UInt32 = 0
  private var storedRecords: UInt32 = 0
  private var storedBlocks: UInt32 = 0
  private var storedReach: UInt32 = 0
  var metrics = Metrics()

  var utf8: Int {
    get { Int(storedUTF8) }
    set { storedUTF8 = UInt32(truncatingIfNeeded: newValue) }
  }

  var records: Int {
    get { Int(storedRecords) }
    set { storedRecords = UInt32(truncatingIfNeeded: newValue) }
  }

  /// The number of records that begin a block.
  var blocks: Int {
    get { Int(storedBlocks) }
    set { storedBlocks = UInt32(truncatingIfNeeded: newValue) }
  }

  /// The end of the bytes that any of the records depends on, from the start of the run.
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
