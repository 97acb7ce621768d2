import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

@testable import LanguageServer

/// Hashtags that may be slips of common ones.
@Suite struct SimilarHashtagsTests {
  @Test(
    arguments: [
      (
        "x «#philosphy» #philosophy", nil, Array(repeating: "a #philosophy", count: 5),
        ["similar-hashtag"]
      ),
      ("x #philosphy", nil, Array(repeating: "a #philosophy", count: 4), []),
      (
        "x #a «#Philosophy»", nil, ["a #Philosophy"] + Array(repeating: "a #philosophy", count: 5),
        ["similar-hashtag"]
      ),
    ] as [(String, String?, [String], [String])])
  func says(_ marked: String, note: String?, notes: [String], codes: [String]) throws {
    try NotebookDiagnosticsTests.check(marked, note: note, notes: notes, codes: codes)
  }
}
