import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import Notebook
import TestSupport
import Testing

@testable import LanguageServer

/// A server that is killed in the middle of a session keeps every answer that it acknowledged.
@Suite struct ReviewKillTests {
  private static let rounds = 4
  private static let notes = (0..<(rounds * 5)).map { "# \($0)\n\nQ: What is \($0)?\nA: \($0)\n" }

  @Test func aKilledServerKeepsEveryAnswer() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("Test Notes.libnotes")
    try Notebook.create(at: path, notes: Self.notes)
    var acknowledged: Set<String> = []
    var sent = 0
    for round in 0...Self.rounds {
      let client = try ServerFixture.start(in: folder)
      try client.initialize(options: ["notebook": path.json])
      func ask(_ name: String, _ params: JSONObject = [:]) throws -> ShownReview {
        ShownReview(json: try client.request("commonplace/review/\(name)", .object(params)))
      }
      // The answer that was being written when the server was killed may be there, and nothing else.
      let answered = try #require(try ask("counts").json["answeredToday"]?.int)
      #expect(answered >= acknowledged.count && answered <= sent)
      var state = try ask("start")
      var fronts: Set<String> = []
      #expect(state.progress == [0, Self.notes.count - answered])
      if round == Self.rounds {
        while let front = state.front {
          fronts.insert(front)
          state = try ask("skip", ["session": state.session])
        }
        #expect(fronts.isDisjoint(with: acknowledged))
        #expect(try client.shutDown() == 0)
        continue
      }
      for _ in 0..<3 {
        let front = try #require(state.front)
        #expect(!acknowledged.contains(front))
        state = try ask("reveal", ["session": state.session])
        state = try ask("answer", ["session": state.session, "ease": "good"])
        acknowledged.insert(front)
        sent += 1
      }
      state = try ask("reveal", ["session": state.session])
      _ = client.send(
        request: "commonplace/review/answer", ["session": state.session, "ease": "good"])
      sent += 1
      usleep(UInt32(round) * 2_000)
      client.kill()
      _ = client.waitForExit()
    }
    // The file has them all, and each once.
    let logged = try SQLite.strings(
      """
      SELECT count(*) || ' ' || count(DISTINCT json_extract(json, '$.identifier.noteId'))
      FROM entry WHERE scope = '.studyLog' AND type = 2
      """, in: path)
    let count = try #require(logged.first?.split(separator: " ").compactMap { Int($0) })
    #expect(count.count == 2 && count.first == count.last)
    #expect((acknowledged.count...sent).contains(count.first ?? 0))
  }
}
