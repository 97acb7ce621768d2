extension PackratParser {
  /// Minimum length of a record that ends within a run of scalars, in UTF-8 bytes.
  @usableFromInline static var minimumRunLength: Int { 1024 }
  /// The length in UTF-8 bytes from which a record within a run of scalars ends at the next
  /// possible offset.
  @usableFromInline static var maximumRunLength: Int { 4096 }

  @inlinable package var isPaused: Bool { paused }

  @inlinable
  package mutating func pause(_ state: UInt8) {
    paused = true
    pauseState = state
  }

  /// Skips like `skip(to:)`, but pauses at the end of a record, and returns false there.
  ///
  /// The text alone determines the end. After the minimum length, it is the first possible offset
  /// where the top byte of a hash of the four previous bytes is 0. After the maximum length, it is
  /// the first possible offset. So an edited document has the records of a fresh parse. (A.
  /// Muthitacharoen et al., "A Low-bandwidth Network File System", 2001.)
  @inlinable
  package mutating func skip(to stops: StopTable, pausingAs state: UInt8) -> Bool {
    let earliest = min(count, recordStart &+ Self.minimumRunLength)
    var end = index(ofStop: stops, from: position, to: earliest)
    let isEnd = end >= earliest && moveToEnd(&end, before: stops)
    moveToStop(end, stops)
    if isEnd { pause(state) }
    return !isEnd && position < count
  }

  /// Moves `index` to the end of the record and returns true. If a stop or the end of the text
  /// comes first, moves there and returns false.
  @usableFromInline
  func moveToEnd(_ index: inout Int, before stops: StopTable) -> Bool {
    let full = max(index, min(count, recordStart &+ Self.maximumRunLength))
    let stop = self.index(ofStop: stops, from: index, to: full)
    while index < stop {
      if isEndOfRun(index), canEnd(before: text[index]) { return true }
      index &+= 1
    }
    if stop < full { return false }
    while index < count {
      if canEnd(before: text[index]) { return true }
      if self.index(ofStop: stops, from: index, to: index &+ 1) == index { return false }
      index &+= 1
    }
    return false
  }

  /// Returns whether the hash of the four bytes before `index` marks the end of a record. `index`
  /// is at least 4.
  @inline(__always)
  private func isEndOfRun(_ index: Int) -> Bool {
    guard let start = text.baseAddress else { return false }
    let last = UnsafeRawPointer(start + (index &- 4)).loadUnaligned(as: UInt32.self).bigEndian
    return (last &* 0x9E37_79B1) &>> 24 == 0
  }

  /// Returns whether a record can end before `byte`: not inside a scalar, nor before `\n`, which
  /// may follow `\r`.
  private func canEnd(before byte: UInt8) -> Bool { byte & 0xC0 != 0x80 && byte != 0x0A }

  /// Begins a new record at the position. The memo of scan loops stays valid for the whole text.
  mutating func beginRecord() {
    recordStart = position
    paused = false
    nodeCount = 0
    openLeaf = -1
  }

  /// Parses the record at the position, resuming in state `entry`, and moves past it. Before the
  /// end of the text, always consumes: what no rule matches becomes an `unparsed` leaf of one
  /// scalar.
  mutating func parseRecord<G: Grammar>(
    of grammar: G.Type, from entry: UInt8
  ) -> (record: ParsedRecord, next: UInt8) {
    let start = position
    var state = entry
    examined = Examined(from: start)
    while true {
      beginRecord()
      let isMatched = G.parseRecord(from: state, &self)
      let next = paused ? pauseState : 0
      if isMatched, position > start {
        return (
          ParsedRecord(from: start, to: position, examined, entry: entry, resumed: state),
          next
        )
      }
      position = start
      if state == 0 {
        nodeCount = 0
        openLeaf = -1
        _ = matchScalar()
        _ = leaf(.unparsed, from: start)
        return (
          ParsedRecord(from: start, to: position, examined, entry: entry, resumed: 0),
          0
        )
      }
      // The sequence ended here, so parsing continues with what surrounds it.
      state = next
    }
  }
}

struct ParsedRecord {
  var length: Int
  var reach: Reach
  var entry: UInt8
  var resumed: UInt8

  init(from start: Int, to end: Int, _ examined: Examined, entry: UInt8, resumed: UInt8) {
    length = end &- start
    reach = Reach(from: start, to: end, examined)
    self.entry = entry
    self.resumed = resumed
  }
}
