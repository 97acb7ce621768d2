import JSON

extension ClientCapabilities {
  /// What concerns one document.
  public struct TextDocument: Sendable, Equatable {
    /// What completion items may hold.
    public var completion = Completion()
    /// What a hover may hold: markup kinds, the one the client likes best first.
    public var hoverContentFormat: [String] = []
    /// `documentSymbol.hierarchicalDocumentSymbolSupport`: symbols may have children.
    public var hierarchicalDocumentSymbolSupport = false
    /// `documentSymbol.symbolKind.valueSet`: the kinds of symbols the client can show.
    public var symbolKinds = SymbolKind.ofFirstVersion
    /// What published diagnostics may hold.
    public var publishDiagnostics = PublishDiagnostics()
    /// How the client pulls diagnostics; nil if it does not.
    public var diagnostic: PullDiagnostics?
    /// How the client shows semantic tokens; nil if it does not.
    public var semanticTokens: SemanticTokens?
    /// `codeAction.codeActionLiteralSupport`: actions may have kinds and diagnostics; otherwise they
    /// are bare commands.
    public var codeActionLiteralSupport = false
    /// `rename.prepareSupport`: the client asks first whether there is something to rename.
    public var prepareRenameSupport = false
    /// `definition.linkSupport`: a definition may say what it is the definition of.
    public var definitionLinkSupport = false
    /// `foldingRange.lineFoldingOnly`: ranges fold whole lines.
    public var lineFoldingOnly = false
    /// `foldingRange.rangeLimit`: the most ranges the client wants; nil for no limit.
    public var foldingRangeLimit: Int?
    /// `documentLink.tooltipSupport`: links may have a tooltip.
    public var linkTooltipSupport = false

    /// The least a client can do.
    public init() {}

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

  /// What completion items may hold.
  public struct Completion: Sendable, Equatable {
    /// `completionItem.snippetSupport`.
    public var snippetSupport = false
    /// `completionItem.insertReplaceSupport`.
    public var insertReplaceSupport = false
    /// `completionItem.labelDetailsSupport`.
    public var labelDetailsSupport = false
    /// `completionItem.insertTextModeSupport.valueSet`: what may be said of white space.
    public var insertTextModes: [InsertTextMode] = []
    /// `completionItem.documentationFormat`: markup kinds, the one the client likes best first.
    public var documentationFormat: [String] = []
    /// `completionItem.resolveSupport.properties`: what may come by `completionItem/resolve`.
    public var resolveProperties: [String] = []

    /// The least a client can do.
    public init() {}

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

  /// What published diagnostics may hold.
  public struct PublishDiagnostics: Sendable, Equatable {
    /// The version they are about.
    public var versionSupport = false
    /// Places that belong to them.
    public var relatedInformation = false
    /// A page about the rule.
    public var codeDescriptionSupport = false
    /// Data for the code actions to come.
    public var dataSupport = false
    /// `tagSupport.valueSet`: the tags they may have.
    public var tags: [DiagnosticTag] = []

    /// The least a client can do.
    public init() {}

    init(_ json: JSONValue?) {
      versionSupport = json.flag("versionSupport")
      relatedInformation = json.flag("relatedInformation")
      codeDescriptionSupport = json.flag("codeDescriptionSupport")
      dataSupport = json.flag("dataSupport")
      tags = (json.member("tagSupport", "valueSet")?.array ?? [])
        .compactMap { try? DiagnosticTag(json: $0) }
    }
  }

  /// How a client pulls diagnostics.
  public struct PullDiagnostics: Sendable, Equatable {
    /// The server may register for it after it has started.
    public var dynamicRegistration = false
    /// A report may bring those of other documents along.
    public var relatedDocumentSupport = false

    /// The least a client that pulls can do.
    public init() {}

    init?(_ json: JSONValue?) {
      guard json?.object != nil else { return nil }
      dynamicRegistration = json.flag("dynamicRegistration")
      relatedDocumentSupport = json.flag("relatedDocumentSupport")
    }
  }

  /// How a client shows semantic tokens.
  public struct SemanticTokens: Sendable, Equatable {
    /// The server may register for them after it has started.
    public var dynamicRegistration = false
    /// `requests.full.delta`: the client asks for what has changed.
    public var delta = false
    /// `requests.range`: the client asks for parts.
    public var range = false
    /// The types the client can show.
    public var tokenTypes: [String] = []
    /// The modifiers the client can show.
    public var tokenModifiers: [String] = []
    /// Tokens may overlap.
    public var overlappingTokenSupport = false
    /// Tokens may span lines.
    public var multilineTokenSupport = false
    /// The server may answer `serverCancelled`.
    public var serverCancelSupport = false
    /// The client colours by its own rules, too, and lets tokens add to them.
    public var augmentsSyntaxTokens = false

    /// The least a client that shows tokens can do.
    public init() {}

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
