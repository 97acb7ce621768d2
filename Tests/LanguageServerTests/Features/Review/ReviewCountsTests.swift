import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import NotebookReview
import TestSupport
import Testing

@testable import LanguageServer

/// Clients that ask for the number of due prompts are notified.
@Suite struct ReviewCountsTests {
  private static let capabilities: JSONValue = [
    "experimental": ["commonplace": ["reviewCounts": true]]
  ]
  private static let notes = (0..<12).map { "# Note \($0)\n\nQ: What is \($0)?\nA: \($0)\n" }
  private static let method = "commonplace/review/countsChanged"

  private func reported(_ server: ServerFixture, _ due: Int, _ answered: Int) throws -> Bool {
    let reported = try server.client.notification(Self.method) {
      $0["due"]?.int == due && $0["answeredToday"]?.int == answered
    }
    #expect(reported["notebook"]?.string == server.notebookPath && reported["new"]?.int == due)
    return true
  }

  @Test func answersAndSavesAreReported() throws {
    let server = try ServerFixture(notes: Self.notes, capabilities: Self.capabilities)
    let review = ReviewFixture(server)
    var state = try review.call("start")
    for _ in Self.notes { state = try review.answer("good", in: state) }
    #expect(state.card == nil)
    #expect(try reported(server, 0, 12))
    // Nothing is reported twice.
    let others = server.client.notificationsSoFar(Self.method).map { $0["answeredToday"]?.int }
    #expect(!others.contains(12) && Set(others).count == others.count)
    // A save that changes no count is not reported.
    server.client.forgetUnasked()
    _ = try server.client.write(server.uri(titled: "Note 1"), Self.notes[1] + "\nmore\n")
    _ = try server.client.write(server.uri(titled: "Note 2"), Self.notes[2] + "\n> more\n")
    #expect(try reported(server, 1, 12))
    #expect(server.client.notificationsSoFar(Self.method) == [])
  }

  @Test func answersOfOthersAreReported() throws {
    let server = try ServerFixture(
      notes: Array(Self.notes.prefix(2)), capabilities: Self.capabilities)
    let other = try ServerFixture.start(in: server.folder)
    try other.initialize(options: ["notebook": server.notebookPath.json])
    let start = try other.request("commonplace/review/start", [:])
    let session = start["session"] ?? .null
    _ = try other.request("commonplace/review/reveal", ["session": session])
    _ = try other.request("commonplace/review/answer", ["session": session, "ease": "good"])
    #expect(try reported(server, 1, 1))
  }

  @Test func aClientThatDoesNotAskIsNotNotified() throws {
    let server = try ServerFixture(notes: [Self.notes[0]])
    let review = ReviewFixture(server)
    let asking = try server.anotherClient(capabilities: Self.capabilities)
    _ = try review.answer("good", in: review.call("start"))
    _ = try asking.notification(Self.method)
    #expect(server.client.notificationsSoFar(Self.method) == [])
  }

  @Test func unchangedCountsAreKept() throws {
    let notifier = DueCountNotifier()
    #expect(notifier.schedule() != nil && notifier.schedule() == nil)
    notifier.countBegins()
    #expect(notifier.schedule() != nil)
    #expect(
      notifier.shouldNotify(.init(due: 1), of: "a")
        && !notifier.shouldNotify(.init(due: 1), of: "a"))
    #expect(
      notifier.shouldNotify(.init(due: 1), of: "b") && notifier.shouldNotify(.init(due: 2), of: "b")
    )
    let turn = Date(timeIntervalSince1970: 86_400)
    #expect(notifier.waits(for: turn) && !notifier.waits(for: turn))
    #expect(notifier.waits(for: turn + 86_400))
  }
}
