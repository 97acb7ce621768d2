import JSON

extension ClientCapabilities {
  package struct TextDocument: Sendable, Equatable {
    package var completion = Completion()
    /// The markup kinds that a hover may contain, the preferred one first.
    package var hoverContentFormat: [String] = []
    /// `documentSymbol.hierarchicalDocumentSymbolSupport`: symbols may have children.
    package var hierarchicalDocumentSymbolSupport = false
    /// `documentSymbol.symbolKind.valueSet`: the symbol kinds that the client supports.
    package var symbolKinds = SymbolKind.ofFirstVersion
    package var publishDiagnostics = PublishDiagnostics()
    /// How the client pulls diagnostics; nil if it does not.
    package var diagnostic: PullDiagnostics?
    /// How the client shows semantic tokens; nil if it does not.
    package var semanticTokens: SemanticTokens?
    /// `codeAction.codeActionLiteralSupport`: actions may have kinds and diagnostics; otherwise
    /// they are bare commands.
    package var codeActionLiteralSupport = false
    /// `rename.prepareSupport`: the client first requests whether there is something to rename.
    package var prepareRenameSupport = false
    /// `definition.linkSupport`: a definition may have the range that links to it.
    package var definitionLinkSupport = false
    /// `foldingRange.lineFoldingOnly`: ranges fold whole lines.
    package var lineFoldingOnly = false
    /// `foldingRange.rangeLimit`: the maximum number of ranges; nil for no limit.
    package var foldingRangeLimit: Int?
    /// `documentLink.tooltipSupport`: links may have a tooltip.
    package var linkTooltipSupport = false

    package init() {}

    init(_ json: JSONValue?) {
      completion = Completion(json.member("completion"))
      hoverContentFormat = json.strings("hover", "contentFormat")
      hierarchicalDocumentSymbolSupport =
        json.flag("documentSymbol", "hierarchicalDocumentSymbolSupport")
      symbolKinds = json.symbolKinds("documentSymbol")
      publishDiagnostics = PublishDiagnostics(json.member("publishDiagnostics"))
      diagnostic = PullDiagnostics(json.member("diagnostic"))
      semanticTokens = SemanticTokens(json.member("semanticTokens"))
      codeActionLiteralSupport =
        json.member("codeAction", "codeActionLiteralSupport")?.object != nil
      prepareRenameSupport = json.flag("rename", "prepareSupport")
      definitionLinkSupport = json.flag("definition", "linkSupport")
      foldingRangeLimit = json.member("foldingRange", "rangeLimit")?.int
      lineFoldingOnly = json.flag("foldingRange", "lineFoldingOnly")
      linkTooltipSupport = json.flag("documentLink", "tooltipSupport")
    }
  }

  package struct Completion: Sendable, Equatable {
    /// `completionItem.snippetSupport`.
    package var snippetSupport = false
    /// `completionItem.insertReplaceSupport`.
    package var insertReplaceSupport = false
    /// `completionItem.labelDetailsSupport`.
    package var labelDetailsSupport = false
    /// `completionItem.insertTextModeSupport.valueSet`.
    package var insertTextModes: [InsertTextMode] = []
    /// `completionItem.documentationFormat`: markup kinds, the preferred one first.
    package var documentationFormat: [String] = []
    /// `completionItem.resolveSupport.properties`: the members that `completionItem/resolve` may
    /// add.
    package var resolveProperties: [String] = []

    package init() {}

    init(_ json: JSONValue?) {
      let item = json.member("completionItem")
      snippetSupport = item.flag("snippetSupport")
      insertReplaceSupport = item.flag("insertReplaceSupport")
      labelDetailsSupport = item.flag("labelDetailsSupport")
      insertTextModes = (item.member("insertTextModeSupport", "valueSet")?.array ?? [])
        .compactMap { try? InsertTextMode(json: $0) }
      documentationFormat = item.strings("documentationFormat")
      resolveProperties = item.strings("resolveSupport", "properties")
    }
  }

  package struct PublishDiagnostics: Sendable, Equatable {
    package var versionSupport = false
    package var relatedInformation = false
    package var codeDescriptionSupport = false
    package var dataSupport = false
    /// `tagSupport.valueSet`: the tags that diagnostics may have.
    package var tags: [DiagnosticTag] = []

    package init() {}

    init(_ json: JSONValue?) {
      versionSupport = json.flag("versionSupport")
      relatedInformation = json.flag("relatedInformation")
      codeDescriptionSupport = json.flag("codeDescriptionSupport")
      dataSupport = json.flag("dataSupport")
      tags = (json.member("tagSupport", "valueSet")?.array ?? [])
        .compactMap { try? DiagnosticTag(json: $0) }
    }
  }

  package struct PullDiagnostics: Sendable, Equatable {
    package var dynamicRegistration = false
    package var relatedDocumentSupport = false

    package init() {}

    init?(_ json: JSONValue?) {
      guard json?.object != nil else { return nil }
      dynamicRegistration = json.flag("dynamicRegistration")
      relatedDocumentSupport = json.flag("relatedDocumentSupport")
    }
  }

  package struct SemanticTokens: Sendable, Equatable {
    package var dynamicRegistration = false
    /// `requests.full.delta`: the client requests deltas.
    package var delta = false
    /// `requests.range`: the client requests the tokens of a range.
    package var range = false
    package var tokenTypes: [String] = []
    package var tokenModifiers: [String] = []
    package var overlappingTokenSupport = false
    package var multilineTokenSupport = false
    package var serverCancelSupport = false
    /// The client highlights by its own rules, too, and tokens add to them.
    package var augmentsSyntaxTokens = false

    package init() {}

    init?(_ json: JSONValue?) {
      guard json?.object != nil else { return nil }
      dynamicRegistration = json.flag("dynamicRegistration")
      delta = json.flag("requests", "full", "delta")
      range = json.flag("requests", "range") || json.member("requests", "range")?.object != nil
      tokenTypes = json.strings("tokenTypes")
      tokenModifiers = json.strings("tokenModifiers")
      overlappingTokenSupport = json.flag("overlappingTokenSupport")
      multilineTokenSupport = json.flag("multilineTokenSupport")
      serverCancelSupport = json.flag("serverCancelSupport")
      augmentsSyntaxTokens = json.flag("augmentsSyntaxTokens")
    }
  }
}
