import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import Notebook
import PackratParsing
import SpacedRepetition
import TestSupport
import Testing

@testable import LanguageServer

/// Sessions of review, driven by requests.
@Suite struct ReviewRequestsTests {
  static let heart = "# Body\n\nThe ?[organ](heart) has four chambers.\n"
  static let walden = "# Walden\n\nQ: Who wrote it?\nA: Thoreau\n\n#books/1854\n"

  @Test func suspendedCardsAreResumed() throws {
    let review = try ReviewFixture(notes: [Self.heart, Self.walden])
    let body = try review.server.uri(titled: "Body")
    var state = try review.call("start", ["uri": body.json])
    state = try review.step("suspend", in: state)
    #expect(state.card == nil && state.summary == [0, 0])
    #expect(try review.call("start", ["uri": body.json]).card == nil)
    let other = try review.server.uri(titled: "Walden")
    #expect(try review.call("resume", ["uri": other.json]).json == ["resumed": 0])
    #expect(try review.call("resume", ["uri": body.json]).json == ["resumed": 1])
    #expect(try review.call("resume").json == ["resumed": 0])
    #expect(try review.call("start", ["uri": body.json]).front?.hasPrefix("The organ") == true)
  }

  @Test func fourAnswersAndFSRSAreSettings() throws {
    let review = try ReviewFixture(
      notes: [Self.heart],
      settings: ["review": ["answers": 4, "scheduler": "fsrs", "limit": 3]])
    var state = try review.step("reveal", in: review.call("start"))
    #expect(state.answers == ["1 again Again", "2 hard Hard", "3 good Good", "4 easy Easy"])
    #expect(state.intervals == ["1 minute", "6 minutes", "10 minutes", "8 days"])
    // Learning is not over before a day.
    state = try review.step("answer", in: state, ease: "good")
    #expect(state.progress == [0, 1])
    state = try review.answer("easy", in: state)
    #expect(state.card == nil && state.summary == [2, 0])
  }

  /// With a retention of 0.8 it would be 28 days.
  @Test func theInputOfFSRSIsSettings() throws {
    var numbers = FSRSParameters.published.numbers.map { JSONValue.double($0) }
    numbers[2] = 100
    let review = try ReviewFixture(
      notes: [Self.heart],
      settings: [
        "review": [
          "answers": 4, "scheduler": "fsrs", "desiredRetention": 0.8, "maximumInterval": 9,
          "fsrsParameters": .array(numbers),
        ]
      ])
    let state = try review.step("reveal", in: review.call("start"))
    #expect(state.intervals.last == "9 days")
    let again = try review.answer("good", in: state)
    let shown = try review.step("reveal", in: again)
    // Learned with the own parameters, of which the third is the stability of a good answer.
    #expect(shown.intervals.suffix(2) == ["9 days", "9 days"])
    #expect(try review.step("answer", in: shown, ease: "good").card == nil)
  }

  // MARK: Changes by others meanwhile

  @Test func aPromptThatIsGoneLeaves() throws {
    let review = try ReviewFixture(notes: [Self.heart, Self.walden])
    let state = try review.step("reveal", in: review.call("start"))
    let uri = try #require(state.card?["note"]?["uri"]?.string)
    _ = try review.server.client.write(uri, "# Nothing\n")
    let next = try review.step("answer", in: state, ease: "good")
    #expect(next.message?.contains("removed from this review") == true)
    #expect(next.front != state.front && next.front != nil && next.progress == [0, 1])
    #expect(try review.counts()["answeredToday"] == 0)
    // To the trash, too.
    let other = try #require(next.card?["note"]?["uri"])
    _ = try review.server.client.request("commonplace/deleteNote", ["uri": other])
    let end = try review.step("state", in: next)
    #expect(end.card == nil && end.message != nil && end.summary == [0, 0])
  }

  @Test func anEditedCardIsAskedAgain() throws {
    let review = try ReviewFixture(notes: [Self.heart])
    let state = try review.step("reveal", in: review.call("start"))
    let uri = try #require(state.card?["note"]?["uri"]?.string)
    let text = "# Body\n\nmore\n\nThe ?[organ](heart) of man has four chambers.\n"
    let base = try review.server.client.read(uri).version
    // Both are sent before either is answered.
    let write = review.server.client.send(
      request: "commonplace/writeNote",
      ["uri": uri.json, "text": text.json, "baseVersion": base.json])
    let edited = try review.step("state", in: state)
    _ = try review.server.client.response(to: write)
    #expect(edited.front == "The organ of man has four chambers." && edited.back != nil)
    #expect(edited.card?["range"]?["start"] == ["line": 4, "character": 0])
    #expect(try review.step("answer", in: edited, ease: "good").summary == [1, 0])
    #expect(try review.server.client.read(uri).text == text)
  }

  /// A save that meets another's keeps both texts, and the review goes on.
  @Test func aConflictInBetweenLosesNoAnswer() throws {
    let review = try ReviewFixture(notes: [Self.heart])
    let client = review.server.client
    let state = try review.step("reveal", in: review.call("start"))
    let uri = try #require(state.card?["note"]?["uri"]?.string)
    client.open(uri, try client.read(uri).text)
    let other = try review.server.anotherClient()
    _ = try other.write(uri, Self.heart + "\nTheirs.\n")
    client.change(uri, version: 2, Self.heart + "\nOurs.\n")
    client.save(uri, Self.heart + "\nOurs.\n")
    let done = try review.step("answer", in: state, ease: "good")
    #expect(done.summary == [1, 0] && done.message == nil)
    #expect(try client.read(uri).text.hasSuffix("Ours.\n"))
    #expect(try review.counts(uri) == ["due": 0, "new": 0, "answeredToday": 1])
  }

  @Test func aNotebookThatCannotBeWrittenSaysSo() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("newer.libnotes")
    try Notebook.create(at: path, notes: [Self.heart])
    _ = try SQLite.run("INSERT INTO grdb_migrations VALUES ('fromTheFuture')", on: path)
    let review = ReviewFixture(try ServerFixture(notebookPath: path))
    let state = try review.step("reveal", in: review.call("start"))
    for (step, ease) in [("answer", "good"), ("suspend", nil)] as [(String, String?)] {
      let error = #expect(throws: ResponseError.self) {
        try review.step(step, in: state, ease: ease)
      }
      #expect(error?.code == -32803 && error?.message.contains("newer version") == true)
    }
    let same = try review.step("state", in: state)
    #expect(same.json == state.json)
    #expect(try review.step("skip", in: same).card == nil)
  }

  // MARK: Messages of clients

  @Test func sessionsAreApartAndNotTooMany() throws {
    let review = try ReviewFixture(notes: [Self.heart])
    let first = try review.call("start")
    let second = try review.step("reveal", in: review.call("start", ["cram": true]))
    #expect(first.session != second.session)
    #expect(try review.step("state", in: first).back == nil)
    #expect(try review.step("state", in: second).back != nil)
    for _ in 0..<15 { _ = try review.call("start", ["cram": true]) }
    #expect(try review.error("state", ["session": first.session]) == -32803)
    #expect(try review.step("state", in: second).back != nil)
  }

  @Test func wrongParametersAreRefused() throws {
    let review = try ReviewFixture(notes: [Self.heart])
    let state = try review.call("start", ["limit": -3])
    let cases: [(String, JSONObject, Int)] = [
      ("start", ["tag": "#a", "query": "b"], -32602), ("start", ["section": "x"], -32602),
      ("start", ["limit": "x"], -32602), ("start", ["cram": 1], -32602),
      ("start", ["uri": "file:///a.md"], -32602),
      ("start", ["uri": "commonplace://n/none/none.md"], -32803),
      ("start", ["uri": "commonplace-view://n/quotes?seed=1"], -32602),
      ("counts", ["uri": ""], -32602), ("resume", ["uri": "file:///a"], -32602),
      ("reveal", [:], -32602), ("reveal", ["session": 1], -32602),
      ("reveal", ["session": ""], -32803), ("stop", ["session": "none"], -32803),
      ("answer", ["session": state.session], -32602),
      ("answer", ["session": state.session, "ease": "best"], -32602),
      ("answer", ["session": state.session, "ease": "easy"], -32602),
      // Its back was not shown.
      ("answer", ["session": state.session, "ease": "good"], -32803),
      ("undo", ["session": state.session], -32803),
    ]
    for (name, params, code) in cases {
      #expect(try review.error(name, params) == code, "\(name) \(params)")
    }
    for limit in [0, -1, Int.max, Int.min] {
      #expect(try review.call("start", ["limit": limit.json]).progress == [0, 1])
    }
    let same = try review.step("state", in: state)
    #expect(same.json == state.json)
  }

  /// Lenses, hints and hovers say of a note what a review would ask.
  @Test func dueCardsAreTheSameEverywhere() throws {
    let notebook = try ReviewedNotebook()
    let server = try ServerFixture(notebookPath: notebook.path)
    let review = ReviewFixture(server)
    let uri = try server.uri(titled: "Walden")
    server.client.open(uri, ReviewedNotebook.text)
    func lenses() throws -> [String] {
      let found = try server.client.request(
        "textDocument/codeLens", ["textDocument": ["uri": uri.json]])
      return (found.array ?? []).compactMap { $0["command"]?["title"]?.string }
    }
    #expect(try lenses().contains("3 prompts due") && review.counts(uri)["due"] == 3)
    var state = try review.call("start", ["uri": uri.json])
    while state.card != nil, state.card?["kind"] != "question" {
      state = try review.step("skip", in: state)
    }
    _ = try review.step("suspend", in: state)
    // Beside those of its book.
    let ofReview = try lenses().filter { $0.contains("prompts") || $0.hasPrefix("Due") }
    #expect(ofReview.suffix(3) == ["2 prompts due", "Due 3 days ago", "New (1 of 2 prompts)"])
    #expect(try review.counts(uri)["due"] == 2)
    let hover = try server.client.request(
      "textDocument/hover",
      ["textDocument": ["uri": uri.json], "position": ["line": 6, "character": 3]])
    #expect(
      hover["contents"]?["value"]?.string?.hasSuffix("\nSuspended. Not reviewed yet.") == true)
  }

  @Test func theHoverTellsTheLastAnswers() throws {
    let review = try ReviewFixture(notes: [Self.heart])
    var state = try review.answer("again", in: review.call("start"))
    state = try review.answer("good", in: state)
    let uri = try review.server.uri(titled: "Body")
    review.server.client.open(uri, Self.heart)
    let hover = try review.server.client.request(
      "textDocument/hover",
      ["textDocument": ["uri": uri.json], "position": ["line": 2, "character": 6]])
    let text = try #require(hover["contents"]?["value"]?.string)
    // A repetition is no separate review.
    #expect(text.contains("Answered once, last today."))
    #expect(text.hasSuffix("\n- today: right\n- today: wrong"))
  }

  /// While due prompts are counted other requests are answered, and the client sees progress.
  @Test(arguments: ["review/start", "listNotes", "view"])
  func countingHoldsUpNothing(method: String) throws {
    let review = try ReviewFixture(notes: ["# A\n\n> Simplify.\n"])
    let client = review.server.client
    let uri = try review.server.uri(titled: "A")
    // A note that was written here is in a working copy, with an index beside it.
    _ = try client.write(uri, "# A\n\n> Simplify.\n\nless\n")
    _ = try review.counts()
    // The index is one of an older version, and is being written by another process.
    let state = FileManager.default.enumerator(
      atPath: review.server.folder.url.path(percentEncoded: false))
    let index = try #require(
      state?.compactMap { $0 as? String }.first { $0.hasSuffix("review.sqlite") })
    let path = review.server.folder.path(index)
    _ = try SQLite.run("PRAGMA user_version = 1", on: path)
    let lock = try SQLite.lock(path)
    var params: JSONObject = ["workDoneToken": "counting"]
    if method == "listNotes" { params["sort"] = "due" }
    if method == "view" { params["uri"] = "commonplace-view://mine/review" }
    let name = method == "view" ? "readView" : method
    let id = client.send(request: "commonplace/\(name)", .object(params))
    let begin = try client.notification("$/progress") { $0["value"]?["kind"] == "begin" }
    #expect(begin["token"] == "counting" && begin["value"]?["title"] == "Counting due prompts")
    #expect(try client.read(uri).text == "# A\n\n> Simplify.\n\nless\n")
    #expect(try client.write(uri, "# A\n\n> Simplify.\n\nmore\n")["version"] != nil)
    lock.release()
    let answer = try client.response(to: id)
    #expect(answer["card"] != nil || answer["notes"] != nil || answer["text"] != nil)
    _ = try client.notification("$/progress") { $0["value"]?["kind"] == "end" }
  }
}
