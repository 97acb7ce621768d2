extension PackratParser {
  /// Within a sequence of scalars a record is at least this long, in bytes, if the sequence is.
  @usableFromInline static var minimumRunLength: Int { 1024 }
  /// And at most this long, up to the next place where it can end.
  @usableFromInline static var maximumRunLength: Int { 4096 }

  /// Whether the rule stopped within a sequence of records, to be gone on with later.
  @inlinable public var isPaused: Bool { paused }

  /// Stops the rule; a later call goes on from `state`.
  @inlinable
  public mutating func pause(_ state: UInt8) {
    paused = true
    pauseState = state
  }

  /// As `skip(to:)`, but stops the rule at the end of a record.
  ///
  /// Where that is follows from the text alone: behind the minimum, at the first place where a hash
  /// of the four bytes before it says so. An edit therefore moves only the ends near it, and a
  /// document that was edited has the records of one that was not. (A. Muthitacharoen et al., "A
  /// Low-bandwidth Network File System", 2001.)
  @inlinable
  public mutating func skip(to stops: StopTable, pausingAs state: UInt8) -> Bool {
    let earliest = min(count, recordStart &+ Self.minimumRunLength)
    position = index(ofStop: stops, from: position, to: earliest)
    if position >= earliest {
      if pauses(before: stops) {
        noteExaminedForStop(stops)
        pause(state)
        return false
      }
    }
    noteExaminedForStop(stops)
    return position < count
  }

  /// Moves to the next stop, or to the end of the record if that comes before it.
  @usableFromInline
  mutating func pauses(before stops: StopTable) -> Bool {
    while position < count {
      let byte = text[position]
      let isStop = index(ofStop: stops, from: position, to: position &+ 1) == position
      let isFull = position &- recordStart >= Self.maximumRunLength
      // Not inside a scalar, nor between the two bytes of a line end.
      if byte & 0xC0 != 0x80, byte != 0x0A, isFull || isEndOfRun(position, isStop) { return true }
      if isStop { return false }
      position &+= 1
    }
    return false
  }

  @inlinable
  func isEndOfRun(_ index: Int, _ isStop: Bool) -> Bool {
    guard !isStop, index &- recordStart >= 4 else { return false }
    let last =
      UInt32(text[index &- 1]) | UInt32(text[index &- 2]) << 8 | UInt32(text[index &- 3]) << 16
      | UInt32(text[index &- 4]) << 24
    return (last &* 0x9E37_79B1) >> 24 == 0
  }

  /// Makes a record of its own begin at the position: the nodes made so far are dropped. What scan
  /// loops remember holds for the whole text.
  mutating func beginRecord() {
    recordStart = position
    paused = false
    nodeCount = 0
    openLeaf = -1
  }

  /// Parses the record at the position, going on from `state`, and moves behind it. Always consumes:
  /// text that no rule takes becomes an `unparsed` leaf of one scalar.
  mutating func parseRecord<G: Grammar>(
    of grammar: G.Type, from entry: UInt8
  ) -> (record: ParsedRecord, next: UInt8) {
    let start = position
    var state = entry
    examinedEnd = start
    while true {
      beginRecord()
      let isMatched = G.parseRecord(from: state, &self)
      let next = paused ? pauseState : 0
      if isMatched, position > start {
        return (
          ParsedRecord(
            length: position &- start, examinedLength: max(examinedEnd, position) &- start,
            entry: entry, resumed: state),
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
          ParsedRecord(
            length: position &- start, examinedLength: max(examinedEnd, position) &- start,
            entry: entry, resumed: 0),
          0
        )
      }
      // The sequence had ended here: what surrounds it goes on.
      state = next
    }
  }
}

/// What a parse says of one record, beside its nodes.
struct ParsedRecord {
  var length: Int
  var examinedLength: Int
  var entry: UInt8
  var resumed: UInt8
}
