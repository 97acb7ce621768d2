/// The memo entry of a scan loop: a repetition whose steps look ahead and then consume one scalar.
/// A loop that begins anywhere in `start...end` ends at `end`, so one interval serves all offsets
/// in it. This keeps runs of unmatched openers linear.
@frozen
@usableFromInline
struct ScanMemo {
  @usableFromInline var start = 0
  /// The offset from which only the stop table decided that the loop continues.
  @usableFromInline var passStart = 0
  @usableFromInline var end = -1
  @usableFromInline var examinedEnd = 0

  @usableFromInline init() {}
}

extension PackratParser {
  /// Moves to the end of scan loop `index` and returns true, if the memo covers the position.
  @inlinable @inline(__always)
  package mutating func recallScan(_ index: Int) -> Bool {
    let memo = scans[index]
    guard memo.start <= position, position <= memo.end else { return false }
    finish(memo)
    return true
  }

  /// Starts recording the bytes that one scan loop examines. Returns the bytes examined before it.
  @inlinable @inline(__always)
  package mutating func beginScan() -> Examined {
    let before = examined
    examined = Examined(from: position)
    return before
  }

  /// Stores in the memo that scan loop `index` began at `start` and ends at the position. From
  /// `passStart` on, only the stop table decided that the loop continues.
  @inlinable @inline(__always)
  package mutating func endScan(
    _ index: Int, from start: Int, passing passStart: Int, examinedBefore: Examined
  ) {
    var memo = ScanMemo()
    memo.start = start
    memo.passStart = passStart
    memo.end = position
    memo.examinedEnd = examined.totalEnd
    scans[index] = memo
    scannedBytes &+= position &- start
    examined = examinedBefore
    position = start
    finish(memo)
  }

  /// Moves to the end of the scan loop in `memo`, and records the bytes it depends on.
  @inlinable @inline(__always)
  mutating func finish(_ memo: ScanMemo) {
    if position >= memo.passStart, memo.end &- position > Examined.longestLook {
      examined.notePassed(position, memo.end)
      position = memo.end
    }
    noteExamined(memo.examinedEnd)
    position = memo.end
  }

  /// Consumes bytes up to the next one at which `stops` stops. Returns false at the end of the
  /// text.
  @inlinable @inline(__always)
  package mutating func skip(to stops: StopTable) -> Bool {
    moveToStop(index(ofStop: stops, from: position, to: count), stops)
    return position < count
  }

  /// Moves to `index`, and records the bytes that decide whether the run stops there. They are its
  /// byte, and the next one if the first does not decide.
  @inlinable @inline(__always)
  mutating func moveToStop(_ index: Int, _ stops: StopTable) {
    let isOneEnough = index >= count || stops.rule(for: text[index]) <= StopTable.stop
    noteExamined(index &+ (isOneEnough ? 1 : 2))
    position = index
  }

  /// Returns the first index in `start..<end` at which `stops` stops, or `end` if there is none.
  @inlinable @inline(__always)
  func index(ofStop stops: StopTable, from start: Int, to end: Int) -> Int {
    var index = start
    // Tests four bytes per step with a single branch.
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
