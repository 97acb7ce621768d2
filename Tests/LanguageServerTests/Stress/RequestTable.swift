import JSON

@testable import LanguageServer

/// The form of each request at a range of a document: the parameters that a client would send.
///
/// A feature that is not in the table is asked with a document, a position and a range, which fits
/// most; `StressTests` says which those are.
enum RequestTable {
  /// The document and the range of a request.
  struct Target {
    var uri: String
    /// The cursor and the selection, as the protocol's range.
    var range: JSONValue
    /// Counts up, for choices that are to differ.
    var number = 0
    /// The newest answer to each method, of which items are to be resolved.
    var answers: [String: JSONValue] = [:]

    fileprivate var document: JSONValue { ["uri": .string(uri)] }
    fileprivate var position: JSONValue { range["start"] ?? .position(0, 0) }

    /// One of several, in turn.
    fileprivate func one<Choice>(of choices: [Choice]) -> Choice? {
      choices.isEmpty ? nil : choices[number % choices.count]
    }

    /// An item of an earlier answer.
    fileprivate func item(of method: String) -> JSONValue? {
      let answer = answers[method]
      return one(of: answer?.array ?? answer?["items"]?.array ?? [])
    }
  }

  /// The requests that the server answers, in the order of its list.
  static let methods = Feature.all.map(\.method)

  /// Those that change the notebook, and so are sent less often.
  static func isWriting(_ method: String) -> Bool { Feature.byMethod[method]?.writes ?? false }

  /// The parameters of `method`; nil where there is nothing yet to be asked about.
  static func params(_ method: String, at target: Target) -> JSONValue? {
    (makers[method] ?? selection)(target)
  }

  /// The parameters of `method` for a range that is not looked at more closely.
  static func params(_ method: String, uri: String, range: JSONValue) -> JSONValue {
    params(method, at: Target(uri: uri, range: range)) ?? item(method, at: range, uri: uri)
  }

  /// The least that is an item to be resolved; of anything else, what most requests have.
  private static func item(_ method: String, at range: JSONValue, uri: String) -> JSONValue {
    let symbol: JSONValue = [
      "name": "#tag", "kind": 5, "uri": .string(uri), "range": range, "selectionRange": range,
    ]
    return switch method {
    case "completionItem/resolve": ["label": "#tag"]
    case "codeAction/resolve": ["title": "a"]
    case "codeLens/resolve", "documentLink/resolve": ["range": range]
    case "inlayHint/resolve": ["position": range["start"], "label": "a"]
    case "workspaceSymbol/resolve":
      ["name": "a", "kind": 5, "location": ["uri": .string(uri), "range": range]]
    case let method where method.hasPrefix("typeHierarchy/"): ["item": symbol]
    default: ["textDocument": ["uri": .string(uri)], "range": range, "position": range["start"]]
    }
  }

  typealias Maker = @Sendable (Target) -> JSONValue?

  private static let options: JSONValue = ["tabSize": 4, "insertSpaces": true]
  private static let document: Maker = { ["textDocument": $0.document] }
  private static let position: Maker = { ["textDocument": $0.document, "position": $0.position] }
  private static let range: Maker = { ["textDocument": $0.document, "range": $0.range] }
  private static let selection: Maker = {
    ["textDocument": $0.document, "position": $0.position, "range": $0.range]
  }
  private static let queries = [
    "", "a", "the wa", "tag:b", "in:title e", "is:cloze", "\"", "#", "é",
  ]
  private static func item(of method: String) -> Maker { { $0.item(of: method) } }
  private static func hierarchy(_ target: Target) -> JSONValue? {
    target.item(of: "textDocument/prepareTypeHierarchy").map { ["item": $0] }
  }

  private static func session(_ target: Target, ease: String? = nil) -> JSONValue {
    let session = target.answers["commonplace/review/start"]?["session"]
    return ["session": session ?? "none", "ease": ease.map { .string($0) }]
  }

  static let makers: [String: Maker] = [
    "completionItem/resolve": item(of: "textDocument/completion"),
    "codeAction/resolve": item(of: "textDocument/codeAction"),
    "codeLens/resolve": item(of: "textDocument/codeLens"),
    "documentLink/resolve": item(of: "textDocument/documentLink"),
    "inlayHint/resolve": item(of: "textDocument/inlayHint"),
    "workspaceSymbol/resolve": item(of: "workspace/symbol"),
    "typeHierarchy/subtypes": { hierarchy($0) },
    "typeHierarchy/supertypes": { hierarchy($0) },
    "textDocument/codeAction": {
      [
        "textDocument": $0.document, "range": $0.range,
        "context": [
          "diagnostics": .array($0.answers["textDocument/diagnostic"]?["items"]?.array ?? []),
          "only": $0.number % 3 == 0 ? ["quickfix"] : nil, "triggerKind": 1,
        ],
      ]
    },
    "textDocument/codeLens": document,
    "textDocument/completion": {
      [
        "textDocument": $0.document, "position": $0.position,
        "context": $0.number % 2 == 0
          ? ["triggerKind": 1] : ["triggerKind": 2, "triggerCharacter": "#"],
      ]
    },
    "textDocument/definition": position,
    "textDocument/diagnostic": {
      [
        "textDocument": $0.document,
        "previousResultId": $0.answers["textDocument/diagnostic"]?["resultId"],
      ]
    },
    "textDocument/documentHighlight": position,
    "textDocument/documentLink": document,
    "textDocument/documentSymbol": document,
    "textDocument/foldingRange": document,
    "textDocument/formatting": { ["textDocument": $0.document, "options": options] },
    "textDocument/hover": position,
    "textDocument/inlayHint": range,
    "textDocument/linkedEditingRange": position,
    "textDocument/onTypeFormatting": {
      [
        "textDocument": $0.document, "position": $0.position, "ch": "\n", "options": options,
      ]
    },
    "textDocument/prepareRename": position,
    "textDocument/prepareTypeHierarchy": position,
    "textDocument/rangeFormatting": {
      ["textDocument": $0.document, "range": $0.range, "options": options]
    },
    "textDocument/references": {
      [
        "textDocument": $0.document, "position": $0.position,
        "context": ["includeDeclaration": .bool($0.number % 2 == 0)],
      ]
    },
    "textDocument/rename": {
      [
        "textDocument": $0.document, "position": $0.position,
        "newName": $0.one(of: ["a", "#b/c", "", "a b", "a/", "é"]).map { .string($0) },
      ]
    },
    "textDocument/selectionRange": {
      ["textDocument": $0.document, "positions": [$0.position, $0.range["end"] ?? $0.position]]
    },
    "textDocument/semanticTokens/full": document,
    "textDocument/semanticTokens/full/delta": {
      [
        "textDocument": $0.document,
        "previousResultId": $0.number % 7 == 0
          ? "unheard of"
          : $0.answers["textDocument/semanticTokens/full"]?["resultId"] ?? "none",
      ]
    },
    "textDocument/semanticTokens/range": range,
    "textDocument/willSaveWaitUntil": { ["textDocument": $0.document, "reason": 1] },
    "workspace/diagnostic": { _ in ["previousResultIds": []] },
    "workspace/executeCommand": { target in
      target.one(of: ServerCommand.all.map(\.name)).map {
        [
          "command": .string($0),
          "arguments": target.one(of: [
            [], [["uri": .string(target.uri), "title": "new"]], [session(target, ease: "good")],
          ]),
        ]
      }
    },
    "workspace/symbol": { ["query": $0.one(of: queries).map { .string($0) }] },
    "workspace/textDocumentContent": { ["uri": .string($0.uri)] },
    "workspace/willCreateFiles": { ["files": [["uri": .string($0.uri)]]] },
    "workspace/willDeleteFiles": { ["files": [["uri": .string($0.uri)]]] },
    "workspace/willRenameFiles": {
      ["files": [["oldUri": .string($0.uri), "newUri": .string($0.uri + "x")]]]
    },
    "commonplace/createNote": { ["text": .string("# Made \($0.number % 10)\n#made")] },
    "commonplace/deleteNote": { ["uri": .string($0.uri)] },
    "commonplace/listBooks": { _ in ["limit": 20, "sort": "title"] },
    "commonplace/readBook": { ["uri": .string($0.uri)] },
    "commonplace/writeBook": { ["uri": .string($0.uri), "fields": ["title": "Made"]] },
    "commonplace/listNotes": { _ in ["limit": 20] },
    "commonplace/listTags": { _ in [:] },
    "commonplace/listTemplates": { _ in [:] },
    "commonplace/listDays": { _ in ["dates": ["today", "2026-03-04"]] },
    "commonplace/listTrash": { _ in [:] },
    "commonplace/restoreNote": { ["uri": .string($0.uri)] },
    "commonplace/emptyTrash": { ["uris": [.string($0.uri)]] },
    "commonplace/listHistory": { ["uri": .string($0.uri)] },
    "commonplace/restoreText": { ["uri": .string($0.uri), "version": "none:1"] },
    "commonplace/listConflicts": { $0.number % 2 == 0 ? [:] : ["uri": .string($0.uri)] },
    "commonplace/mergeConflict": {
      $0.number % 2 == 0
        ? ["uri": .string($0.uri)]
        : ["uri": .string($0.uri), "text": "# Merged\n", "baseVersion": "none:1"]
    },
    "commonplace/copyNote": { ["uri": .string($0.uri), "text": .string("# Copied\n#made")] },
    "commonplace/readNote": { ["uri": .string($0.uri)] },
    "commonplace/addImage": {
      ["uri": .string($0.uri), "data": .string("R0lGODlhAQABAA=="), "name": "made"]
    },
    "commonplace/readImage": { ["uri": .string($0.uri), "target": "assets/made.png"] },
    "commonplace/readTitles": { ["uris": [.string($0.uri), "file:///none.md"]] },
    "commonplace/readView": { _ in ["uri": "commonplace-view://notebook/search?q=a"] },
    "commonplace/search": { ["query": $0.one(of: queries).map { .string($0) }, "limit": 20] },
    "commonplace/review/start": { target in
      target.one(of: [
        [:], ["uri": .string(target.uri)], ["tag": "#made", "cram": true], ["query": "a"],
        ["section": "other", "limit": 3],
      ])
    },
    "commonplace/review/state": { session($0) },
    "commonplace/review/reveal": { session($0) },
    "commonplace/review/answer": {
      session($0, ease: $0.one(of: ["again", "good", "good", "easy"]))
    },
    "commonplace/review/undo": { session($0) },
    "commonplace/review/skip": { session($0) },
    "commonplace/review/suspend": { session($0) },
    "commonplace/review/stop": { session($0) },
    "commonplace/review/resume": { _ in [:] },
    "commonplace/review/counts": { $0.number % 2 == 0 ? [:] : ["uri": .string($0.uri)] },
    "commonplace/listLinks": { ["uri": .string($0.uri)] },
    "commonplace/writeNote": {
      ["uri": .string($0.uri), "text": .string("# Written \($0.number)\n#written ?[a]")]
    },
  ]
}
