import JSON

extension BookRecord {
  /// Adds the facts, readings, sources and ISBN of `other` that this record lacks. Returns the
  /// names of the facts in which both differ; this record keeps its own.
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

  package mutating func unite(readingsOf other: BookRecord) {
    let page = page ?? other.page
    changeHistory { $0.unite(other.readings) }
    for reading in other.stopped where !stopped.contains(where: { $0.isSame(as: reading) }) {
      stopped.append(reading)
    }
    if other.hasRead || other.wasReread { noteRead(again: other.wasReread) }
    self.page = isBeingRead ? page : nil
  }

  package var wasReread: Bool { history.wasReread }

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
