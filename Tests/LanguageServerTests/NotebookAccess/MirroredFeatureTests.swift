import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import Notebook
import NotebookFile
import TestSupport
import Testing

@testable import LanguageServer

/// A file of a mirror has every feature of its note, and the same answers.
@Suite struct MirroredFeatureTests {
  /// Everything about a document that is asked for. Those that are answered for a position are
  /// asked in several.
  static let methods = Feature.all.map(\.method).filter { $0.hasPrefix("textDocument/") }

  struct Sample: Sendable, CustomTestStringConvertible {
    /// The title of the note, and the name of its file.
    var title: String
    var file: String
    /// Lines and columns.
    var positions: [(line: Int, column: Int)]
    /// Line ends of the file that the note does not have.
    var hasReturns = false
    /// The codes of the diagnostics that come, of the note and of its notebook.
    var codes: Set<String>

    var testDescription: String { file + (hasReturns ? " with CR LF" : "") }
  }

  /// The first is about a book, has images and prompts that were reviewed; the second has no title;
  /// the third is in conflict; the last asks what another one asks.
  static let samples = [
    Sample(
      title: "Walden", file: "Walden.md",
      positions: [(2, 4), (4, 8), (4, 33), (6, 5), (9, 12), (9, 40), (9, 62), (11, 3), (11, 9)],
      codes: ["missing-image"]),
    Sample(
      title: "Walden", file: "Walden.md",
      positions: [(2, 4), (4, 8), (4, 33), (6, 5), (9, 12), (9, 40), (9, 62), (11, 3), (11, 9)],
      hasReturns: true,
      codes: ["missing-image"]),
    Sample(
      title: "A note without a heading #books", file: "A note without a heading #books.md",
      positions: [(0, 3), (0, 27)], codes: []),
    Sample(title: "Torn", file: "Torn.md", positions: [(0, 2), (2, 1)], codes: ["conflict"]),
    Sample(
      title: "Copy", file: "Copy.md", positions: [(2, 5), (5, 3)],
      codes: ["duplicate-question", "similar-hashtag"]),
  ]

  static var capabilities: JSONValue {
    guard var capabilities = MirrorServerFixture.ownCapabilities.object,
      var document = capabilities["textDocument"]?.object
    else { return .null }
    document["diagnostic"] = [:]
    document["rename"] = ["prepareSupport": true]
    document["publishDiagnostics"] = ["relatedInformation": true]
    document["codeAction"] = ["codeActionLiteralSupport": ["codeActionKind": ["valueSet": []]]]
    capabilities["textDocument"] = .object(document)
    capabilities["workspace"] = [
      "diagnostics": ["refreshSupport": true], "applyEdit": true,
      "workspaceEdit": ["documentChanges": true],
    ]
    return .object(capabilities)
  }

  static func fixture(_ capabilities: JSONValue = Self.capabilities) throws -> MirrorServerFixture {
    let reviewed = try ReviewedNotebook()
    let notebook = try Notebook.open(
      at: reviewed.path, state: StateFolder(path: reviewed.folder.path("state")))
    for text in [
      "# Copy\n\nQ: Who wrote it?\nA: He\n\n#mathematcs", "# M\n\n#mathematics",
      "# N\n\n#mathematics",
      "# O\n\n#mathematics", "# P\n\n#mathematics", "# Q\n\n#mathematics",
    ] { _ = try notebook.createNote(text: text) }
    let torn = try notebook.createNote(text: "# Torn\n\nbase\n").summary.id
    _ = try notebook.conflicts.saveKeepingOthers(text: "# Torn\n\nours\n", note: torn, base: "")
    _ = try notebook.publish()
    try notebook.close()
    return try MirrorServerFixture(
      ServerFixture(
        notebookPath: reviewed.path, capabilities: capabilities,
        options: ["inlayHint.dueDates": true]), keeping: reviewed.folder)
  }

  @Test(arguments: samples)
  func answersAreThoseOfTheNote(_ sample: Sample) throws {
    let fixture = try Self.fixture()
    let note = try fixture.server.uri(titled: sample.title)
    let text = try #require(fixture.text(sample.file))
    let file = try fixture.open(sample.file)
    fixture.client.notify("textDocument/didClose", ["textDocument": ["uri": .string(file)]])
    func answers(_ uri: String, _ text: String) throws -> [String: String] {
      fixture.client.open(uri, text)
      defer {
        fixture.client.notify("textDocument/didClose", ["textDocument": ["uri": .string(uri)]])
      }
      return try self.answers(about: uri, sample, fixture.client)
    }
    let expected = try answers(note, text)
    let found = try answers(
      file, sample.hasReturns ? text.replacing("\n", with: "\r\n") : text)
    for (request, answer) in expected { #expect(found[request] == answer, "\(request)") }
    // It is about something.
    for (method, part) in [("inlayHint", "due"), ("codeLens", "Thoreau"), ("hover", "640")]
    where sample.title == "Walden" {
      #expect(expected.contains { $0.key.contains(method) && $0.value.contains(part) }, "\(method)")
    }
  }

  /// The answers to all requests, by method and position.
  private func answers(
    about uri: String, _ sample: Sample, _ client: LanguageClient
  ) throws -> [String: String] {
    var answers: [String: String] = [:]
    func ask(_ method: String, _ position: String, _ params: JSONValue) -> JSONValue {
      let answer = (try? client.request(method, params)) ?? "an error"
      let text = String(decoding: answer.serialized(), as: UTF8.self)
      answers["\(method) \(position)"] = text.replacing(uri, with: "URI")
        .replacing(#/"resultId":"[^"]*"/#, with: "").replacing("\\r\\n", with: "\\n")
      return answer
    }
    let document: JSONValue = ["uri": .string(uri)]
    // The diagnostics that need the notebook come a little later.
    var diagnostics: JSONValue = []
    let isComplete = client.eventually {
      diagnostics = ask("textDocument/diagnostic", "", ["textDocument": document])["items"] ?? []
      return sample.codes.isSubset(of: (diagnostics.array ?? []).compactMap { $0["code"]?.string })
    }
    #expect(isComplete, "\(diagnostics)")
    let whole: JSONValue = [
      "start": ["line": 0, "character": 0], "end": ["line": 99, "character": 0],
    ]
    for (line, column) in sample.positions {
      let position: JSONValue = [
        "line": .integer(Int64(line)), "character": .integer(Int64(column)),
      ]
      let ranged = ["inlayHint", "rangeFormatting", "semanticTokens/range"]
      for method in Self.methods {
        let isWhole = ranged.contains { method.hasSuffix($0) }
        // A stored note that is not open would be renamed, too: the second answer would be another.
        if method == "textDocument/rename", (line, column) != (11, 9) { continue }
        let answer = ask(
          method, "\(line):\(column)",
          [
            "textDocument": document, "position": position, "positions": [position],
            "range": isWhole ? whole : ["start": position, "end": position],
            "context": ["diagnostics": diagnostics, "includeDeclaration": true, "triggerKind": 1],
            "options": ["tabSize": 2, "insertSpaces": true], "ch": "\n", "newName": "wild",
            "previousResultId": "none",
          ])
        switch method {
        case "textDocument/completion":
          for (number, item) in (answer["items"]?.array ?? []).prefix(3).enumerated() {
            _ = ask("completionItem/resolve", "\(line):\(column) \(number)", item)
          }
        case "textDocument/prepareTypeHierarchy":
          for item in answer.array ?? [] {
            for method in ["typeHierarchy/supertypes", "typeHierarchy/subtypes"] {
              _ = ask(method, "\(line):\(column)", ["item": item])
            }
          }
        default: break
        }
      }
    }
    _ = ask("commonplace/readNote", "", document)
    return answers
  }

  /// To clients that do not ask, diagnostics are sent.
  @Test(arguments: samples.filter { !$0.hasReturns })
  func diagnosticsAreThoseOfTheNote(_ sample: Sample) throws {
    guard var capabilities = Self.capabilities.object,
      var document = capabilities["textDocument"]?.object
    else { return }
    document["diagnostic"] = nil
    capabilities["textDocument"] = .object(document)
    let fixture = try Self.fixture(.object(capabilities))
    let text = try #require(fixture.text(sample.file))
    func diagnostics(_ uri: String) throws -> String {
      fixture.client.open(uri, text)
      let sent = try fixture.client.notification("textDocument/publishDiagnostics") {
        $0["uri"] == .string(uri)
          && sample.codes.isSubset(
            of: ($0["diagnostics"]?.array ?? []).compactMap { $0["code"]?.string })
      }
      fixture.client.notify("textDocument/didClose", ["textDocument": ["uri": .string(uri)]])
      let items = String(decoding: (sent["diagnostics"] ?? .null).serialized(), as: UTF8.self)
      return items.replacing(uri, with: "URI")
    }
    let file = try fixture.open(sample.file)
    fixture.client.notify("textDocument/didClose", ["textDocument": ["uri": .string(file)]])
    #expect(try diagnostics(file) == diagnostics(fixture.server.uri(titled: sample.title)))
  }
}
