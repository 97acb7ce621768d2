import JSON
import LanguageServerProtocol

/// The capabilities that clients declare.
enum ClientProfiles {
  private static let standardTokenTypes: [JSONValue] = [
    "namespace", "type", "class", "enum", "interface", "struct", "typeParameter", "parameter",
    "variable", "property", "enumMember", "event", "function", "method", "macro", "keyword",
    "modifier", "comment", "string", "number", "regexp", "operator", "decorator",
  ]

  /// All that the protocol has, but no registration after the start.
  static let `static` = capabilities(dynamicRegistration: false)
  /// All that the protocol has.
  static let everything = capabilities(dynamicRegistration: true)

  /// All that the protocol has, with other position encodings.
  static func everything(encodings: [String]) -> JSONValue {
    var capabilities = everything.object ?? [:]
    capabilities["general"] = ["positionEncodings": encodings.json]
    return .object(capabilities)
  }

  private static func capabilities(dynamicRegistration: Bool) -> JSONValue {
    let isDynamic = JSONValue.bool(dynamicRegistration)
    return [
      "general": ["positionEncodings": ["utf-16"]],
      "window": [
        "workDoneProgress": true, "showDocument": ["support": true],
        "showMessage": ["messageActionItem": ["additionalPropertiesSupport": true]],
      ],
      "workspace": [
        "applyEdit": true, "configuration": true, "workspaceFolders": true,
        "workspaceEdit": [
          "documentChanges": true, "resourceOperations": ["create", "rename", "delete"],
          "changeAnnotationSupport": ["groupsOnLabel": true],
        ],
        "didChangeConfiguration": ["dynamicRegistration": isDynamic],
        "didChangeWatchedFiles": [
          "dynamicRegistration": isDynamic, "relativePatternSupport": true,
        ],
        "symbol": ["resolveSupport": ["properties": ["location.range"]]],
        "semanticTokens": ["refreshSupport": true], "codeLens": ["refreshSupport": true],
        "inlayHint": ["refreshSupport": true], "diagnostics": ["refreshSupport": true],
        "fileOperations": [
          "dynamicRegistration": isDynamic, "didCreate": true, "willCreate": true,
          "didRename": true, "willRename": true, "didDelete": true, "willDelete": true,
        ],
        "textDocumentContent": ["dynamicRegistration": isDynamic],
        "executeCommand": ["dynamicRegistration": isDynamic],
      ],
      "textDocument": textDocument(isDynamic),
    ]
  }

  private static func textDocument(_ isDynamic: JSONValue) -> JSONValue {
    let plain: JSONValue = ["dynamicRegistration": isDynamic]
    return [
      "synchronization": ["dynamicRegistration": isDynamic, "didSave": true, "willSave": true],
      "completion": [
        "contextSupport": true,
        "completionItem": [
          "snippetSupport": true, "insertReplaceSupport": true, "labelDetailsSupport": true,
          "documentationFormat": ["markdown", "plaintext"], "deprecatedSupport": true,
          "resolveSupport": ["properties": ["documentation", "detail"]],
        ],
      ],
      "hover": ["contentFormat": ["markdown", "plaintext"]],
      "definition": ["linkSupport": true], "references": plain, "documentHighlight": plain,
      "documentSymbol": ["hierarchicalDocumentSymbolSupport": true],
      "codeAction": [
        "dataSupport": true, "isPreferredSupport": true, "disabledSupport": true,
        "resolveSupport": ["properties": ["edit"]],
        "codeActionLiteralSupport": [
          "codeActionKind": [
            "valueSet": ["", "quickfix", "refactor", "refactor.rewrite", "source", "source.fixAll"]
          ]
        ],
      ],
      "codeLens": plain, "documentLink": ["tooltipSupport": true], "formatting": plain,
      "rangeFormatting": plain, "onTypeFormatting": plain, "inlayHint": plain,
      "rename": ["prepareSupport": true, "honorsChangeAnnotations": true],
      "publishDiagnostics": [
        "relatedInformation": true, "versionSupport": true, "codeDescriptionSupport": true,
        "dataSupport": true, "tagSupport": ["valueSet": [1, 2]],
      ],
      "foldingRange": ["lineFoldingOnly": false], "selectionRange": plain,
      "linkedEditingRange": plain, "typeHierarchy": plain,
      "diagnostic": ["dynamicRegistration": isDynamic, "relatedDocumentSupport": true],
      "semanticTokens": [
        "dynamicRegistration": isDynamic, "requests": ["range": true, "full": ["delta": true]],
        "tokenTypes": .array(standardTokenTypes), "tokenModifiers": [], "formats": ["relative"],
      ],
    ]
  }
}
