import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import MiniMarkdown
import Notebook
import NotebookFile
import NotebookIndex
import PackratParsing
import TestSupport
import Testing
import UserSettings

@testable import LanguageServer
@testable import TextDiagnostics

/// Diagnostics that need other notes.
@Suite struct NotebookDiagnosticsTests {
  /// The diagnostics of `text`, the text of `note` or of a file, in a notebook of `notes`.
  static func diagnostics(
    of text: String, at uri: String = "file:///a.md", note: String? = nil,
    images: Set<String>? = nil, notes: [String],
    isWrittenByApp: Bool = false,
    capabilities: JSONValue = ["relatedInformation": true, "tagSupport": ["valueSet": [1, 2]]]
  ) throws -> [Diagnostic] {
    let folder = try TemporaryFolder()
    let path = folder.path("test.libnotes")
    try Notebook.create(at: path, notes: notes)
    let notebook = try Notebook.open(at: path, state: StateFolder(path: folder.path("state")))
    // An export's file has the id of its note.
    let exported = try notebook.notes.all().first?.id ?? ""
    let text = text.replacing("ID-OF-NOTE", with: exported)
    let analysis = try #require(
      TextAnalysis(
        open: MiniMarkdownDocument(text).snapshot, in: note == nil ? .file : .note, after: nil,
        encoding: .utf16, while: { true }))
    let client = ClientCapabilities(json: ["textDocument": ["publishDiagnostics": capabilities]])
    let id = try note.map { title in
      try #require(try notebook.notes.all().first { $0.title == title }).id
    }
    var wanted: [[LinkName]: WantedLink] = [:]
    for link in analysis.references.links.compactMap(WantedLink.init) { wanted.add(link) }
    let links = try notebook.links.targets(of: wanted)
    let request = DiagnosticRequest(
      uri: uri, note: id, analysis: analysis,
      index: try NotebookFacts(notebook, updating: nil, encoding: .utf16), images: images,
      links: links, conflict: nil, capabilities: client.textDocument.publishDiagnostics,
      wantsCardQuality: false, hasBook: nil, isWrittenByApp: isWrittenByApp,
      names: .init(NoteNames(mirrors: Mirrors(), knowsNotes: true), of: uri, openURIs: [:]))
    return DiagnosticSource.all.flatMap { $0.find(request) }
  }

  /// The text of a range of one line in a text of ASCII.
  static func text(_ range: LSPRange, in text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let columns = Int(range.start.character)..<Int(range.end.character)
    return String(decoding: Array(lines[Int(range.start.line)].utf8)[columns], as: UTF8.self)
  }

  static let walden = "# Walden\n\nQ: Who wrote it?\nA: Thoreau\n"

  /// Checks the codes for a text, and the marked range of the first.
  static func check(_ marked: String, note: String?, notes: [String], codes: [String]) throws {
    let marked = MarkedText(marked)
    let found = try Self.diagnostics(of: marked.text, note: note, notes: notes)
    #expect(found.map(\.code) == codes)
    if let range = marked.ranges.first, let first = found.first {
      let bytes = Array(marked.text.utf8)[range]
      #expect(Self.text(first.range, in: marked.text) == String(decoding: bytes, as: UTF8.self))
    }
  }

  @Test(
    arguments: [
      ("", nil, [walden], [])
    ] as [(String, String?, [String], [String])])
  func saysNothingOfNothing(_ marked: String, note: String?, notes: [String], codes: [String])
    throws
  {
    try Self.check(marked, note: note, notes: notes, codes: codes)
  }

  /// The examples for users that need a notebook.
  @Test func pageExplainsThem() throws {
    for rule in DiagnosticRule.all where rule.isOfNotebook {
      let section = try #require(DiagnosticPage.sections.first { $0.code == rule.code })
      let found = try Self.diagnostics(
        of: section.example, note: "Walden", images: [],
        notes: [Self.walden, "# Seneca\n", "# Seneca\n\nTwo.\n"]
          + Array(repeating: "a #philosophy", count: 5), isWrittenByApp: true)
      #expect(found.map(\.code) == [rule.code])
    }
  }

  /// An index that is brought up to date says what a new one says, and parses what has changed alone.
  @Test func theIndexFollowsTheNotebook() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("test.libnotes")
    try Notebook.create(at: path, notes: [Self.walden, "# B\n\nQ: b?\nA: b\n", "# None\n"])
    let notebook = try Notebook.open(at: path, state: StateFolder(path: folder.path("state")))
    let first = try NotebookFacts(notebook, updating: nil, encoding: .utf16)
    #expect(first.questions.notes.map(\.title).sorted() == ["B", "Walden"])
    #expect(first.questions.locations(asking: "b?", except: nil).map(\.title) == ["B"])
    let ids = Dictionary(
      try notebook.notes.all().map { ($0.title, $0.id) }, uniquingKeysWith: { first, _ in first })
    _ = try notebook.save(text: "# B\n\nQ: c?\nA: b\n", note: try #require(ids["B"]), base: nil)
    try notebook.trash(try #require(ids["Walden"]))
    let second = try NotebookFacts(notebook, updating: first, encoding: .utf16)
    for (question, titles) in [("b?", []), ("c?", ["B"]), ("who wrote it?", [])]
      as [(String, [String])]
    {
      #expect(second.questions.locations(asking: question, except: nil).map(\.title) == titles)
    }
    try notebook.close()
  }
}
