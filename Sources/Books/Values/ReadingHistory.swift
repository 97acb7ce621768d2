package import JSON

/// The readings of a book as the app stores them: when it was read, and whether it was at all.
package struct ReadingHistory: Sendable, Equatable {
  /// As it is stored, unknown members included; nil if the book is only wanted.
  package private(set) var json: JSONObject?

  package init(_ stored: JSONValue?) { json = stored?.object }

  /// The readings, in the order in which they were noted.
  package var readings: [BookReading] { BookReading.all(in: json.map(JSONValue.object)) }

  /// Whether it was read, perhaps without a reading that says when.
  package var hasRead: Bool { json?["hasRead"]?.bool == true }

  /// Whether it was read more than once, perhaps without readings that say so.
  package var wasReread: Bool { json?["multipleReadings"]?.bool == true }

  /// Sets the readings, and whether the book was read once and more than once. Facts of before that no
  /// reading says stay.
  package mutating func set(_ readings: [BookReading]) {
    guard readings != self.readings else { return }
    let ended = readings.count { !$0.isOpen }
    guard !readings.isEmpty || hasRead || wasReread else { return json = nil }
    note(read: ended > 0, again: ended > 1)
    json?["entries"] = .array(readings.map { .object($0.json) })
  }

  /// Notes that it was read, and perhaps more than once, without saying when.
  package mutating func noteRead(again: Bool) { note(read: true, again: again) }

  private mutating func note(read: Bool, again: Bool) {
    var history = json ?? ["entries": .array([])]
    history["hasRead"] = .bool(read || hasRead)
    history["multipleReadings"] = .bool(again || wasReread)
    if history != json { json = history }
  }

  /// Takes over those of other readings that say something new. A reading that is in both is one: with the
  /// dates that say more.
  package mutating func unite(_ others: [BookReading]) {
    var readings = readings
    var matched: Set<Int> = []
    for reading in others {
      let isVague = reading.start == nil && reading.finish == .unknown
      if isVague, hasRead || readings.contains(where: { !$0.isOpen }) { continue }
      let place = readings.indices.first {
        !matched.contains($0) && readings[$0].isSame(as: reading)
      }
      guard let place else {
        readings.append(reading)
        matched.insert(readings.count - 1)
        continue
      }
      matched.insert(place)
      readings[place].start = Self.finer(readings[place].start, reading.start)
      readings[place].finish = Self.finer(readings[place].finish, reading.finish)
    }
    set(readings)
  }

  /// Leaves out readings that devices noted since `former` where another device noted the same one and
  /// knows more, and notes what all of them say. `versions` are the readings of each device.
  ///
  /// Unlike `unite` it makes no reading of two, so that it does not matter which devices meet first.
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

  /// Whether it may be the same reading, and each of its dates says as much and one more.
  fileprivate func saysMore(than other: BookReading) -> Bool {
    func covers(_ mine: PartialDate?, _ theirs: PartialDate?) -> Bool {
      guard let theirs, theirs != .unknown else { return true }
      return mine?.isWithin(theirs) ?? false
    }
    return isSame(as: other) && dates != other.dates && covers(start, other.start)
      && covers(finish, other.finish)
  }
}

extension PartialDate {
  /// Whether both may be the same day, as far as they are known.
  package static func mayBeSame(_ one: Self?, _ other: Self?) -> Bool {
    guard let one, let other, one != .unknown, other != .unknown else { return true }
    return one.isWithin(other) || other.isWithin(one)
  }
}
