import JSON

extension BookRecord {
  /// The hashtag of an abandoned book, since the app has no state for it.
  package static let stoppedTag = "#did-not-finish"

  package var readings: [BookReading] { history.readings }

  /// Whether the book was read, even if no reading has its date.
  package var hasRead: Bool { history.hasRead }

  var history: ReadingHistory { ReadingHistory(book["readingHistory"]) }

  mutating func changeHistory(_ change: (inout ReadingHistory) -> Void) {
    var history = history
    change(&history)
    if history != self.history { set("readingHistory", history.json.map(JSONValue.object)) }
  }

  package var isBeingRead: Bool { readings.contains(where: \.isOpen) }

  /// Whether the book is abandoned. It has an abandoned reading, is not being read, and was not
  /// moved back to the books to read. All finished readings certainly ended before the day it was
  /// abandoned. False if the book was read and that day is unknown.
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

  package mutating func add(_ reading: BookReading) { setReadings(readings + [reading]) }

  package mutating func add(_ reading: StoppedReading) { stopped.append(reading) }

  /// Returns false, and changes nothing, if the book is being read.
  @discardableResult
  package mutating func start(_ date: PartialDate?) -> Bool {
    guard !isBeingRead else { return false }
    add(BookReading(start: date))
    page = nil
    return true
  }

  /// Ends the first open reading. If there is none, adds a reading with only this end, unless a
  /// reading has the same end.
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

  /// Abandons the first open reading. If there is none, adds an abandoned reading, unless the last
  /// one has the same date and the book was not wanted again since.
  package mutating func stop(_ date: PartialDate?) {
    let page = page
    var readings = readings
    let open = readings.firstIndex(where: \.isOpen).map { readings.remove(at: $0) }
    if open == nil, let last = stopped.last, last.stop == date, !last.isWantedAgain { return }
    setReadings(readings)
    self.page = nil
    add(StoppedReading(start: open?.start, stop: date, page: page))
  }

  /// Moves the book back to the books to read, also in the app. An open reading becomes an
  /// abandoned one, with its page; abandoned readings stay.
  ///
  /// Returns false, and changes nothing, if the book was read: the app lists it as read. With
  /// `forgets`, erases all readings and always returns true.
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

  package mutating func setReadings(_ readings: [BookReading]) {
    changeHistory { $0.set(readings) }
  }
}
