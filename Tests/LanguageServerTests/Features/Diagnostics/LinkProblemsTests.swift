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
    let found = try fixture.diagnostics(of: uri) { $0.count >= 3 }
    let codes: [JSONValue] = ["link-leads-nowhere", "link-is-ambiguous", "link-heading-missing"]
    #expect(found.compactMap { $0["code"] } == codes)
    #expect(
      found[1]["message"]
        == "This link matches 2 notes: link to one by its whole ID, as in [[ID|title]].")
    // Made by anybody, it leads somewhere.
    _ = try fixture.client.request("commonplace/createNote", ["title": "Emma"])
    let later = try fixture.diagnostics(of: uri) { $0.count == 2 }
    #expect(later.compactMap { $0["code"] } == Array(codes.dropFirst()))
  }

  @Test func headingsThatAreNotThere() throws {
    let fixture = try HashtagFixture(notes: ["# Walden\n\n## The *Ponds*\n\n## What's new?\n"])
    let uri = "file:///a.md"
    _ = try fixture.open(
      uri,
      "«»# Own\n\n[[Walden#the ponds]] [[Walden#whats-new]] [[Walden#^mark]] [[#own]] [[Walden#Walden]]\n"
        + "[x](walden.md#the-ponds) [[Walden#Pomds]] [[#Other]] [x](walden.md#ponds)\n")
    let found = try fixture.diagnostics(of: uri) { $0.count >= 3 }
    #expect(found.map { $0["code"] } == Array(repeating: "link-heading-missing", count: 3))
    #expect(found.map { $0["range"]?["start"]?["character"]?.int } == [34, 45, 67])
    #expect(
      found.map { $0["message"]?.string?.prefix(9) } == ["The linke", "This text", "The linke"])
    _ = try fixture.client.request("commonplace/createNote", ["title": "Emma"])
    let other = "file:///b.md"
    _ = try fixture.open(other, "«»[[Emma#ponds]] [[Walden#ponds]] [[Walden#the ponds]]\n")
    #expect(try fixture.diagnostics(of: other) { $0.count == 2 }.count == 2)
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
    let positions = found.map { diagnostic in
      let start = diagnostic["range"]?["start"]
      return [start?["line"]?.int, start?["character"]?.int]
    }
    #expect(positions == [[0, 0], [0, 11], [0, 72], [1, 48]])
  }
}
