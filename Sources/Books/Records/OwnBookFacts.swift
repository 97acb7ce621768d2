package import JSON

/// The facts about a book that lists show, or that tell which book it is, and that the app cannot hold.
package struct OwnBookFacts: Sendable, Equatable {
  /// The exact stars.
  package var stars: Double?
  package var stopped: [StoppedReading] = []
  package var series: String?
  package var seriesNumber: String?
  /// See `BookRecord.otherISBNs`.
  package var otherISBNs: [String] = []

  /// None of them.
  package static let none = Self()
}

extension OwnBookFacts {
  /// The facts in a stored value.
  package init(_ own: some JSONNode) {
    self.init(
      stars: own.member("stars")?.double,
      stopped: (own.member("stopped")?.array ?? []).compactMap { StoppedReading(stored: $0.value) },
      series: own.member("series")?.string, seriesNumber: own.member("seriesNumber")?.string,
      otherISBNs: BookRecord.otherISBNs(
        in: (own.member("sources")?.array ?? []).compactMap(\.string)))
  }
}
