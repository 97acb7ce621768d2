import Testing

@testable import BookLookup

/// A program whose output is read ends by its deadline, whatever it does.
@Suite struct ReadingChildTests {
  private static func output(_ script: String, within time: Duration) throws -> ReadingChild.Output
  {
    try #require(
      ReadingChild(
        "/bin/sh", ["-c", script], input: [], environment: [:], programs: LookupPrograms())
    )
    .output(most: 100, within: time)
  }

  @Test func theOutputAndTheCode() throws {
    guard
      case .ended(3, let bytes) = try Self.output("echo said; exit 3", within: .seconds(60))
    else { return #expect(Bool(false), "it ended otherwise") }
    #expect(bytes == Array("said\n".utf8))
  }

  /// The last closes its output, as if it were done, and goes on.
  @Test(arguments: ["exec sleep 1000", "echo said; exec sleep 1000", "exec >&-; exec sleep 1000"])
  func endsAtItsDeadline(script: String) throws {
    guard case .tooLate = try Self.output(script, within: .milliseconds(100)) else {
      return #expect(Bool(false), "it ended otherwise")
    }
  }

  @Test func tooMuchIsNotKept() throws {
    guard case .tooMuch = try Self.output("while :; do echo more; done", within: .seconds(60))
    else {
      return #expect(Bool(false), "it ended otherwise")
    }
  }
}
