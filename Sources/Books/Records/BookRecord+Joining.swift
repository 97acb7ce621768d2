import JSON

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
    if let isbn = other.isbn { add(otherISBN: isbn) }
    for member in other.imported.members where imported[member.key] == nil {
      imported[member.key] = member.value
    }
    if added == nil { added = other.added }
    return differing
  }

  /// Takes over the readings of `other` that say something new; see `ReadingHistory.unite`.
  package mutating func unite(readingsOf other: BookRecord) {
    let page = page ?? other.page
    changeHistory { $0.unite(other.readings) }
    for reading in other.stopped where !stopped.contains(where: { $0.isSame(as: reading) }) {
      stopped.append(reading)
    }
    if other.hasRead || other.wasReread { noteRead(again: other.wasReread) }
    self.page = isBeingRead ? page : nil
  }

  /// Whether it was read more than once, perhaps without readings that say so.
  package var wasReread: Bool { history.wasReread }

  /// Notes that it was read, and perhaps more than once, without saying when.
  package mutating func noteRead(again: Bool) { changeHistory { $0.noteRead(again: again) } }

  mutating func clearReadings() {
    set("readingHistory", nil)
    stopped = []
    page = nil
  }
}

extension StoppedReading {
  fileprivate func isSame(as other: StoppedReading) -> Bool {
    PartialDate.mayBeSame(start, other.start) && PartialDate.mayBeSame(stop, other.stop)
  }
}
