import Testing

@testable import commonplace

@Suite struct HelpTextTests {
  @Test(arguments: [
    (
      "USAGE: commonplace notes [--tag <hashtag>] [--limit <limit>] <query>", 40,
      "USAGE: commonplace notes\n           [--tag <hashtag>]\n           [--limit <limit>] <query>"
    ),
    ("USAGE: commonplace init [--json]", 40, "USAGE: commonplace init [--json]"),
    (
      "  See 'commonplace help <subcommand>' for detailed help.", 40,
      "  See 'commonplace help <subcommand>'\n  for detailed help."
    ),
    // Another form of the command.
    (
      "USAGE: commonplace a\n       commonplace b [--json] [--yes]\n\n       commonplace b [--json] [--yes]",
      30,
      "USAGE: commonplace a\n       commonplace b [--json]\n           [--yes]\n\n       commonplace b [--json] [--yes]"
    ),
    // A word that is too long stays whole; other lines are laid out already.
    ("USAGE: aaaaaaaaaaaa b", 10, "USAGE:\n           aaaaaaaaaaaa\n           b"),
    ("OVERVIEW: aaaaaaaaaaaa b", 10, "OVERVIEW: aaaaaaaaaaaa b"), ("", 10, ""),
    ("a\n\nb\n", 1, "a\n\nb\n"),
  ]) func wrapsUsage(_ text: String, columns: Int, _ wrapped: String) {
    #expect(HelpText.wrapped(text, columns: columns) == wrapped)
  }
}
