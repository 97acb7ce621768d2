extension PackratParser {
  /// Within a sequence of scalars a record is at least this long, in bytes, if the sequence is.
  @usableFromInline static var minimumRunLength: Int { 1024 }
  /// And at most this long, up to the next place where it can end.
  @usableFromInline static var maximumRunLength: Int { 4096 }

  /// Whether the rule stopped within a sequence of records, to be gone on with later.
  @inlinable package var isPaused: Bool { paused }

  /// Stops the rule; a later call goes on from `state`.
  @inlinable
  package mutating func pause(_ state: UInt8) {
    paused = true
    pauseState = state
  }

  /// As `skip(to:)`, but stops the rule at the end of a record.
  ///
  /// The place follows from the text alone: after the minimum, at the first place where a hash of
  /// the four bytes before it says so. An edit therefore moves only the ends near it, and a
  /// document that was edited has the records of one that was not. (A. Muthitacharoen et al., "A
  /// Low-bandwidth Network File System", 2001.)
  @inlinable
  package mutating func skip(to stops: StopTable, pausingAs state: UInt8) -> Bool {
    let earliest = min(count, recordStart &+ Self.minimumRunLength)
    var end = index(ofStop: stops, from: position, to: earliest)
    let isEnd = end >= earliest && moveToEnd(&end, before: stops)
    moveToStop(end, stops)
    if isEnd { pause(state) }
    return !isEnd && position < count
  }

  /// Moves `index` to the next stop, or to the end of the record, which is true, if that comes first.
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

  /// Whether a hash of the four bytes before `index`, which is not so near the start, says so.
  @inline(__always)
  private func isEndOfRun(_ index: Int) -> Bool {
    guard let start = text.baseAddress else { return false }
    let last = UnsafeRawPointer(start + (index &- 4)).loadUnaligned(as: UInt32.self).bigEndian
    return (last &* 0x9E37_79B1) &>> 24 == 0
  }

  /// Not inside a scalar, nor between the two bytes of a line end.
  private func canEnd(before byte: UInt8) -> Bool { byte & 0xC0 != 0x80 && byte != 0x0A }

  /// Begins a separate record at the position: the nodes made so far are dropped. Remembered scan
  /// loops hold for the whole text.
  mutating func beginRecord() {
    recordStart = position
    paused = false
    nodeCount = 0
    openLeaf = -1
  }

  /// Parses the record at the position, continuing from `state`, and moves past it. Always
  /// consumes: text that no rule takes becomes an `unparsed` leaf of one scalar.
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
      // The sequence had ended here: its surroundings continue.
      state = next
    }
  }
}

/// The facts of one record from a parse, beside its nodes.
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
