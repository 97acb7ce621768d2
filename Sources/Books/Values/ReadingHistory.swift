package import JSON

/// The stored readings of a book, and whether it was read, even if no reading shows it.
package struct ReadingHistory: Sendable, Equatable {
  /// The stored object, including unknown members; nil if the book has no reading history.
  package private(set) var json: JSONObject?

  package init(_ stored: JSONValue?) { json = stored?.object }

  package var readings: [BookReading] { BookReading.all(in: json.map(JSONValue.object)) }

  /// Whether the book was read, even if no reading has its date.
  package var hasRead: Bool { json?["hasRead"]?.bool == true }

  /// Whether the book was read more than once, even if no readings show it.
  package var wasReread: Bool { json?["multipleReadings"]?.bool == true }

  /// Sets the readings. `hasRead` and `wasReread` become true if the readings show it, and never
  /// become false.
  package mutating func set(_ readings: [BookReading]) {
    guard readings != self.readings else { return }
    let ended = readings.count { !$0.isOpen }
    guard !readings.isEmpty || hasRead || wasReread else { return json = nil }
    note(read: ended > 0, again: ended > 1)
    json?["entries"] = .array(readings.map { .object($0.json) })
  }

  /// Records that the book was read, or with `again` more than once, without dates.
  package mutating func noteRead(again: Bool) { note(read: true, again: again) }

  private mutating func note(read: Bool, again: Bool) {
    var history = json ?? ["entries": .array([])]
    history["hasRead"] = .bool(read || hasRead)
    history["multipleReadings"] = .bool(again || wasReread)
    if history != json { json = history }
  }

  /// Adds the readings of `others` that are new. Two readings that may be the same become one, with
  /// the more exact dates. An ended reading without dates is new only if the book was not read
  /// before.
  package mutating func unite(_ others: [BookReading]) {
    var readings = readings
    let wasRead = hasRead || readings.contains { !$0.isOpen }
    var matched: Set<Int> = []
    for reading in others {
      if reading.isVague, wasRead { continue }
      let same = readings.indices.filter {
        !matched.contains($0) && readings[$0].isSame(as: reading)
      }
      let index =
        same.first { readings[$0].dates == reading.dates }
        ?? same.first { !readings[$0].isVague } ?? same.first
      guard let index else {
        readings.append(reading)
        matched.insert(readings.count - 1)
        continue
      }
      matched.insert(index)
      readings[index].start = Self.finer(readings[index].start, reading.start)
      readings[index].finish = Self.finer(readings[index].finish, reading.finish)
    }
    set(readings)
  }

  /// Removes a reading that was added since `former`, if another device added a reading that may be
  /// the same, with more exact dates. Updates `hasRead` and `wasReread`. `versions` contains the
  /// readings of each device.
  ///
  /// Unlike `unite`, never combines the dates of two readings, so that the order in which devices
  /// merge does not matter.
  package mutating func settle(since former: [BookReading], _ versions: [[BookReading]]) {
    let new = readings.filter { !former.contains($0) }
    set(
      readings.filter { reading in
        former.contains(reading)
          || !new.contains { other in
            other.saysMore(than: reading)
              && !versions.contains { $0.contains(reading) && $0.contains(other) }
          }
      })
    let ended = readings.count { !$0.isOpen }
    if ended > 0 { noteRead(again: ended > 1) }
  }

  /// Returns the more exact of two dates of the same event; `one` if they contradict each other.
  private static func finer(_ one: PartialDate?, _ other: PartialDate?) -> PartialDate? {
    guard let one, one != .unknown else { return other ?? one }
    guard let other, other != .unknown else { return one }
    return other.isWithin(one) ? other : one
  }
}

extension BookReading {
  /// Whether the reading ended, and has no dates.
  fileprivate var isVague: Bool { start == nil && finish == .unknown }

  fileprivate func isSame(as other: BookReading) -> Bool {
    isOpen == other.isOpen && PartialDate.mayBeSame(start, other.start)
      && PartialDate.mayBeSame(finish, other.finish)
  }

  /// Whether both may be the same reading, and the dates of this one are at least as exact, and not
  /// all equal.
  fileprivate func saysMore(than other: BookReading) -> Bool {
    func covers(_ mine: PartialDate?, _ theirs: PartialDate?) -> Bool {
      guard let theirs, theirs != .unknown else { return true }
      return mine?.isWithin(theirs) ?? false
    }
    return isSame(as: other) && dates != other.dates && covers(start, other.start)
      && covers(finish, other.finish)
  }
}
