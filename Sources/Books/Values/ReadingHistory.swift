package import JSON

/// The stored readings of a book, and whether it was read, even if no reading shows it.
package struct ReadingHistory: Sendable, Equatable {
  /// The stored object, unknown members included; nil for a book to read.
  package private(set) var json: JSONObject?

  package init(_ stored: JSONValue?) { json = stored?.object }

  /// The readings, in the order in which they were recorded.
  package var readings: [BookReading] { BookReading.all(in: json.map(JSONValue.object)) }

  /// Whether the book was read, perhaps without a reading that says when.
  package var hasRead: Bool { json?["hasRead"]?.bool == true }

  /// Whether the book was read more than once, perhaps without readings that show it.
  package var wasReread: Bool { json?["multipleReadings"]?.bool == true }

  /// Sets the readings. `hasRead` and `wasReread` become true if the readings show it, and never become false.
  package mutating func set(_ readings: [BookReading]) {
    guard readings != self.readings else { return }
    let ended = readings.count { !$0.isOpen }
    guard !readings.isEmpty || hasRead || wasReread else { return json = nil }
    note(read: ended > 0, again: ended > 1)
    json?["entries"] = .array(readings.map { .object($0.json) })
  }

  /// Records that the book was read, with `again` more than once, without dates.
  package mutating func noteRead(again: Bool) { note(read: true, again: again) }

  private mutating func note(read: Bool, again: Bool) {
    var history = json ?? ["entries": .array([])]
    history["hasRead"] = .bool(read || hasRead)
    history["multipleReadings"] = .bool(again || wasReread)
    if history != json { json = history }
  }

  /// Adds the readings of `others` that are new. A reading that may be the same in both becomes one, with the
  /// more exact dates.
  package mutating func unite(_ others: [BookReading]) {
    var readings = readings
    var matched: Set<Int> = []
    for reading in others {
      let isVague = reading.start == nil && reading.finish == .unknown
      if isVague, hasRead || readings.contains(where: { !$0.isOpen }) { continue }
      let index = readings.indices.first {
        !matched.contains($0) && readings[$0].isSame(as: reading)
      }
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

  /// Removes readings added since `former` for which another device added a reading that may be the same with
  /// more exact dates, and updates `hasRead` and `wasReread`. `versions` are the readings of each device.
  ///
  /// Unlike `unite` it never combines the dates of two readings, so the order in which devices merge does not
  /// matter.
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

  /// The more exact of two dates of the same event.
  private static func finer(_ one: PartialDate?, _ other: PartialDate?) -> PartialDate? {
    guard let one, one != .unknown else { return other ?? one }
    guard let other, other != .unknown else { return one }
    return other.isWithin(one) ? other : one
  }
}

extension BookReading {
  /// Whether both may be one reading: neither date of one contradicts that of the other.
  fileprivate func isSame(as other: BookReading) -> Bool {
    isOpen == other.isOpen && PartialDate.mayBeSame(start, other.start)
      && PartialDate.mayBeSame(finish, other.finish)
  }

  /// Whether both may be one reading, and the dates here are at least as exact and not all equal.
  fileprivate func saysMore(than other: BookReading) -> Bool {
    func covers(_ mine: PartialDate?, _ theirs: PartialDate?) -> Bool {
      guard let theirs, theirs != .unknown else { return true }
      return mine?.isWithin(theirs) ?? false
    }
    return isSame(as: other) && dates != other.dates && covers(start, other.start)
      && covers(finish, other.finish)
  }
}
