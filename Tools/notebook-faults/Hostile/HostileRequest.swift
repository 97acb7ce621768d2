import Foundation
import JSON

/// A request to a server with a hostile notebook.
struct HostileRequest {
  let method: String
  let params: JSONValue
  /// A detail that distinguishes this request from others with the same method.
  var detail = ""

  var name: String { detail.isEmpty ? method : "\(method) (\(detail))" }

  /// Requests about the notebook, without a document.
  static let ofNotebook: [HostileRequest] =
    [
      HostileRequest(method: "commonplace/listNotes", params: ["limit": 20]),
      HostileRequest(method: "commonplace/listTags", params: [:]),
      HostileRequest(method: "workspace/diagnostic", params: ["previousResultIds": []]),
      HostileRequest(method: "commonplace/review/counts", params: [:]),
      HostileRequest(method: "commonplace/review/start", params: ["limit": 10]),
      HostileRequest(method: "commonplace/review/start", params: ["query": "a", "cram": true]),
      HostileRequest(
        method: "commonplace/readView", params: ["uri": "commonplace-view://n/quotes?seed=1"]),
    ]
    + queries.flatMap { detail, query -> [HostileRequest] in
      [
        HostileRequest(
          method: "commonplace/search", params: ["query": .string(query), "limit": 50],
          detail: detail),
        HostileRequest(
          method: "workspace/symbol", params: ["query": .string(query)], detail: detail),
        HostileRequest(
          method: "commonplace/listNotes", params: ["query": .string(query), "limit": 20],
          detail: detail),
      ]
    }

  private static let queries: [(String, String)] = [
    ("nothing", ""), ("a letter", "a"), ("a common word", "reading"), ("a hashtag", "#a"),
    ("1,000 times one word", "a ".times(1_000)), ("3,000 times one word", "a ".times(3_000)),
    ("many words", (0..<500).map { "a\($0) OR reading" }.joined(separator: " ")),
    ("ten common words", "a the reading of books letters zebra wit every happy"),
    ("a long phrase", "\"" + "a reading ".times(1_000) + "\""),
    ("a long word", "w".times(100_000)), ("an emoji", "🌱"), ("exclusions", "-zebra -#tag"),
    ("inside", "is:quote a"), ("title", "in:title a"),
  ]

  /// Requests at a position in an open document.
  static func ofDocument(_ uri: String, _ position: JSONValue) -> [HostileRequest] {
    let document: JSONValue = ["uri": .string(uri)]
    let range: JSONValue = ["start": position, "end": position]
    let item: JSONValue = [
      "name": "#a", "kind": 3, "uri": .string(uri), "range": range, "selectionRange": range,
      "data": ["tag": "#a"],
    ]
    let all: JSONValue = [
      "textDocument": document, "position": position, "range": range,
      "context": ["diagnostics": [], "includeDeclaration": true],
      "options": ["tabSize": 2, "insertSpaces": true], "ch": "\n", "positions": [position],
      "newName": "renamed", "item": item, "previousResultId": "x",
    ]
    return [
      "hover", "completion", "definition", "references", "documentSymbol", "documentLink",
      "documentHighlight", "foldingRange", "selectionRange", "codeLens", "inlayHint", "codeAction",
      "diagnostic", "semanticTokens/full", "semanticTokens/full/delta", "semanticTokens/range",
      "linkedEditingRange", "onTypeFormatting", "formatting", "rangeFormatting", "prepareRename",
      "prepareTypeHierarchy",
    ].map { HostileRequest(method: "textDocument/" + $0, params: all) }
      + ["supertypes", "subtypes"].map {
        HostileRequest(method: "typeHierarchy/" + $0, params: ["item": item])
      }
  }

  /// Requests that write, which creates a working copy.
  static func writing(_ uri: String) -> [HostileRequest] {
    let note = "# New\n\n#a with > a quote"
    return [
      HostileRequest(method: "commonplace/createNote", params: ["text": .string(note)]),
      HostileRequest(
        method: "commonplace/writeNote", params: ["uri": .string(uri), "text": .string(note)]),
      HostileRequest(
        method: "workspace/executeCommand",
        params: ["command": "commonplace.newNote", "arguments": [["title": "Made"]]]),
      HostileRequest(
        method: "workspace/executeCommand",
        params: ["command": "commonplace.dayNote", "arguments": [["date": "2026-03-04"]]]),
    ]
  }
}
