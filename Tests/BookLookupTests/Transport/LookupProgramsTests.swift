import Testing

@testable import BookLookup

@Suite struct LookupProgramsTests {
  private func child(_ programs: LookupPrograms) -> ReadingChild? {
    ReadingChild("/bin/sleep", ["600"], input: [], environment: [:], programs: programs)
  }

  /// A service that does not answer holds up no end.
  @Test func anEndKillsThoseThatRun() throws {
    let programs = LookupPrograms()
    let sleeping = try #require(child(programs))
    programs.end()
    guard case .ended(let code, let bytes) = sleeping.output(most: 10, within: .seconds(60)) else {
      Issue.record("it was not ended")
      return
    }
    #expect(code == 128 + 9 && bytes.isEmpty)
    // None begins after that.
    #expect(child(programs) == nil)
    programs.end()
  }

  /// One that is over is not killed: its number may be another process's.
  @Test func thoseThatAreOverAreForgotten() throws {
    let programs = LookupPrograms()
    let echo = try #require(
      ReadingChild("/bin/echo", ["a"], input: [], environment: [:], programs: programs))
    guard case .ended(0, let bytes) = echo.output(most: 10, within: .seconds(60)) else {
      Issue.record("it did not end by itself")
      return
    }
    #expect(bytes == Array("a\n".utf8))
    #expect(!programs.isAnyRunning)
  }
}
