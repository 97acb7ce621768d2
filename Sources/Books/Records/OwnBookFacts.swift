package import JSON

/// The fields of a book that the app cannot store, if lists or comparisons need them.
package struct OwnBookFacts: Sendable, Equatable {
  package var stars: Double?
  package var stopped: [StoppedReading] = []
  package var series: String?
  package var seriesNumber: String?
  package var otherISBNs: [String] = []

  package static let none = Self()
}

extension OwnBookFacts {
  package init(_ own: some JSONNode) {
    self.init(
      stars: own.member("stars")?.double,
      stopped: (own.member("stopped")?.array ?? []).compactMap { StoppedReading(stored: $0.value) },
      series: own.member("series")?.string, seriesNumber: own.member("seriesNumber")?.string,
      otherISBNs: BookRecord.otherISBNs(
        in: (own.member("sources")?.array ?? []).compactMap(\.string)))
  }
}
