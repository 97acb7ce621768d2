import JSON
import LanguageClient
import LanguageServerProtocol
import Notebook
import NotebookFile
import TestSupport
import Testing
import TextDiagnostics
import UserSettings

@testable import LanguageServer

/// The command line gives the diagnostics of an editor, of every note and of files.
@Suite struct TextExaminerTests {
  private static let notes: [String] =
    [
      NotebookDiagnosticsTests.walden, "# B\n\nQ: Who  wrote it?\nA: He\n",
      "# Slip\n\nMarcus Aurelius, again. #philosphy\n", "# Image\n\n![p](assets/none.png)\n",
      "# File\n\n![p](pond.png) and #tag, more\n", "# Code\n\n```\n?[a](b\n#c,\n```\n\n?[a](b\n",
      "# Quote\n\n> many words that go on and on, up to here,\n> and more\n", "# \n\ntext\n",
      "# Weak\n\n> Simplify.\n\nQ: Which pond, Walden Pond?\nA: Walden Pond\n",
      "# Fine\n\nWords.\n",
    ] + (0..<6).map { "# Tag \($0)\n\na #philosophy\n" }

  /// `line:column severity code message`, in order.
  private static func lines(_ findings: [TextExaminer.Finding]) -> [String] {
    findings.map {
      "\($0.line):\($0.column) \($0.severity) \($0.code) \(withoutTimes($0.message))"
    }
  }

  /// The server of the tests is in another time zone.
  private static func withoutTimes(_ message: String) -> String {
    message.replacing(#/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/#, with: "TIME")
  }

  /// The same of a document's report.
  private static func lines(_ report: JSONValue) throws -> [String] {
    guard report["kind"] == "full" else { return ["unchanged"] }
    return try report.decode("items", as: [Diagnostic].self).map {
      let start = $0.range.start
      let severity = $0.severity.map { "\($0)" } ?? ""
      return
        "\(start.line + 1):\(start.character + 1) \(severity) \($0.code ?? "") \(withoutTimes($0.message))"
    }
  }

  @Test(arguments: [false, true])
  func saysWhatAnEditorSays(hasCardQuality: Bool) throws {
    let server = try ServerFixture(
      notes: Self.notes, capabilities: DiagnosticsTests.pulling,
      options: ["diagnostics": ["cardQuality": hasCardQuality.json]])
    let file = "# \n\nQ: Who wrote it?\nA: He\n\n```\n#a. ?[b\n```\n\n?[c](d\n\n> a,\n> b #e.\n"
    server.client.open("file:///a.md", file)
    func ask() throws -> [String: [String]] {
      let answer = try server.client.request(
        "workspace/diagnostic", ["previousResultIds": []])
      return Dictionary(
        try (answer["items"]?.array ?? []).map { ($0["uri"]?.string ?? "", try Self.lines($0)) },
        uniquingKeysWith: { first, _ in first })
    }
    // The facts from other notes are known to open documents from the second time on.
    _ = try ask()
    let shown = try ask()

    let notebook = try Notebook.open(
      at: server.notebookPath, state: StateFolder(path: server.folder.path("another state")))
    var settings = Settings()
    settings.showsCardQuality = hasCardQuality
    var examiner = TextExaminer(notebook, settings: settings)
    var codes: Set<String> = []
    for note in try notebook.notes.all() {
      let text = try notebook.note(id: note.id).text
      let found = try examiner.findings(in: text, note: note.id, hasBook: note.book != nil)
      let uri = try #require(
        shown.keys.first { NoteURI($0)?.id == note.id } ?? (found.isEmpty ? "" : nil))
      #expect(Self.lines(found) == shown[uri] ?? [], "\(note.title)")
      codes.formUnion(found.map(\.code))
    }
    var other = TextExaminer(notebook, settings: settings)
    for (note, found) in try other.findingsInAllNotes() {
      let text = try notebook.note(id: note.id).text
      let same = try examiner.findings(in: text, note: note.id, hasBook: note.book != nil)
      #expect(found == same, "\(note.title)")
    }
    let ofFile = try examiner.findings(in: file, note: nil, hasBook: false)
    #expect(Self.lines(ofFile) == shown["file:///a.md"] ?? [])
    if !hasCardQuality {
      #expect(ofFile.map(\.code) == ["duplicate-question", "unterminated-cloze"])
    }
    let expected: Set = [
      "duplicate-question", "similar-hashtag", "missing-image", "image-not-in-note", "not-in-notes",
      "unterminated-cloze", "quote-over-lines", "missing-title", "hashtag-ends-in-punctuation",
    ]
    #expect(codes.isSuperset(of: expected), "\(expected.subtracting(codes))")
    #expect(codes.contains("question-contains-answer") == hasCardQuality)
    try notebook.close()
  }

  /// A file of a mirror is its note, with other notes, images and the book; whatever its text is now.
  @Test func saysItOfAFileOfAMirror() throws {
    let mirror = try MirroredFeatureTests.fixture()
    let notebook = try mirror.notebook()
    var settings = Settings()
    settings.showsCardQuality = true
    var examiner = TextExaminer(notebook, settings: settings)
    var codes: Set<String> = []
    for (name, added) in [
      ("Walden.md", "\n\n> Words.\n\n![](pond.png)\n"), ("Torn.md", ""), ("Copy.md", "\n\n(#tag)"),
    ] {
      let uri = try mirror.open(name)
      let text = try #require(mirror.text(name)) + added
      mirror.client.change(uri, version: 2, text)
      func ask() throws -> [String] {
        let answer = try mirror.client.request(
          "textDocument/diagnostic", ["textDocument": ["uri": uri.json]])
        return try Self.lines(answer)
      }
      let note = try #require(try examiner.note(ofFile: mirror.path(name)))
      let found = try examiner.findings(in: text, note: note.id, hasBook: note.book != nil)
      let hidden: Set = [
        "repeated-prompt", "answer-too-long", "cloze-hides-sentence", "question-contains-answer",
        "quote-without-source",
      ]
      let expected = Self.lines(found.filter { !hidden.contains($0.code) })
      let isSame = try mirror.client.eventually { try ask() == expected }
      #expect(isSame, "\(expected)")
      codes.formUnion(found.map(\.code))
    }
    #expect(
      codes.isSuperset(of: ["missing-image", "conflict", "similar-hashtag", "duplicate-question"]))
    // The quote has a source: the note's book.
    #expect(codes.contains("image-not-in-note") && !codes.contains("quote-without-source"))
    #expect(try examiner.note(ofFile: mirror.path("none.md")) == nil)
    #expect(try examiner.note(ofFile: "/etc/hostname") == nil)
    try notebook.close()
  }
}
