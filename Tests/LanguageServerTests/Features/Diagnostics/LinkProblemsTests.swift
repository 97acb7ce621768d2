import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

@testable import LanguageServer

/// A link to a note that is not there, or to one of several, has a diagnostic.
@Suite struct LinkProblemsTests {
  @Test func linksThatLeadNowhere() throws {
    let fixture = try HashtagFixture(notes: ["# Walden\n", "# Twins\n", "# Twins\n\nTwo.\n"])
    let uri = "file:///a.md"
    _ = try fixture.open(uri, "«»[[Walden]] [[Emma]] [[Twins]] `[[Nothing]]` [[#here]]\n")
    let found = try fixture.diagnostics(of: uri) { $0.count >= 2 }
    #expect(found.map { $0["code"] } == ["link-leads-nowhere", "link-is-ambiguous"])
    #expect(found.last?["message"] == "2 notes have this title: link to one by its id.")
    // Made by anybody, it leads somewhere.
    _ = try fixture.client.request("commonplace/createNote", ["title": "Emma"])
    let later = try fixture.diagnostics(of: uri) { $0.count == 1 }
    #expect(later.map { $0["code"] } == ["link-is-ambiguous"])
  }

  /// Only links to notes are looked up.
  @Test func linksToFiles() throws {
    let fixture = try HashtagFixture(notes: ["# Walden\n\n## One\n\n## Two\n"])
    let uri = "file:///a.md"
    _ = try fixture.open(
      uri,
      "«»[](bad.md) [](another%20bad.md) [](good/folder) [](https://www.good.md) [](www.bad.md)\n"
        + "[short] [[Walden]] [[Walden#One]] [](walden.md) [[bad]]\n")
    let found = try fixture.diagnostics(of: uri) { $0.count >= 4 }
    let places = found.map { diagnostic in
      let start = diagnostic["range"]?["start"]
      return [start?["line"]?.int, start?["character"]?.int]
    }
    #expect(places == [[0, 0], [0, 11], [0, 72], [1, 48]])
  }
}
