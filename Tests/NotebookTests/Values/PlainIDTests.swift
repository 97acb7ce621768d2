import Notebook
import Testing

@Suite struct PlainIDTests {
  @Test(arguments: ["A", "0", "12345678-1234-1234-1234-123456789ABC", "a_b", "_"])
  func idsOfProgramsArePlain(id: String) {
    #expect(PlainID.isPlain(id) && PlainID.inCommand(id) == id)
  }

  /// An id that a stranger wrote is no word of a command: a shell would run it, or take it for an option.
  @Test(arguments: [
    "", "x; touch /tmp/owned #", "$(x)", "`x`", "a b", "a'b", "a\"b", "a'\u{301}b", "a\nb",
    "a\u{0}b",
    "-rf", "--help", "~", "*", "a|b", "a&b", "a<b", "!1", "#a", "a\\", "\u{E9}", "\u{FF41}",
    "\u{1B}[2J", "a=b", String(repeating: "a", count: 201),
  ]) func othersAreNot(id: String) {
    #expect(!PlainID.isPlain(id) && PlainID.inCommand(id) == "NOTE")
  }

  /// A command may have the first digits alone.
  @Test func theBeginningOfAnIDCounts() {
    #expect(PlainID.inCommand("12345678-x; y".prefix(8)) == "12345678")
    #expect(PlainID.inCommand("1; touch x".prefix(8)) == "NOTE")
  }
}
