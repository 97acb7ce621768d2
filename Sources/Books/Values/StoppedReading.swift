package import JSON

/// An abandoned reading, which the app cannot store. In the app, the book is not being read, and a
/// hashtag (`BookRecord.stoppedTag`) marks it.
package struct StoppedReading: Sendable, Equatable {
  package let json: JSONObject

  package init(start: PartialDate? = nil, stop: PartialDate? = nil, page: Int? = nil) {
    json = [
      "start": start?.json, "stop": stop?.json, "page": page.map { .integer(Int64($0)) },
    ]
  }

  init?(stored: JSONValue) {
    guard let json = stored.object else { return nil }
    self.json = json
  }

  package var wantedAgain: StoppedReading {
    var json = json
    json["wanted"] = true
    return StoppedReading(json: json)
  }

  private init(json: JSONObject) { self.json = json }

  package var start: PartialDate? { json["start"].map(PartialDate.init(json:)) }
  package var stop: PartialDate? { json["stop"].map(PartialDate.init(json:)) }
  package var page: Int? { json["page"]?.int }
  /// Whether the reader moved the book back to the books to read afterwards.
  package var isWantedAgain: Bool { json["wanted"]?.bool == true }

  static func all(in own: JSONObject) -> [StoppedReading] {
    (own["stopped"]?.array ?? []).compactMap(Self.init(stored:))
  }
}
