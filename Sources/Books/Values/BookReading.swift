package import JSON

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

  package var start: PartialDate? {
    get { date("start") }
    set { setDate("start", newValue) }
  }

  /// The end; nil if the book is being read, and `.unknown` if the time is unknown.
  package var finish: PartialDate? {
    get { date("finish") }
    set { setDate("finish", newValue) }
  }

  package var isOpen: Bool { finish == nil }

  package var dates: ReadingDates { ReadingDates(start: start, finish: finish) }

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

package struct ReadingDates: Sendable, Hashable {
  package var start: PartialDate?
  /// The end; nil if the book is being read, and `.unknown` if the time is unknown.
  package var finish: PartialDate?

  package init(start: PartialDate? = nil, finish: PartialDate? = nil) {
    (self.start, self.finish) = (start, finish)
  }

  package var isOpen: Bool { finish == nil }

  /// The number of days, including the first and the last. Nil if a date is not known to the day,
  /// or the end is before the start.
  package var dayCount: Int? {
    guard let start = start?.dayNumber, let finish = finish?.dayNumber, finish >= start else {
      return nil
    }
    return finish - start + 1
  }

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
