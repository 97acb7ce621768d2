import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import MiniMarkdown
import NotebookFile
import Notebook
import PackratParsing
import TestSupport
import Testing

@testable import LanguageServer

/// What it takes other notes to see.
@Suite struct NotebookDiagnosticsTests {
  /// What is said about `text`, the text of `note` or of a file, in a notebook of `notes`.
  private func diagnostics(
    of text: String, note: String? = nil, images: Set<String>? = nil, notes: [String],
    isWrittenByApp: Bool = false,
    capabilities: JSONValue = ["relatedInformation": true, "tagSupport": ["valueSet": [1, 2]]]
  ) throws -> [Diagnostic] {
    let folder = try TemporaryFolder()
    let path = folder.path("test.libnotes")
    try Notebook.create(at: path, notes: notes)
    let notebook = try Notebook.open(at: path, state: StateFolder(path: folder.path("state")))
    let analysis = try #require(
      TextAnalysis(
        open: MiniMarkdownDocument(text).snapshot, after: nil, encoding: .utf16, while: { true }))
    let client = ClientCapabilities(json: ["textDocument": ["publishDiagnostics": capabilities]])
    let id = try note.map { title in
      try #require(try notebook.notes().first { $0.title == title }).id
    }
    let request = DiagnosticRequest(
      uri: "file:///a.md", note: id, analysis: analysis,
      index: try NotebookIndex(notebook, updating: nil, encoding: .utf16), images: images,
      conflict: nil, capabilities: client.textDocument.publishDiagnostics, openURIs: [:],
      names: NoteNames(mirrors: Mirrors(), knowsNotes: true), isWrittenByApp: isWrittenByApp)
    return DiagnosticSource.all.flatMap { $0.find(request) }
  }

  /// The text of a range of one line in a text of ASCII.
  private func text(_ range: LSPRange, in text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let columns = Int(range.start.character)..<Int(range.end.character)
    return String(decoding: Array(lines[Int(range.start.line)].utf8)[columns], as: UTF8.self)
  }

  private static let walden = "# Walden\n\nQ: Who wrote it?\nA: Thoreau\n"

  @Test(
    arguments: [
      ("Q: «who  wrote it?»\nA: He", nil, [walden], ["duplicate-question"]),
      (
        "Q: «Who wrote it?»\nA: He\n\nQ: Who wrote it?\nA: He", nil, [walden],
        ["duplicate-question"]
      ),
      ("# Walden\n\nQ: Who wrote it?\nA: He", "Walden", [walden], []),
      (
        "# Walden\n\nQ: «Who wrote it?»\nA: He", "Walden",
        [walden, "# B\n\n" + walden.dropFirst(10)],
        ["duplicate-question"]
      ),
      ("Q: Who read it?\nA: He", nil, [walden], []),
      ("Q: Who wrote it?\nA: He", nil, ["text\nQ: Who wrote it?\nA: no pair"], []),
      ("Q: Who wrote it?\nA: He", nil, [], []),
      (
        "x «#philosphy» #philosophy", nil, Array(repeating: "a #philosophy", count: 5),
        ["similar-hashtag"]
      ),
      ("x #philosphy", nil, Array(repeating: "a #philosophy", count: 4), []),
      (
        "x #a «#Philosophy»", nil, ["a #Philosophy"] + Array(repeating: "a #philosophy", count: 5),
        ["similar-hashtag"]
      ),
      ("", nil, [walden], []),
    ] as [(String, String?, [String], [String])])
  func says(_ marked: String, note: String?, notes: [String], codes: [String]) throws {
    let marked = MarkedText(marked)
    let found = try diagnostics(of: marked.text, note: note, notes: notes)
    #expect(found.map(\.code) == codes)
    if let range = marked.ranges.first, let first = found.first {
      let bytes = Array(marked.text.utf8)[range]
      #expect(text(first.range, in: marked.text) == String(decoding: bytes, as: UTF8.self))
    }
  }

  /// Hints come where they are wanted; that a quote has no source, once the note is known.
  @Test(arguments: [false, true]) func cardsThatAskBadlyAreTold(_ isWanted: Bool) throws {
    let text = "> Simplify.\n\nQ: Who is Thoreau?\nA: Thoreau\n"
    let server = try ServerFixture(
      notes: [text], options: ["diagnostics": ["cardQuality": isWanted.json]])
    let notes = try server.client.request("commonplace/listNotes", [:])["notes"]?.array
    let note = try #require(notes?.first?["uri"]?.string)
    for uri in ["file:///a.md", note] {
      server.client.open(uri, text)
      let codes: [JSONValue] =
        isWanted ? ["quote-without-source", "question-contains-answer"] : []
      _ = try server.client.notification("textDocument/publishDiagnostics") { told in
        let ours = (told["diagnostics"]?.array ?? []).filter {
          NoteDiagnostic.Code.ofCardQuality.map(\.rawValue.json).contains($0["code"] ?? .null)
        }
        return told["uri"] == uri.json && ours.map { $0["code"] } == codes
          && ours.allSatisfy { $0["severity"] == 4 }
      }
    }
  }

  @Test func leadsToTheOtherQuestion() throws {
    let found = try #require(
      diagnostics(of: "Q: Who wrote it?\nA: He", notes: [Self.walden]).first)
    let related = try #require(found.relatedInformation.first)
    #expect(related.location.uri.hasPrefix("commonplace://test/"))
    #expect(related.location.uri.hasSuffix("/walden.md"))
    #expect(text(related.location.range, in: Self.walden) == "Who wrote it?")
    #expect(found.tags == [.unnecessary])
    // A client that shows neither is told in words alone.
    let plain = try diagnostics(
      of: "Q: Who wrote it?\nA: He", notes: [Self.walden], capabilities: [:])
    #expect(plain.first?.relatedInformation == [] && plain.first?.tags == [])
    #expect(plain.first?.message.contains("“Walden”") == true)
  }

  @Test(
    arguments: [
      ("![](«assets/a.png»)", [], ["missing-image"]),
      ("![](assets/a.png) ![](«assets/b.png»)", ["assets/a.png"], ["missing-image"]),
      ("![](https://a/b.png) ![](b.png) ![]()", [], []),
      ("![](assets/a.png)", nil, []),
    ] as [(String, Set<String>?, [String])])
  func missingImages(_ marked: String, images: Set<String>?, codes: [String]) throws {
    let marked = MarkedText(marked)
    let found = try diagnostics(
      of: marked.text, note: "Walden", images: images, notes: [Self.walden])
    #expect(found.map(\.code) == codes)
    for (diagnostic, range) in zip(found, marked.ranges) {
      #expect(
        diagnostic.range
          == LSPRange(
            start: Position(line: 0, character: UInt32(range.lowerBound)),
            end: Position(line: 0, character: UInt32(range.upperBound))))
    }
    // Files may have them anywhere.
    #expect(try diagnostics(of: marked.text, images: images, notes: []).isEmpty)
  }

  /// Of notes, and where the app writes the same notebook.
  @Test(arguments: [
    ("«A ?[hint](cloze) 😀»", 1), ("A ?[hint](cloze) 😀 and more.", 0), ("A cloze 😀", 0),
    ("«- ?[](e) 🇪🇸»", 1), ("# T\n\n> «?[](a) नमस्ते»", 1), ("?[](a) नमस्ते and more words", 0),
  ])
  func whatCrashesTheApp(_ marked: String, count: Int) throws {
    let text = MarkedText(marked).text
    for (note, isWrittenByApp, count) in [
      ("Walden", true, count), ("Walden", false, 0), (nil, true, 0),
    ]
      as [(String?, Bool, Int)]
    {
      let found = try diagnostics(
        of: text, note: note, notes: [Self.walden], isWrittenByApp: isWrittenByApp)
      #expect(found.map(\.code) == Array(repeating: "crashes-app", count: count))
    }
  }

  /// The app writes its own name.
  @Test func theAppIsKnownByItsName() throws {
    let text = "# Spain\n\n?[h](a) 😀"
    let folder = try TemporaryFolder()
    let path = folder.path("test.libnotes")
    try Notebook.create(at: path, notes: [text])
    let author =
      "INSERT INTO author VALUES (x'01010101010101010101010101010101', 'iPhone', 1, NULL)"
    _ = try SQLite.run(author, on: path)
    let server = try ServerFixture(notebookPath: path)
    server.client.open(try server.uri(titled: "Spain"), text)
    let told = try server.client.notification("textDocument/publishDiagnostics") {
      $0["diagnostics"]?.array?.isEmpty == false
    }
    #expect(told["diagnostics"]?.array?.map { $0["code"] } == ["crashes-app"])
  }

  /// The examples for users that need a notebook.
  @Test func pageExplainsThem() throws {
    for code in NoteDiagnostic.Code.ofNotebook {
      let section = try #require(
        Repository.text(of: "docs/diagnostics.md").components(separatedBy: "### `\(code.rawValue)`")
          .last)
      let text = section.components(separatedBy: "```")[1].dropFirst("markdown\n".count)
      let found = try diagnostics(
        of: String(text), note: "Walden", images: [],
        notes: [Self.walden] + Array(repeating: "a #philosophy", count: 5), isWrittenByApp: true)
      #expect(found.map(\.code) == [code.rawValue])
    }
  }

  /// An index that is brought up to date says what a new one says, and parses what has changed alone.
  @Test func theIndexFollowsTheNotebook() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("test.libnotes")
    try Notebook.create(at: path, notes: [Self.walden, "# B\n\nQ: b?\nA: b\n", "# None\n"])
    let notebook = try Notebook.open(at: path, state: StateFolder(path: folder.path("state")))
    let first = try NotebookIndex(notebook, updating: nil, encoding: .utf16)
    #expect(first.questions.notes.map(\.title).sorted() == ["B", "Walden"])
    #expect(first.questions.places(asking: "b?", except: nil).map(\.title) == ["B"])
    let ids = Dictionary(
      try notebook.notes().map { ($0.title, $0.id) }, uniquingKeysWith: { first, _ in first })
    _ = try notebook.save(text: "# B\n\nQ: c?\nA: b\n", note: try #require(ids["B"]), base: nil)
    try notebook.trash(try #require(ids["Walden"]))
    let second = try NotebookIndex(notebook, updating: first, encoding: .utf16)
    for (question, titles) in [("b?", []), ("c?", ["B"]), ("who wrote it?", [])]
      as [(String, [String])]
    {
      #expect(second.questions.places(asking: question, except: nil).map(\.title) == titles)
    }
    try notebook.close()
  }

  /// Nothing of it is known when the document is opened; when it is, it is sent.
  @Test func comesWhenItIsKnown() throws {
    let server = try ServerFixture(
      notes: [Self.walden], capabilities: ["textDocument": ["publishDiagnostics": [:]]])
    server.client.open("untitled:a", "Q: Who wrote it?\nA: He")
    let params = try server.client.notification("textDocument/publishDiagnostics") {
      $0["diagnostics"]?.array?.isEmpty == false
    }
    #expect(params["diagnostics"]?.array?.compactMap { $0["code"] } == ["duplicate-question"])
    // It goes when the other note no longer asks.
    _ = try server.client.write(try server.uri(titled: "Walden"), "# Walden\n")
    let last = try server.client.notification("textDocument/publishDiagnostics") {
      $0["diagnostics"] == []
    }
    #expect(last["uri"] == "untitled:a")
  }

  /// Clients that ask are told to ask again, and then are told more.
  @Test func clientsThatAskAreToldToAskAgain() throws {
    let server = try ServerFixture(notes: [Self.walden], capabilities: DiagnosticsTests.pulling)
    let uri = try server.uri(titled: "Walden")
    server.client.open(uri, Self.walden + "\n![](assets/none.png)\n")
    func pull() throws -> [JSONValue] {
      try server.client.request("textDocument/diagnostic", ["textDocument": ["uri": .string(uri)]])[
        "items"]?.array?.compactMap { $0["code"] } ?? []
    }
    let isKnown = try server.client.eventually {
      if try pull() == ["missing-image"] { return true }
      _ = try server.client.serverRequest("workspace/diagnostic/refresh")
      return false
    }
    #expect(isKnown)
    #expect(server.client.notificationsSoFar("textDocument/publishDiagnostics") == [])
  }

  @Test func unwantedCodesAreLeftOut() throws {
    let indexCache = NotebookIndexCache(
      NotebookAccess(
        defaults: NotebookDefaults(path: nil, environment: [:], directory: "/nonexistent")),
      queue: DispatchQueue(label: "test"))
    let document = OpenDocument(
      name: DocumentURI("untitled:a"), version: 1,
      snapshot: MiniMarkdownDocument("Q: a\n\n?[b](c").snapshot, revision: 1)
    func report(_ unwanted: Set<String>) -> DocumentDiagnostics? {
      var settings = Settings()
      settings.unwantedDiagnostics = unwanted
      return DiagnosticReporter(
        session: Session(InitializeParams(capabilities: ClientCapabilities())),
        settings: settings, openNotes: OpenNotes(), indexCache: indexCache,
        names: NoteNames(mirrors: Mirrors(), knowsNotes: true), documents: [:]
      ).report(on: document)
    }
    #expect(report([])?.items.map(\.code) == ["question-without-answer", "unterminated-cloze"])
    #expect(report(["unterminated-cloze", "x"])?.items.map(\.code) == ["question-without-answer"])
    // Another choice is another report.
    #expect(report([])?.resultId == report([])?.resultId)
    #expect(report([])?.resultId != report(["unterminated-cloze"])?.resultId)
  }
}
