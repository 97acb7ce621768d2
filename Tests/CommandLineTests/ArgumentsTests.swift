import Testing

@testable import commonplace

/// The command line as the argument parser gets it.
@Suite struct ArgumentsTests {
  @Test(arguments: [
    ("search emma -austen", "search -- emma -austen"),
    ("search -austen --json emma --limit 3", "search --json --limit 3 -- -austen emma"),
    ("search --notebook - -x --limit=3 y", "search --notebook - --limit=3 -- -x y"),
    ("search --limit -3", "search --limit -- -3"),
    ("search a -- --json -h", "search -- a --json -h"),
    ("search a --jsno -h", "search --jsno -h -- a"),
    ("search a --limit", "search --limit -- a"),
    ("search", "search --"),
    ("notes --tag x", "notes --tag x"),
    ("parse -", "parse -"),
    ("parse -- -dash.md", "parse -- -dash.md"),
    ("show -h", "show -h"),
    ("", ""),
  ])
  func arranges(words: String, expected: String) throws {
    let arranged = try Arguments.arranged(words.split(separator: " ").map(String.init))
    #expect(arranged.joined(separator: " ") == expected)
  }

  @Test(arguments: ["parse -dash.md", "notes -x", "-hx", "notes --notebook -x"])
  func otherCommandsHaveNoDashedWords(words: String) {
    #expect(throws: CommandFailure.self) {
      try Arguments.arranged(words.split(separator: " ").map(String.init))
    }
  }

  @Test func phrasesThatTheShellUnquoted() {
    #expect(Search.text(of: ["emma", "-good fortune"]) == "emma -\"good fortune\"")
    #expect(Search.text(of: ["emma", "-\"good fortune\""]) == "emma -\"good fortune\"")
    #expect(Search.text(of: ["emma", "- good"]) == "emma - good")
    #expect(Search.text(of: ["-good fortune"]) == "-good fortune")
  }
}
