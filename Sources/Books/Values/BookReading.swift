package import JSON

/// One reading of a book, from its start to its end. A book that is read again has several.
package struct BookReading: Sendable, Equatable {
  /// The stored entry, including unknown members.
  package private(set) var json: JSONObject

  package init(json: JSONObject) { self.json = json }

  /// Creates a reading, which is open without a `finish`. Use `.unknown` as `finish` if the time of
  /// the end is unknown.
  package init(start: PartialDate? = nil, finish: PartialDate? = nil) {
    json = JSONObject()
    (self.start, self.finish) = (start, finish)
  }

  /// The day on which the reading started; nil if unknown.
  package var start: PartialDate? {
    get { date("start") }
    set { setDate("start", newValue) }
  }

  /// The day on which the book was finished; nil if it is being read.
  package var finish: PartialDate? {
    get { date("finish") }
    set { setDate("finish", newValue) }
  }

  /// Whether the book is being read.
  package var isOpen: Bool { finish == nil }

  package var dates: ReadingDates { ReadingDates(start: start, finish: finish) }

  /// See `ReadingDates.dayCount`.
  package var dayCount: Int? { dates.dayCount }

  private func date(_ name: String) -> PartialDate? {
    json[name].flatMap { $0 == .null ? nil : PartialDate(json: $0) }
  }

  /// Sets a date. If it is equal, the stored date keeps its other members, such as an hour.
  private mutating func setDate(_ name: String, _ date: PartialDate?) {
    guard self.date(name) != date else { return }
    json[name] = date?.json
  }
}

extension BookReading {
  /// Returns the readings in a stored reading history, in order. Skips entries that are not
  /// objects.
  package static func all(in history: JSONValue?) -> [BookReading] {
    (history?["entries"]?.array ?? []).compactMap { $0.object.map(Self.init(json:)) }
  }
}

/// The dates of a reading, which are enough for lists.
package struct ReadingDates: Sendable, Hashable {
  /// The day on which the reading started; nil if unknown.
  package var start: PartialDate?
  /// The day on which the book was finished; nil if it is being read.
  package var finish: PartialDate?

  package init(start: PartialDate? = nil, finish: PartialDate? = nil) {
    (self.start, self.finish) = (start, finish)
  }

  /// Whether the book is being read.
  package var isOpen: Bool { finish == nil }

  /// The number of days, including the first and the last. Nil if a date is not known to the day,
  /// or the end is before the start.
  package var dayCount: Int? {
    guard let start = start?.dayNumber, let finish = finish?.dayNumber, finish >= start else {
      return nil
    }
    return finish - start + 1
  }

  /// Returns the dates of the readings in a stored reading history, in order. Skips entries that
  /// are not objects.
  static func all(in history: some JSONNode) -> [ReadingDates] {
    (history.member("entries")?.array ?? []).compactMap { entry in
      guard entry.isObject else { return nil }
      func date(_ name: StaticString) -> PartialDate? {
        entry.member(name).flatMap { $0.isNull ? nil : PartialDate(node: $0) }
      }
      return ReadingDates(start: date("start"), finish: date("finish"))
    }
  }
}
