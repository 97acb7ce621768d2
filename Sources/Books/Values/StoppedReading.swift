package import JSON

/// A reading that was given up before the end. The app has nothing for it: to the app the book is not
/// being read, and a hashtag says the rest.
package struct StoppedReading: Sendable, Equatable {
  /// As it is stored.
  package let json: JSONObject

  package init(start: PartialDate? = nil, stop: PartialDate? = nil, page: Int? = nil) {
    json = [
      "start": start?.json, "stop": stop?.json, "page": page.map { .integer(Int64($0)) },
    ]
  }

  /// A stored one; nil if the value is something else.
  init?(stored: JSONValue) {
    guard let json = stored.object else { return nil }
    self.json = json
  }

  /// The same reading, after which the reader put the book back among those to read.
  package var wantedAgain: StoppedReading {
    var json = json
    json["wanted"] = true
    return StoppedReading(json: json)
  }

  private init(json: JSONObject) { self.json = json }

  package var start: PartialDate? { json["start"].map(PartialDate.init(json:)) }
  /// The day on which it was given up; nil if that is not known.
  package var stop: PartialDate? { json["stop"].map(PartialDate.init(json:)) }
  /// The last page that was read.
  package var page: Int? { json["page"]?.int }
  /// Whether the reader put the book back among those to read since.
  package var isWantedAgain: Bool { json["wanted"]?.bool == true }

  static func all(in own: JSONObject) -> [StoppedReading] {
    (own["stopped"]?.array ?? []).compactMap(Self.init(stored:))
  }
}
