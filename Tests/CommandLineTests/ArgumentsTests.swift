import ArgumentParser
import JSON
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
    ("show -h", "show -h"), ("help tags rename", "help tags rename"), ("", ""),
    ("tag walden +a -b", "tag -- walden +a -b"),
    ("tag walden -b --json --notebook n", "tag --json --notebook n -- walden -b"),
    ("tag --notebook n walden -hash -h", "tag --notebook n -h -- walden -hash"),
    ("quotes --random 2 emma -austen", "quotes --random 2 -- emma -austen"),
    ("quotes", "quotes --"),
    ("--notebook n notes --json", "notes --notebook n --json"),
    ("--notebook=n tags rename a b", "tags rename --notebook=n a b"),
    ("--notebook n search -x", "search --notebook n -- -x"),
    ("--notebook notes notes", "notes --notebook notes"), ("help help", "help help"),
    ("--notebook n --json notes", "--json --notebook n notes"),
    ("--version", "--version"),
  ])
  func arranges(words: String, expected: String) throws {
    let arranged = try Arguments.arranged(words.split(separator: " ").map(String.init))
    #expect(arranged.joined(separator: " ") == expected)
  }

  @Test(arguments: [
    "parse -dash.md", "notes -x", "-hx", "notes --notebook -x", "--notebook", "--notebook n",
    "--notebook n x",
  ])
  func otherWordsAreMistakes(words: String) {
    #expect(throws: CommandFailure.self) {
      try Arguments.arranged(words.split(separator: " ").map(String.init))
    }
  }

  @Test(arguments: [
    ("notse", "notes"), ("help nots", "notes"), ("help tags renam", "tags rename"),
    ("exprot --json", "export"), ("help review logs", "review log"), ("hlep", "help"),
  ])
  func unknownCommandsHaveANearestOne(words: String, nearest: String) throws {
    let failure = #expect(throws: CommandFailure.self) {
      try Arguments.arranged(words.split(separator: " ").map(String.init))
    }
    #expect(failure?.code == .usage)
    #expect(failure?.advice.hasPrefix("did you mean “\(nearest)”?") == true)
  }

  /// An option that is missing in these lists would leave its value among the words of the query.
  @Test func optionsWithAValueAreListed() throws {
    func check(_ command: any ParsableCommand.Type, _ listed: Set<String>) throws {
      let help = try JSONValue(parsing: Array(command._dumpHelp().utf8))
      let options = help["command"]?["arguments"]?.array?.filter { $0["kind"] == "option" } ?? []
      let names = options.flatMap { $0["names"]?.array ?? [] }.compactMap { $0["name"]?.string }
      #expect(!names.isEmpty && listed == Set(names.map { "--" + $0 }), "\(command)")
    }
    try check(Search.self, Search.optionsWithValue)
    try check(Quotes.self, Quotes.optionsWithValue)
    try check(Tag.self, Tag.optionsWithValue)
  }

  @Test func phrasesThatTheShellUnquoted() {
    #expect(Search.text(of: ["emma", "-good fortune"]) == "emma -\"good fortune\"")
    #expect(Search.text(of: ["emma", "-\"good fortune\""]) == "emma -\"good fortune\"")
    #expect(Search.text(of: ["emma", "- good"]) == "emma - good")
    #expect(Search.text(of: ["-good fortune"]) == "-good fortune")
  }
}
