import Dispatch
import Foundation
import Testing

@testable import LanguageServer

@Suite struct ProcessWatchTests {
  private static let ways: [@Sendable (Int32, @escaping @Sendable () -> Void) -> Void] = [
    { ProcessWatch.start($0, ended: $1) }, { ProcessWatch.look(for: $0, ended: $1) },
  ]

  @Test(arguments: ways.indices) func theEndOfAProcessIsReported(way: Int) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sleep")
    process.arguments = ["60"]
    try process.run()
    let hasEnded = DispatchSemaphore(value: 0)
    Self.ways[way](process.processIdentifier) { hasEnded.signal() }
    #expect(hasEnded.wait(timeout: .now() + 0.05) == .timedOut)
    // A child ignores the signals that this process ignores, as it does after a test of the server.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(hasEnded.wait(timeout: .now() + 60) == .success)
  }

  @Test(arguments: ways.indices) func aProcessThatIsGoneIsReported(way: Int) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/true")
    try process.run()
    process.waitUntilExit()
    let hasEnded = DispatchSemaphore(value: 0)
    Self.ways[way](process.processIdentifier) { hasEnded.signal() }
    #expect(hasEnded.wait(timeout: .now() + 60) == .success)
  }
}
