import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import MiniMarkdown
import PackratParsing
import TestSupport
import Testing
import UserSettings

@testable import LanguageServer

/// Reports, and the notifications with them.
@Suite struct DiagnosticReporterTests {
  /// Nothing of it is known when the document is opened; when it is, it is sent.
  @Test func comesWhenItIsKnown() throws {
    let server = try ServerFixture(
      notes: [NotebookDiagnosticsTests.walden],
      capabilities: ["textDocument": ["publishDiagnostics": [:]]])
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

  @Test func unwantedCodesAreLeftOut() throws {
    let indexCache = NotebookFactsCache(
      NotebookAccess(
        defaults: NotebookDefaults(path: nil, environment: [:], directory: "/nonexistent")),
      queue: WorkQueue("test"))
    let document = OpenDocument(
      name: DocumentURI("untitled:a"), version: 1,
      snapshot: MiniMarkdownDocument("Q: a\n\n?[b](c").snapshot, revision: 1)
    func report(_ unwanted: Set<String>) -> DocumentDiagnostics? {
      var settings = Settings()
      settings.disabledDiagnostics = unwanted
      return DiagnosticReporter(
        profile: ClientProfile(InitializeParams(capabilities: ClientCapabilities())),
        settings: settings, openNotes: OpenNotes(), indexCache: indexCache,
        names: NoteNames(mirrors: Mirrors(), knowsNotes: true), typing: TypingPositions(),
        documents: [:]
      ).report(on: document)
    }
    #expect(report([])?.items.map(\.code) == ["question-without-answer", "unterminated-cloze"])
    #expect(report(["unterminated-cloze", "x"])?.items.map(\.code) == ["question-without-answer"])
    // Another choice is another report.
    #expect(report([])?.resultId == report([])?.resultId)
    #expect(report([])?.resultId != report(["unterminated-cloze"])?.resultId)
  }
}
