import JSON
import LanguageClient
import MiniMarkdown
import PackratParsing
import TestSupport
import Testing

@testable import LanguageServer
@testable import LanguageServerProtocol

/// The construct that the user is just writing is not reported.
@Suite struct TypingPositionsTests {
  /// A document in which a user types.
  private struct Typist {
    let positions: TypingPositions
    var text: MiniMarkdownDocument
    var revision = 1

    init(_ text: String, pause: Duration = .seconds(100_000)) {
      positions = TypingPositions(pause: pause)
      self.text = MiniMarkdownDocument(text)
    }

    var document: OpenDocument {
      OpenDocument(
        name: DocumentURI("untitled:a"), version: revision, snapshot: text.snapshot,
        revision: revision)
    }

    /// Types `piece`; whether a timer is to be started.
    @discardableResult mutating func type(_ piece: String, line: UInt32, _ column: UInt32) -> Bool {
      let position = Position(line: line, character: column)
      let change = TextDocumentContentChangeEvent(
        range: LSPRange(start: position, end: position), text: piece)
      text.apply([change], in: .utf16)
      revision += 1
      return positions.change(document.name, by: [change]) != nil
    }

    /// The codes that are reported of the text as it is.
    func reported() -> [String] {
      let found = NoteDiagnostics(text.snapshot, limit: 100) { true }?.diagnostics ?? []
      let all = found.map { found in
        Diagnostic(
          range: text.snapshot.lspRange(of: found.range, in: .utf16), severity: .warning,
          code: found.code, source: "commonplace", message: found.message)
      }
      return positions.reported(all, of: document, in: .utf16).compactMap(\.code)
    }
  }

  @Test func diagnosticsWaitForAnEditElsewhere() {
    var typist = Typist("one\n\ntwo\n")
    #expect(typist.reported() == [])
    let begun = [typist.type("?[", line: 0, 3), typist.type("](x", line: 0, 5)]
    #expect(begun == [true, false])
    #expect(typist.reported() == [] && typist.positions.withholds(DocumentURI("untitled:a")))
    typist.type("!", line: 2, 3)
    #expect(typist.reported() == ["unterminated-cloze"])
  }

  @Test func diagnosticsWaitUntilTheUserLooksElsewhere() {
    var typist = Typist("one\n\ntwo\n")
    typist.type("?[](x", line: 0, 3)
    #expect(typist.reported() == [])
    #expect(!typist.positions.look(at: 0, of: typist.document, in: .utf16))
    #expect(typist.reported() == [])
    #expect(typist.positions.look(at: 2, of: typist.document, in: .utf16))
    #expect(typist.reported() == ["unterminated-cloze"])
    #expect(!typist.positions.look(at: 0, of: typist.document, in: .utf16))
  }

  @Test func diagnosticsWaitForAPause() {
    var typist = Typist("one\n")
    typist.type("?[](x", line: 0, 3)
    #expect(typist.reported() == [])
    #expect(typist.positions.rest(DocumentURI("untitled:a")).again != nil)
    var fast = Typist("one\n", pause: .zero)
    let isTimed = fast.type("?[](x", line: 0, 3)
    #expect(isTimed)
    #expect(fast.reported() == ["unterminated-cloze"])
    #expect(fast.positions.rest(DocumentURI("untitled:a")).again == nil)
    let isTimedAgain = fast.type("y", line: 0, 8)
    #expect(isTimedAgain)
  }

  @Test func shownDiagnosticsStay() {
    var typist = Typist("one ?[](x\n\n#a. two\n")
    #expect(typist.reported() == ["unterminated-cloze", "hashtag-ends-in-punctuation"])
    typist.type("y", line: 0, 9)
    typist.type("z", line: 0, 10)
    #expect(typist.reported() == ["unterminated-cloze", "hashtag-ends-in-punctuation"])
    typist.type(" #b. ", line: 0, 3)
    #expect(typist.reported() == ["unterminated-cloze", "hashtag-ends-in-punctuation"])
  }

  @Test func pastedTextIsReportedAtOnce() {
    var typist = Typist("one\n")
    let pasted = "?[](" + String(repeating: "long ", count: 10)
    let isTimed = typist.type(pasted, line: 0, 3)
    #expect(!isTimed && typist.reported() == ["unterminated-cloze"])
    #expect(!typist.positions.withholds(DocumentURI("untitled:a")))
  }

  private static let uri = "file:///typed.md"

  /// Types `?[](x` and looks elsewhere, or waits; both are reported.
  @Test(arguments: [true, false]) func clientsAreNotified(looksElsewhere: Bool) throws {
    let server = try ServerFixture()
    server.client.open(Self.uri, "one\n\ntwo\n")
    for (index, letter) in "?[](x".enumerated() {
      let position = Position(line: 0, character: UInt32(3 + index))
      server.client.change(
        Self.uri, version: 2 + index, range: LSPRange(start: position, end: position), "\(letter)")
    }
    if looksElsewhere {
      _ = try server.client.request(
        "textDocument/documentHighlight",
        ["textDocument": ["uri": .string(Self.uri)], "position": ["line": 2, "character": 0]])
    }
    let reported = try server.client.notification("textDocument/publishDiagnostics") {
      DiagnosticsTests.codes($0["diagnostics"]) == ["unterminated-cloze"]
    }
    #expect(reported["version"] == 6)
  }
}
