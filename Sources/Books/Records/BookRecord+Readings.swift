import JSON

/// A reader's actions, by the app's rules where it has any.
extension BookRecord {
  /// The hashtag of an abandoned book, since the app has no such state.
  package static let stoppedTag = "#did-not-finish"

  /// The readings, in the order in which they were recorded.
  package var readings: [BookReading] { history.readings }

  /// Whether the book was read, perhaps without a reading that says when.
  package var hasRead: Bool { history.hasRead }

  var history: ReadingHistory { ReadingHistory(book["readingHistory"]) }

  mutating func changeHistory(_ change: (inout ReadingHistory) -> Void) {
    var history = history
    change(&history)
    if history != self.history { set("readingHistory", history.json.map(JSONValue.object)) }
  }

  package var isBeingRead: Bool { readings.contains(where: \.isOpen) }

  /// Whether the book was abandoned last: it is not being read, no reading ended on that day or later, and it
  /// was not returned to those to read. False if the book was read and that day is unknown.
  package var isStopped: Bool {
    let stopped = stopped
    return !stopped.isEmpty && Self.isStopped(readings.map(\.dates), hasRead: hasRead, stopped)
  }

  package static func isStopped(
    _ readings: [ReadingDates], hasRead: Bool, _ stopped: [StoppedReading]
  ) -> Bool {
    guard let last = stopped.last, !last.isWantedAgain, !readings.contains(where: \.isOpen) else {
      return false
    }
    guard hasRead || !readings.isEmpty else { return true }
    guard let stop = last.stop else { return false }
    return readings.allSatisfy { $0.finish?.isBefore(stop) ?? true }
  }

  /// Records a reading, open or past.
  package mutating func add(_ reading: BookReading) { setReadings(readings + [reading]) }

  /// Records an abandoned reading.
  package mutating func add(_ reading: StoppedReading) { stopped.append(reading) }

  /// Starts a reading, unless the book is being read. Returns whether it did.
  @discardableResult
  package mutating func start(_ date: PartialDate?) -> Bool {
    guard !isBeingRead else { return false }
    add(BookReading(start: date))
    page = nil
    return true
  }

  /// Ends the first open reading. If there is none, records a reading with only this end, unless a reading has
  /// the same end.
  package mutating func finish(_ date: PartialDate) {
    var readings = readings
    if let index = readings.firstIndex(where: \.isOpen) {
      readings[index].finish = date
    } else if readings.contains(where: { $0.finish == date }) {
      return
    } else {
      readings.append(BookReading(finish: date))
    }
    setReadings(readings)
    page = nil
  }

  /// Abandons the first open reading. If there is none, records that the book was abandoned, unless the last
  /// abandoned reading has the same date.
  package mutating func stop(_ date: PartialDate?) {
    let page = page
    var readings = readings
    let open = readings.firstIndex(where: \.isOpen).map { readings.remove(at: $0) }
    if open == nil, let last = stopped.last, last.stop == date, !last.isWantedAgain { return }
    setReadings(readings)
    self.page = nil
    add(StoppedReading(start: open?.start, stop: date, page: page))
  }

  /// Returns the book to those to read, where the app shows it, too. An open reading becomes an abandoned one,
  /// with its page; abandoned readings stay recorded.
  ///
  /// Returns false, and changes nothing, if the book was read: the app lists it as read. With `forgets` all
  /// readings are erased.
  @discardableResult
  package mutating func want(forgets: Bool = false) -> Bool {
    if forgets {
      clearReadings()
      return true
    }
    guard !wouldForget else { return false }
    while isBeingRead { stop(nil) }
    if let last = stopped.indices.last, !stopped[last].isWantedAgain {
      stopped[last] = stopped[last].wantedAgain
    }
    return true
  }

  /// Sets the readings; see `ReadingHistory.set`.
  package mutating func setReadings(_ readings: [BookReading]) {
    changeHistory { $0.set(readings) }
  }
}
