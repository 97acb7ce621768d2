import JSON
import LanguageServerProtocol
import Testing

@Suite struct ClientCapabilitiesTests {
  /// Every capability the server asks about.
  static let all = """
    {
      "general": {
        "positionEncodings": ["utf-8", "utf-16"],
        "staleRequestSupport": {"cancel": true, "retryOnContentModified": ["a"]}
      },
      "textDocument": {
        "completion": {"completionItem": {
          "snippetSupport": true, "insertReplaceSupport": true, "labelDetailsSupport": true,
          "documentationFormat": ["markdown"], "resolveSupport": {"properties": ["detail"]}
        }},
        "hover": {"contentFormat": ["plaintext"]},
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": true},
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}},
        "publishDiagnostics": {
          "versionSupport": true, "relatedInformation": true, "codeDescriptionSupport": true,
          "dataSupport": true
        },
        "diagnostic": {"dynamicRegistration": true, "relatedDocumentSupport": true},
        "semanticTokens": {
          "dynamicRegistration": true, "requests": {"range": true, "full": {"delta": true}},
          "tokenTypes": ["keyword"], "tokenModifiers": ["static"],
          "overlappingTokenSupport": true, "multilineTokenSupport": true,
          "serverCancelSupport": true, "augmentsSyntaxTokens": true
        }
      },
      "workspace": {
        "applyEdit": true, "workspaceEdit": {"documentChanges": true}, "configuration": true,
        "workspaceFolders": true, "didChangeConfiguration": {"dynamicRegistration": true},
        "didChangeWatchedFiles": {"dynamicRegistration": true},
        "fileOperations": {"didRename": true},
        "semanticTokens": {"refreshSupport": true}, "diagnostics": {"refreshSupport": true},
        "codeLens": {"refreshSupport": true}, "inlayHint": {"refreshSupport": true},
        "textDocumentContent": {"dynamicRegistration": true}
      },
      "window": {"workDoneProgress": true, "showDocument": {"support": true}},
      "experimental": {"commonplace": {"notesChanged": true}}
    }
    """

  func capabilities(_ text: String) throws -> ClientCapabilities {
    ClientCapabilities(json: try JSONValue(parsing: Array(text.utf8)))
  }

  @Test func readsAll() throws {
    let all = try capabilities(Self.all)
    #expect(all.general.positionEncodings == ["utf-8", "utf-16"])
    #expect(all.general.retryOnContentModified == ["a"])

    let completion = all.textDocument.completion
    #expect(completion.snippetSupport)
    #expect(completion.insertReplaceSupport)
    #expect(completion.labelDetailsSupport)
    #expect(completion.documentationFormat == ["markdown"])
    #expect(completion.resolveProperties == ["detail"])
    #expect(all.textDocument.hoverContentFormat == ["plaintext"])
    #expect(all.textDocument.hierarchicalDocumentSymbolSupport)
    #expect(all.textDocument.publishDiagnostics.versionSupport)
    #expect(all.textDocument.publishDiagnostics.relatedInformation)
    #expect(all.textDocument.publishDiagnostics.codeDescriptionSupport)
    #expect(all.textDocument.publishDiagnostics.dataSupport)
    #expect(all.textDocument.diagnostic?.dynamicRegistration == true)
    #expect(all.textDocument.diagnostic?.relatedDocumentSupport == true)

    let tokens = try #require(all.textDocument.semanticTokens)
    #expect(tokens.dynamicRegistration)
    #expect(tokens.delta)
    #expect(tokens.range)
    #expect(tokens.tokenTypes == ["keyword"])
    #expect(tokens.tokenModifiers == ["static"])
    #expect(tokens.overlappingTokenSupport)
    #expect(tokens.multilineTokenSupport)
    #expect(tokens.serverCancelSupport)
    #expect(tokens.augmentsSyntaxTokens)

    #expect(all.workspace.applyEdit)
    #expect(all.workspace.documentChanges)
    #expect(all.workspace.configuration)
    #expect(all.workspace.workspaceFolders)
    #expect(all.workspace.didChangeConfigurationDynamicRegistration)
    #expect(all.workspace.didChangeWatchedFilesDynamicRegistration)
    #expect(all.workspace.didRenameFiles)
    #expect(all.workspace.semanticTokensRefresh)
    #expect(all.workspace.diagnosticsRefresh)
    #expect(all.workspace.codeLensRefresh)
    #expect(all.workspace.inlayHintRefresh)
    #expect(all.workspace.textDocumentContent?.dynamicRegistration == true)
    #expect(all.window.workDoneProgress)
    #expect(all.window.showDocument)
    #expect(all.textDocument.codeActionLiteralSupport)
    #expect(all.notesChanged && all.knowsCommonplace)
  }

  @Test(arguments: [
    "null", "[]", "1", "{}", #"{"textDocument":5,"workspace":[],"general":null,"window":"x"}"#,
  ])
  func absentCapabilitiesAreFalse(text: String) throws {
    #expect(try capabilities(text) == ClientCapabilities())
  }

  /// The same capabilities with every `true` and every string made something else.
  @Test(arguments: ["1", "null", #"{"a":true}"#])
  func aWrongTypeCountsAsAbsent(other: String) throws {
    let text = Self.all.replacing("true", with: other).replacing(/\["[^\]]*\]/, with: other)
    let capabilities = try capabilities(text)
    var expected = ClientCapabilities()
    expected.textDocument.diagnostic = ClientCapabilities.PullDiagnostics()
    expected.textDocument.semanticTokens = ClientCapabilities.SemanticTokens()
    // An object is a client that can ask for a range.
    expected.textDocument.semanticTokens?.range = other.hasPrefix("{")
    expected.textDocument.codeActionLiteralSupport = true
    expected.workspace.textDocumentContent = ClientCapabilities.Workspace.TextDocumentContent()
    #expect(capabilities == expected)
  }
}
