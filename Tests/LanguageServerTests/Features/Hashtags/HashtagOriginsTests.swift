import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

@testable import LanguageServer

/// The first use of a hashtag, where no note has it as its title.
@Suite struct HashtagOriginsTests {
  @Test(arguments: [
    // The oldest note that has exactly it; a hashtag that is not written is where one below it is.
    ("#bo«»oks", ["# Walden 2 #Books"]), ("#books/no«»vels", ["# Emma 2 #books/novels"]),
    ("#nat«»ure", ["# Emma 2 #nature"]), ("a «»b", []),
  ])
  func definitionIsTheFirstUse(_ marked: String, _ expected: [String]) throws {
    let fixture = try HashtagFixture(notes: HashtagNavigationTests.notes)
    let params = try fixture.open("file:///a.md", marked)
    #expect(try fixture.locations(fixture.ask("textDocument/definition", params)) == expected)
  }
}
