internal import JSON
internal import Notebook

/// Two records of one book become one.
extension BookRecord {
  /// Takes over all that `other` knows and this one does not: each fact by itself, and the readings of
  /// both. Returns the names of the facts in which they differ; those stay as they are here.
  package mutating func join(_ other: BookRecord) -> [String] {
    var differing: [String] = []
    for fact in BookFact.all {
      let (ours, theirs) = (fact.value(in: self), fact.value(in: other))
      if theirs == .null || theirs == ours { continue }
      if ours == .null {
        fact.take(from: other, into: &self)
      } else {
        differing.append(fact.name)
      }
    }
    unite(readingsOf: other)
    sources += other.sources.filter { !sources.contains($0) }
    for member in other.imported.members where imported[member.key] == nil {
      imported[member.key] = member.value
    }
    if added == nil { added = other.added }
    return differing
  }

  /// Takes over the readings of `other` that say something new. A reading that is in both is one: with the
  /// dates that say more.
  package mutating func unite(readingsOf other: BookRecord) {
    var readings = readings
    var matched: Set<Int> = []
    for reading in other.readings {
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
    let page = page ?? other.page
    setReadings(readings)
    for reading in other.stopped where !stopped.contains(where: { $0.isSame(as: reading) }) {
      stopped.append(reading)
    }
    if other.hasRead || other.wasReread { noteRead(again: other.wasReread) }
    self.page = readings.contains(where: \.isOpen) ? page : nil
  }

  /// Whether it was read more than once, perhaps without readings that say so.
  package var wasReread: Bool { book["readingHistory"]?["multipleReadings"]?.bool == true }

  /// Notes that it was read, and perhaps more than once, without saying when.
  package mutating func noteRead(again: Bool) {
    var history = book["readingHistory"]?.object ?? ["entries": .array([])]
    let former = history
    history["hasRead"] = true
    history["multipleReadings"] = .bool(again || wasReread)
    if history != former { set("readingHistory", .object(history)) }
  }

  mutating func clearReadings() {
    set("readingHistory", nil)
    stopped = []
    page = nil
  }

  /// Of two dates of the same event the one that says more.
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
}

extension StoppedReading {
  fileprivate func isSame(as other: StoppedReading) -> Bool {
    PartialDate.mayBeSame(start, other.start) && PartialDate.mayBeSame(stop, other.stop)
  }
}

extension PartialDate {
  /// Whether both may be the same day, as far as they are known.
  fileprivate static func mayBeSame(_ one: Self?, _ other: Self?) -> Bool {
    guard let one, let other, one != .unknown, other != .unknown else { return true }
    return one.isWithin(other) || other.isWithin(one)
  }
}
