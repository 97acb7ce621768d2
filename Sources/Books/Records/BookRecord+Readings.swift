import JSON

/// The actions of a reader, by the app's rules where it has some.
extension BookRecord {
  /// The hashtag of a book that was given up, for readers on the phone.
  package static let stoppedTag = "#did-not-finish"

  /// The readings, in the order in which they were noted.
  package var readings: [BookReading] { history.readings }

  /// Whether it was read, perhaps without a reading that says when.
  package var hasRead: Bool { history.hasRead }

  /// The readings as they are stored.
  var history: ReadingHistory { ReadingHistory(book["readingHistory"]) }

  mutating func changeHistory(_ change: (inout ReadingHistory) -> Void) {
    var history = history
    change(&history)
    if history != self.history { set("readingHistory", history.json.map(JSONValue.object)) }
  }

  /// Whether it is being read.
  package var isBeingRead: Bool { readings.contains(where: \.isOpen) }

  /// Whether the last that happened to it was that it was given up: it is not being read, and no
  /// reading ended since.
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

  /// Notes a reading, of now or of the past.
  package mutating func add(_ reading: BookReading) { setReadings(readings + [reading]) }

  /// Notes a reading that was given up.
  package mutating func add(_ reading: StoppedReading) { stopped.append(reading) }

  /// Begins a reading, unless the book is being read. Returns whether it did.
  @discardableResult
  package mutating func start(_ date: PartialDate?) -> Bool {
    guard !isBeingRead else { return false }
    add(BookReading(start: date))
    page = nil
    return true
  }

  /// Ends the first reading that goes on; without such a one, notes a reading of which nothing is known
  /// but its end. A reading with the same end is that reading.
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

  /// Gives up the first reading that goes on; without such a one, notes that the book was given up, once a
  /// day.
  package mutating func stop(_ date: PartialDate?) {
    let page = page
    var readings = readings
    let open = readings.firstIndex(where: \.isOpen).map { readings.remove(at: $0) }
    if open == nil, let last = stopped.last, last.stop == date, !last.isWantedAgain { return }
    setReadings(readings)
    self.page = nil
    add(StoppedReading(start: open?.start, stop: date, page: page))
  }

  /// Puts it back among the books to read, as the app shows it then. A reading that goes on becomes one that
  /// was given up, with its page; those that were given up stay noted.
  ///
  /// Returns false, and changes nothing, if a reading has ended: the app lists such a book as read. With
  /// `forgets` all readings are erased.
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
