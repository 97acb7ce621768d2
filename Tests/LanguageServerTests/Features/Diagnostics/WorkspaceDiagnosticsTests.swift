import Base
import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import MiniMarkdown
import Notebook
import PackratParsing
import TestSupport
import Testing
import UserSettings

@testable import LanguageServer

/// The diagnostics of all notes: open ones as the client has them, the others as they are stored.
@Suite struct WorkspaceDiagnosticsTests {
  private static let notes = [
    "# Cloze\n\n?[a](b\n", "# Clean\n\nNothing to say.\n", "# Tag\n\n#tag.\n",
  ]

  private func serve(_ notes: [String]? = Self.notes) throws -> ServerFixture {
    try ServerFixture(notes: notes, capabilities: DiagnosticsTests.pulling)
  }

  /// A document's report: its codes, or that it is unchanged.
  private struct Report: Equatable {
    var codes: [String]?
    var resultId: String?
    var version: Int?

    init(_ item: JSONValue) {
      (version, resultId) = (item["version"]?.int, item["resultId"]?.string)
      codes = item["items"]?.array?.map { $0["code"]?.string ?? "" }
    }
  }

  private func reports(_ json: JSONValue) throws -> [String: Report] {
    Dictionary(
      (json["items"]?.array ?? []).map { ($0["uri"]?.string ?? "", Report($0)) },
      uniquingKeysWith: { first, _ in
        Issue.record("reported twice")
        return first
      })
  }

  private func ask(
    _ server: ServerFixture, previous: [String: Report] = [:]
  ) throws -> [String: Report] {
    let ids = previous.compactMap { uri, report in
      report.resultId.map { ["uri": uri.json, "value": $0.json] as JSONValue }
    }
    return try reports(
      server.client.request(
        "workspace/diagnostic", ["previousResultIds": .array(ids)]))
  }

  @Test func reportsWhatThereIsToSay() throws {
    let server = try serve()
    let (cloze, tag) = (try server.uri(titled: "Cloze"), try server.uri(titled: "Tag"))
    let first = try ask(server)
    #expect(Set(first.keys) == [cloze, tag])
    #expect(first[cloze]?.codes == ["unterminated-cloze"] && first[cloze]?.version == nil)
    #expect(first[tag]?.codes == ["hashtag-ends-in-punctuation"])

    // The same again is unchanged, in whatever spelling the client has the names.
    let again = try ask(
      server,
      previous: Dictionary(uniqueKeysWithValues: first.map { ($0.replacing("-", with: "%2D"), $1) })
    )
    #expect(again.mapValues(\.codes) == [cloze: nil, tag: nil])
    #expect(again.mapValues(\.resultId) == first.mapValues(\.resultId))

    // One that changes is reported, the other one is not again.
    _ = try server.client.write(cloze, "# Cloze\n\n# ?[a](b)\n")
    let changed = try ask(server, previous: first)
    #expect(changed[cloze]?.codes == ["cloze-in-heading"])
    #expect(changed[tag] == again[tag])

    // Nothing to say any more, in the trash, or with another name: an empty report, and no id.
    _ = try server.client.write(cloze, "# Fine\n")
    _ = try server.client.request("commonplace/deleteNote", ["uri": .string(tag)])
    let cleared = try ask(server, previous: changed.merging(first) { new, _ in new })
    #expect(cleared.mapValues(\.codes) == [cloze: [], tag: []])
    #expect(cleared.values.allSatisfy { $0.resultId == nil })
    #expect(try ask(server).isEmpty)
  }

  @Test func openDocumentsAreTheClients() throws {
    let server = try serve()
    let cloze = try server.uri(titled: "Cloze")
    server.client.open(cloze, "# Cloze\n\nQ: a\n", version: 7)
    server.client.open("untitled:x", "fine", version: 3)
    let open = try ask(server)
    #expect(open[cloze]?.codes == ["question-without-answer"] && open[cloze]?.version == 7)
    #expect(open["untitled:x"]?.codes == [] && open["untitled:x"]?.version == 3)
    #expect(open.count == 3)
    // The two ways to ask have the same names for the same.
    let pulled = try server.client.request(
      "textDocument/diagnostic",
      [
        "textDocument": ["uri": .string(cloze)],
        "previousResultId": .string(open[cloze]?.resultId ?? ""),
      ])
    #expect(pulled["kind"] == "unchanged")
    server.client.notify("textDocument/didClose", ["textDocument": ["uri": .string(cloze)]])
    let closed = try ask(server, previous: open)
    #expect(closed[cloze]?.codes == ["unterminated-cloze"] && closed[cloze]?.version == nil)
  }

  @Test func comparesNotesWithEachOther() throws {
    let question = "\n\nQ: Why?\nA: Because.\n"
    let server = try serve(
      ["# A" + question, "# B" + question, "# C\n\n![](assets/none.png) #philosphy\n"]
        + Array(repeating: "# D\n\n#philosophy\n", count: 5))
    let found = try ask(server)
    #expect(
      Set(found.values.map { ($0.codes ?? []).sorted() }) == [
        ["duplicate-question"], ["missing-image", "similar-hashtag"],
      ])
    #expect(found.count == 3)
  }

  /// Hints about cards that ask badly are reported for stored notes as for open ones, where they are wanted,
  /// and from when on they are.
  @Test func cardsThatAskBadlyAreReported() throws {
    let notebook = try ReviewedNotebook()
    let bad = "\n\n> Simplify.\n\nQ: Who is Thoreau?\nA: Thoreau\n"
    let server = try ServerFixture(
      notebookPath: notebook.path, capabilities: DiagnosticsTests.pulling)
    let book = try server.uri(titled: "Walden")
    _ = try server.client.write(book, bad)
    let other = try server.client.request("commonplace/createNote", ["text": bad.json])["uri"]
    let uri = try #require(other?.string)
    let hints = Set(DiagnosticRule.all.filter(\.isAboutCardQuality).map(\.code))
    func reported() throws -> [String: [String]] {
      try ask(server).mapValues { ($0.codes ?? []).filter(hints.contains) }.filter { !$1.isEmpty }
    }
    #expect(try reported() == [:])
    server.client.notify(
      "workspace/didChangeConfiguration",
      ["settings": ["commonplace": ["diagnostics": ["cardQuality": true]]]])
    let expected = [
      "Walden": ["question-contains-answer"],
      "": ["quote-without-source", "question-contains-answer"],
    ]
    let found = try reported()
    #expect(found[uri] == expected[""])
    #expect(found.filter { $0.key != uri }.map(\.value) == [expected["Walden"]])
    // As it is reported for the same text when it is open.
    server.client.open(uri, bad)
    #expect(
      try server.client.eventually { try reported()[uri] == expected[""] })
  }

  @Test(arguments: [nil, [], ["", "\n", " "]] as [[String]?])
  func nothingToSay(notes: [String]?) throws {
    let server = try serve(notes)
    #expect(try ask(server).isEmpty)
    server.client.open("file:///a.md", "?[a")
    #expect(try ask(server)["file:///a.md"]?.codes == ["unterminated-cloze"])
  }

  /// The client keeps the diagnostics of a notebook that cannot be read for a moment.
  @Test func aNotebookThatIsGoneTakesNothingAway() throws {
    let server = try serve()
    let first = try ask(server)
    try FileManager.default.removeItem(atPath: server.notebookPath)
    let second = try ask(server, previous: first)
    #expect(second.values.allSatisfy { $0.codes == nil })
  }

  // MARK: Parts, and giving up

  private static let many = (0..<250).map { "# Note \($0)\n\n?[a](b\n" }

  @Test func partsAddUpToTheWhole() throws {
    let server = try serve(Self.many)
    let whole = try ask(server)
    #expect(whole.count == Self.many.count)
    let result = try server.client.request(
      "workspace/diagnostic",
      ["previousResultIds": [], "partialResultToken": "part", "workDoneToken": 7])
    #expect(result == ["items": []])
    let progress = server.client.notificationsSoFar("$/progress")
    let parts = try progress.filter { $0["token"] == "part" }.map {
      try reports($0["value"] ?? .null)
    }
    #expect(parts.count == 3)
    let sum = parts.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
    #expect(sum == whole && parts.map(\.count).reduce(0, +) == whole.count)
    // The bar has a beginning and an end.
    let kinds = progress.filter { $0["token"] == 7 }.compactMap { $0["value"]?["kind"]?.string }
    #expect(kinds.first == "begin" && kinds.last == "end")
  }

  /// A canceled run has one answer, and the next one is as if it had not been.
  @Test(arguments: [false, true])
  func canBeCanceled(isRunning: Bool) throws {
    let server = try serve(Self.many)
    var asked: [RequestID] = []
    // A run may be over before it is asked to stop; its answer is whole then, and another is begun.
    let isCancelled = try server.client.eventually {
      let token = JSONValue.string("bar \(asked.count)")
      let id = server.client.send(
        request: "workspace/diagnostic", ["previousResultIds": [], "workDoneToken": token])
      asked.append(id)
      if isRunning {
        _ = try server.client.notification("$/progress") {
          $0["token"] == token && $0["value"]?["kind"] == "begin"
        }
        server.client.notify("window/workDoneProgress/cancel", ["token": token])
      } else {
        server.client.notify("$/cancelRequest", ["id": id.json])
      }
      do {
        #expect(try server.client.response(to: id)["items"]?.array?.count == Self.many.count)
        return false
      } catch let error as ResponseError {
        #expect(error.code == -32800)
        return true
      }
    }
    #expect(isCancelled)
    #expect(try ask(server).count == Self.many.count)
    server.client.patience = 0.02
    for id in asked {
      #expect(throws: LanguageClient.Failure.self) { try server.client.response(to: id) }
    }
    let bar = server.client.notificationsSoFar("$/progress").last
    #expect(bar.map { $0["value"]?["kind"] == "end" } ?? true)
  }

  // MARK: Cost

  /// Asked again and again, texts that did not change are not parsed again.
  @Test func parsesWhatHasChangedAlone() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("test.libnotes")
    try Notebook.create(at: path, notes: Self.notes)
    let access = NotebookAccess(
      defaults: NotebookDefaults(path: path, environment: [:], directory: "/"))
    let profile = ClientProfile(InitializeParams(capabilities: ClientCapabilities()))
    _ = access.locate(nil, from: nil)
    let indexCache = NotebookFactsCache(access, queue: WorkQueue("test"))
    func run() throws -> Int {
      let context = RequestContext(
        profile: profile, settings: Settings(), documents: [:], notebook: access,
        clientNotes: ClientNotes(
          openNotes: OpenNotes(), mirrors: Mirrors(),
          names: NoteNames(mirrors: Mirrors(), knowsNotes: true),
          proposed: ProposedEdits()),
        memory: RequestMemory(
          tokenHistory: TokenHistory(), views: RecentViews(), reviews: OpenReviews(),
          indexCache: indexCache),
        client: ClientConnection(writer: MessageWriter(descriptor: -1)),
        server: ServerActions(
          currentVersion: { _ in nil }, noteWasWritten: { _ in }, titleChanged: { _, _ in },
          notesChanged: { _ in },
          mirrorNow: {}, countDuePrompts: {}, refresh: { _ in }),
        cancellation: Cancellation(), progressTokens: ProgressTokens())
      let before = indexCache.analyses.parseCount
      _ = try Feature.workspaceDiagnostics.answer(context, [:])
      return indexCache.analyses.parseCount - before
    }
    #expect(try run() == 3)
    #expect(try run() == 0)
    // Another program writes one of the notes.
    _ = try SQLite.run(
      """
      UPDATE entry SET text = '# Clean', usn = usn + 1
      WHERE key = '.noteText' AND text LIKE '# Clean%';
      UPDATE author SET usn = usn + 1
      """, on: path)
    access.refresh()
    #expect(try run() == 1)
    #expect(try run() == 0)
  }
}
