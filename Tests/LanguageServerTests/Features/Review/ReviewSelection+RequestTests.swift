import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

@testable import LanguageServer

/// The parts of a notebook that a client can review.
@Suite struct ReviewSelectionRequestTests {
  /// Each part of the notebook, and the fronts that it asks.
  @Test(
    arguments: [
      (["tag": "#books"], ["Who wrote it?"]), (["tag": "#books/1854"], ["Who wrote it?"]),
      (["tag": "#book"], []), (["query": "chambers"], ["The organ has four chambers."]),
      (["uri": "commonplace-view://n/search?q=Thoreau"], ["Who wrote it?"]),
      (["uri": "commonplace-view://n/review?tag=%23books"], ["Who wrote it?"]),
      (["section": "read"], []),
      (["section": "other"], ["The organ has four chambers.", "Who wrote it?"]),
      ([:], ["The organ has four chambers.", "Who wrote it?"]),
    ] as [(JSONObject, [String])])
  func asksOfAPart(_ params: JSONObject, _ fronts: [String]) throws {
    let review = try ReviewFixture(notes: [ReviewRequestsTests.heart, ReviewRequestsTests.walden])
    var state = try review.call("start", params)
    #expect(state.progress == [0, fronts.count])
    var asked: [String] = []
    while let front = state.front {
      asked.append(front)
      state = try review.step("skip", in: state)
    }
    #expect(asked.sorted() == fronts)
    if let uri = params["uri"]?.string {
      #expect(try review.counts(uri)["due"] == fronts.count.json)
    }
  }
}
