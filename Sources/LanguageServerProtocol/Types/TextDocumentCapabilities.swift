import JSON

extension ClientCapabilities {
  /// Abilities for one document.
  package struct TextDocument: Sendable, Equatable {
    /// The permitted contents of completion items.
    package var completion = Completion()
    /// The permitted contents of a hover: markup kinds, the preferred one first.
    package var hoverContentFormat: [String] = []
    /// `documentSymbol.hierarchicalDocumentSymbolSupport`: symbols may have children.
    package var hierarchicalDocumentSymbolSupport = false
    /// `documentSymbol.symbolKind.valueSet`: the kinds of symbols the client can show.
    package var symbolKinds = SymbolKind.ofFirstVersion
    /// The permitted contents of published diagnostics.
    package var publishDiagnostics = PublishDiagnostics()
    /// The client's way of pulling diagnostics; nil if it does not.
    package var diagnostic: PullDiagnostics?
    /// The client's way of showing semantic tokens; nil if it does not.
    package var semanticTokens: SemanticTokens?
    /// `codeAction.codeActionLiteralSupport`: actions may have kinds and diagnostics; otherwise they
    /// are bare commands.
    package var codeActionLiteralSupport = false
    /// `rename.prepareSupport`: the client asks first whether there is something to rename.
    package var prepareRenameSupport = false
    /// `definition.linkSupport`: a definition may have the range that leads to it.
    package var definitionLinkSupport = false
    /// `foldingRange.lineFoldingOnly`: ranges fold whole lines.
    package var lineFoldingOnly = false
    /// `foldingRange.rangeLimit`: the most ranges the client wants; nil for no limit.
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

  /// The permitted contents of completion items.
  package struct Completion: Sendable, Equatable {
    /// `completionItem.snippetSupport`.
    package var snippetSupport = false
    /// `completionItem.insertReplaceSupport`.
    package var insertReplaceSupport = false
    /// `completionItem.labelDetailsSupport`.
    package var labelDetailsSupport = false
    /// `completionItem.insertTextModeSupport.valueSet`: the modes for white space.
    package var insertTextModes: [InsertTextMode] = []
    /// `completionItem.documentationFormat`: markup kinds, the one the client likes best first.
    package var documentationFormat: [String] = []
    /// `completionItem.resolveSupport.properties`: the members that may come by
    /// `completionItem/resolve`.
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

  /// The permitted contents of published diagnostics.
  package struct PublishDiagnostics: Sendable, Equatable {
    /// The version they are about.
    package var versionSupport = false
    /// Places that belong to them.
    package var relatedInformation = false
    /// A page about the rule.
    package var codeDescriptionSupport = false
    /// Data for the code actions to come.
    package var dataSupport = false
    /// `tagSupport.valueSet`: the tags they may have.
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

  /// A client's way of pulling diagnostics.
  package struct PullDiagnostics: Sendable, Equatable {
    /// The server may register for it after it has started.
    package var dynamicRegistration = false
    /// A report may bring those of other documents along.
    package var relatedDocumentSupport = false

    /// The least a client that pulls can do.
    package init() {}

    init?(_ json: JSONValue?) {
      guard json?.object != nil else { return nil }
      dynamicRegistration = json.flag("dynamicRegistration")
      relatedDocumentSupport = json.flag("relatedDocumentSupport")
    }
  }

  /// A client's way of showing semantic tokens.
  package struct SemanticTokens: Sendable, Equatable {
    /// The server may register for them after it has started.
    package var dynamicRegistration = false
    /// `requests.full.delta`: the client requests changes.
    package var delta = false
    /// `requests.range`: the client asks for parts.
    package var range = false
    /// The types the client can show.
    package var tokenTypes: [String] = []
    /// The modifiers the client can show.
    package var tokenModifiers: [String] = []
    /// Tokens may overlap.
    package var overlappingTokenSupport = false
    /// Tokens may span lines.
    package var multilineTokenSupport = false
    /// The server may answer `serverCancelled`.
    package var serverCancelSupport = false
    /// The client colours by its own rules, too, and lets tokens add to them.
    package var augmentsSyntaxTokens = false

    /// The least a client that shows tokens can do.
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
