package import JSON

/// One reading of a book, from its start to its end. A book that is read again has several.
package struct BookReading: Sendable, Equatable {
  /// As it is stored, unknown members included.
  package private(set) var json: JSONObject

  /// A stored entry of a reading history.
  package init(json: JSONObject) { self.json = json }

  /// A reading; without a `finish` it goes on. One that ended at an unknown time has a `finish` that is
  /// `.unknown`. The app lists a reading with neither date under “Want to read”.
  package init(start: PartialDate? = nil, finish: PartialDate? = nil) {
    json = JSONObject()
    (self.start, self.finish) = (start, finish)
  }

  /// The day on which it began; nil if that is not known.
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

  /// Its dates alone.
  package var dates: ReadingDates { ReadingDates(start: start, finish: finish) }

  /// The days that it took; see `ReadingDates`.
  package var dayCount: Int? { dates.dayCount }

  private func date(_ name: String) -> PartialDate? {
    json[name].flatMap { $0 == .null ? nil : PartialDate(json: $0) }
  }

  /// A date that is the same keeps what else it says, such as an hour.
  private mutating func setDate(_ name: String, _ date: PartialDate?) {
    guard self.date(name) != date else { return }
    json[name] = date?.json
  }
}

extension BookReading {
  /// The readings in a stored reading history, in their order. Whatever is no reading is left out.
  package static func all(in history: JSONValue?) -> [BookReading] {
    (history?["entries"]?.array ?? []).compactMap { $0.object.map(Self.init(json:)) }
  }
}

/// The dates of a reading, without what else is stored of it: all that lists need.
package struct ReadingDates: Sendable, Hashable {
  /// The day on which it began; nil if that is not known.
  package var start: PartialDate?
  /// The day on which the book was finished; nil if it is being read.
  package var finish: PartialDate?

  package init(start: PartialDate? = nil, finish: PartialDate? = nil) {
    (self.start, self.finish) = (start, finish)
  }

  /// Whether the book is being read.
  package var isOpen: Bool { finish == nil }

  /// The days that it took, both ends included. Returns nil if a date is not known to the day, or the
  /// end comes before the start.
  package var dayCount: Int? {
    guard let start = start?.dayNumber, let finish = finish?.dayNumber, finish >= start else {
      return nil
    }
    return finish - start + 1
  }

  /// The dates of the readings in a stored reading history, in their order. Whatever is no reading is left
  /// out.
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
