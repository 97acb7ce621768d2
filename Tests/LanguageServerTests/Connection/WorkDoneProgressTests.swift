import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

@testable import LanguageServer

/// A progress bar begins, reports and ends, in this order, whatever happens. Here the client is a pipe.
@Suite struct WorkDoneProgressTests {
  private let piped = PipedClient()
  private let cancellation = Cancellation()
  private var client: ClientConnection { piped.connection }

  private func progress(
    _ token: ProgressToken?, canAsk: Bool = false, long: DispatchTimeInterval = .seconds(3600)
  ) -> WorkDoneProgress {
    WorkDoneProgress(
      client, title: "Looking", token: token, canAsk: canAsk, long: long,
      cancellation: cancellation)
  }

  /// The client's messages so far, in short: `begin`, percentages, `end`, methods of requests.
  private func received() throws -> [String] {
    try piped.received().map { message in
      switch message {
      case .notification("$/progress", let params):
        #expect(params?["token"] != nil)
        let value = params?["value"]
        let percentage = value?["kind"] == "report" ? value?["percentage"]?.int : nil
        return percentage.map(String.init) ?? value?["kind"]?.string ?? "?"
      case .request(_, let method, _): return method
      default: return "?"
      }
    }
  }

  @Test func percentagesRise() throws {
    let progress = progress(.string("t"))
    for done in [0, 1, 5, 4, 5, 10, 20] { progress.report(done, of: 10) }
    progress.report(1, of: 0)
    progress.end()
    progress.end()
    progress.report(9, of: 10)
    #expect(try received() == ["begin", "10", "50", "100", "end"])
  }

  /// Progress without an end, as after an error, is ended all the same.
  @Test func itEndsInAnyCase() throws {
    do { _ = progress(.integer(1)) }
    #expect(try received() == ["begin", "end"])
  }

  @Test func theUserStopsIt() throws {
    let progress = progress(.integer(7))
    client.cancel(.string("7"))
    #expect(!cancellation.isCancelled)
    client.cancel(.integer(7))
    #expect(cancellation.isCancelled)
    progress.end()
    client.cancel(.integer(7))
    #expect(try received() == ["begin", "end"])
  }

  /// Short work shows no bar to a client that named none.
  @Test func shortWorkAsksForNothing() throws {
    let progress = progress(nil, canAsk: true)
    progress.report(1, of: 2)
    progress.end()
    #expect(try received() == [])
  }

  @Test func longWorkAsksForABar() throws {
    let progress = progress(nil, canAsk: true, long: .seconds(0))
    progress.report(1, of: 10)
    progress.report(2, of: 10)  // there is no bar yet
    client.receive(.string("commonplace-1"), .success(.null))
    progress.report(3, of: 10)
    progress.end()
    #expect(try received() == ["window/workDoneProgress/create", "begin", "30", "end"])
  }

  @Test func aBarThatComesTooLateIsNotBegun() throws {
    let progress = progress(nil, canAsk: true, long: .seconds(0))
    progress.report(1, of: 10)
    progress.end()
    client.receive(.string("commonplace-1"), .success(.null))
    #expect(try received() == ["window/workDoneProgress/create"])
  }

  @Test func stoppingWhatIsUnknownIsIgnored() throws {
    let server = try ServerFixture()
    server.client.notify("window/workDoneProgress/cancel", ["token": "none"])
    server.client.notify("window/workDoneProgress/cancel", ["token": [1]])
    let logged = try server.client.notification("window/logMessage")
    #expect(
      logged["message"]
        == "window/workDoneProgress/cancel: token: expected an integer or a string")
  }
}
