import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import Notebook
import NotebookFile
import NotebookReview
import SpacedRepetition
import TestSupport
import Testing

@testable import LanguageServer

/// Answers that come from elsewhere while the server is open.
@Suite struct ReviewOfOthersTests {
  private static let notes = ["# Peaks\n\nQ: Which is the highest?\nA: Everest\n"]
  private static let capabilities: JSONValue = [
    "experimental": ["commonplace": ["notesChanged": true, "reviewCounts": true]],
    "workspace": ["codeLens": ["refreshSupport": true]],
  ]
  private static let counts = "commonplace/review/countsChanged"

  private func serve() throws -> ServerFixture {
    try ServerFixture(notes: Self.notes, capabilities: Self.capabilities)
  }

  /// The number of due prompts is sent once, although no client asked and nothing was answered.
  @Test func theFirstCountsComeUnasked() throws {
    let server = try serve()
    _ = try server.client.request("commonplace/listNotes", [:])
    let reported = try server.client.notification(Self.counts)
    #expect(reported["due"] == 1 && reported["new"] == 1 && reported["answeredToday"] == 0)
    #expect(reported["notebook"] == server.notebookPath.json)
    _ = try server.client.request("commonplace/review/counts", [:])
    #expect(server.client.notificationsSoFar(Self.counts) == [])
  }

  /// Prompts of a note that another process writes are reported for the note, and for nothing else.
  @Test func onlyNotesAreNamed() throws {
    let server = try serve()
    let uri = try server.uri(titled: "Peaks")
    let other = try server.anotherClient()
    func ask(_ name: String, _ params: JSONObject) throws -> JSONValue {
      try other.request("commonplace/review/\(name)", .object(params))["session"] ?? .null
    }
    _ = try server.client.notification(Self.counts)
    let session = try ask("start", [:])
    _ = try ask("reveal", ["session": session])
    _ = try ask("answer", ["session": session, "ease": "again"])
    let answered = try server.client.notification("commonplace/notesChanged")
    #expect(answered["uris"] == [uri.json])
    #expect(try server.client.notification(Self.counts)["answeredToday"] == 1)
    // Of a suspension, the note itself knows nothing.
    server.client.forgetUnasked()
    _ = try ask("suspend", ["session": ask("start", ["cram": true])])
    _ = try server.client.serverRequest("workspace/codeLens/refresh")
    _ = try server.client.request("commonplace/review/counts", [:])
    #expect(server.client.notificationsSoFar("commonplace/notesChanged") == [])
  }

  /// The study log and what else is kept beside the notes is no note to any request.
  @Test(arguments: [".studyLog", ".commonplace", ""])
  func otherKeysAreNotFound(_ name: String) throws {
    let server = try serve()
    let review = ReviewFixture(server)
    let state = try review.answer("again", in: review.call("start"))
    _ = try review.step("suspend", in: state)
    let notes = try server.client.request("commonplace/listNotes", [:])["notes"]?.array
    #expect(notes?.count == 1)
    let known = try #require(NoteURI(server.uri(titled: "Peaks")))
    let uri = NoteURI(id: name, title: "Peaks", notebookPath: server.notebookPath).text
    #expect(known.id != name)
    for method in ["readNote", "writeNote", "deleteNote", "review/start", "review/counts"] {
      let code = try server.client.errorCode(
        "commonplace/\(method)", ["uri": uri.json, "text": "x"])
      #expect([-32602, -32803].contains(code), "\(method)")
    }
    #expect(try review.counts()["answeredToday"] == 1)
  }

  /// Two devices answer the same prompt, and none knows of the other: what both answers lead to is
  /// stored once they meet, without another review; for a client that knows nothing of counts, too,
  /// if it reviews.
  @Test(arguments: [true, false]) func datesOfTheLogAreStored(_ wantsCounts: Bool) throws {
    let server = try ServerFixture(
      notes: Self.notes,
      capabilities: wantsCounts
        ? Self.capabilities : ["workspace": ["codeLens": ["refreshSupport": true]]])
    let review = ReviewFixture(server)
    let away = server.folder.path("away.libnotes")
    try FileManager.default.copyItem(atPath: server.notebookPath, toPath: away)
    let elsewhere = try Notebook.open(
      at: away, state: StateFolder(path: server.folder.path("elsewhere")))
    let prompt = try #require(
      try elsewhere.reviews.chooseCards(.notebook, CardChoice(), seed: 1).first)
    let wrong = ReviewAnswer(prompt: prompt, date: Date() - 90, ease: .again, answers: .two)
    _ = try elsewhere.reviews.record(wrong, scheduler: .libraryNotes)
    try elsewhere.publish()
    try elsewhere.close()
    _ = try review.answer("good", in: review.call("start"))
    #expect(rename(away, server.notebookPath) == 0)
    if wantsCounts {
      _ = try server.client.notification(Self.counts) { $0["answeredToday"] == 2 }
    }
    func stored() throws -> [String] {
      try SQLite.strings(
        """
        SELECT json_extract(json, '$.promptStatistics[0].reviewCount') || ' '
          || json_extract(json, '$.promptStatistics[0].totalCorrect') || ' '
          || json_extract(json, '$.promptStatistics[0].totalIncorrect')
        FROM entry WHERE key LIKE 'prompt=%'
        """, in: server.notebookPath)
    }
    let isStored = try server.client.eventually {
      try stored().contains("2 1 1")
    }
    let found = try stored()
    #expect(isStored, "\(found)")
    let isAsked = server.client.eventually {
      server.client.requestsSoFar("workspace/codeLens/refresh") > 0
    }
    #expect(isAsked)
  }

  /// A card that is answered or suspended elsewhere, while it or another one is shown, leaves.
  @Test(arguments: [
    ("answer", "it is no longer due"), ("suspend", "it was suspended"),
  ])
  func cardsChangedElsewhereAreNotAsked(_ step: String, _ reason: String) throws {
    let server = try serve()
    let review = ReviewFixture(server)
    let state = try review.step("reveal", in: review.call("start"))
    let other = try server.anotherClient()
    let session = try other.request("commonplace/review/start", [:])["session"] ?? .null
    for name in ["reveal", step] {
      _ = try other.request("commonplace/review/\(name)", ["session": session, "ease": "good"])
    }
    let shown = try review.step("state", in: state)
    #expect(shown.card == nil)
    #expect(shown.message == "A card was removed from this review: \(reason).")
  }

  /// The card is asked again, as after every undo.
  @Test func answersTakenBackElsewhereAreReported() throws {
    let server = try serve()
    let review = ReviewFixture(server)
    let start = try review.call("start")
    let state = try review.answer("good", in: start)
    // Others see the answer once it is in the file.
    let isPublished = try server.client.eventually {
      try SQLite.strings("SELECT key FROM entry WHERE scope = '.studyLog'", in: server.notebookPath)
        != []
    }
    #expect(isPublished)
    let beside = try Notebook.open(
      at: server.notebookPath, state: StateFolder(path: server.folder.path("beside")))
    try beside.reviews.undo(try #require(beside.reviews.log().first).answer)
    try beside.close()
    let undone = try review.step("undo", in: state)
    #expect(
      undone.message
        == "The answer was not undone, because the answer or its prompt no longer exists.")
    #expect(undone.front == start.front && undone.back != nil && !undone.canUndo)
  }

  /// A session asks nothing of a notebook that it was not begun in.
  @Test func anotherNotebookEndsASession() throws {
    let server = try serve()
    let review = ReviewFixture(server)
    let state = try review.step("reveal", in: review.call("start"))
    let other = server.folder.path("other.libnotes")
    try Notebook.create(at: other, notes: ["# Rivers\n\nQ: Which is the longest?\nA: Nile\n"])
    server.client.notify(
      "workspace/didChangeConfiguration",
      ["settings": ["commonplace": ["notebook": other.json]]])
    #expect(
      try review.error("answer", ["session": state.session, "ease": "good"]) == -32803)
    #expect(try review.call("start").front == "Which is the longest?")
    #expect(try review.counts()["answeredToday"] == 0)
  }

  /// The same where one replaces the other under the same name.
  @Test func aReplacedNotebookIsNotAnswered() throws {
    let server = try serve()
    let review = ReviewFixture(server)
    let state = try review.step("reveal", in: review.call("start"))
    let other = server.folder.path("other.libnotes")
    try Notebook.create(at: other, notes: ["# Rivers\n\nQ: Which is the longest?\nA: Nile\n"])
    #expect(rename(other, server.notebookPath) == 0)
    let isThere = try server.client.eventually {
      try review.call("start").front == "Which is the longest?"
    }
    #expect(isThere)
    let end = try review.step("answer", in: state, ease: "good")
    #expect(end.card == nil && end.message != nil && end.summary == [0, 0])
    #expect(try review.counts()["answeredToday"] == 0)
  }
}
