package import JSON

/// The capabilities of a client that this server reads; it does not use all of them.
///
/// The members are named and nested as in the protocol, except as stated. A member that is absent
/// or has a wrong type leaves the default.
///
/// Source: LSP 3.17, "ClientCapabilities"; 3.18 for `textDocumentContent`.
package struct ClientCapabilities: Sendable, Equatable {
  package var general = General()
  package var textDocument = TextDocument()
  package var workspace = Workspace()
  package var window = Window()
  /// `experimental.commonplace.notesChanged`: the client wants a notification when stored notes
  /// differ from those that it has.
  package var notesChanged = false
  /// `experimental.commonplace.views`: the client shows `commonplace-view:` documents.
  package var showsViews = false
  /// Any `true` member of `experimental.commonplace`: the client supports this server's own
  /// documents.
  package var knowsCommonplace = false
  /// `experimental.commonplace.reviewCounts`: the client wants a notification when the number of
  /// due prompts changes.
  package var reviewCounts = false
  /// `experimental.commonplace.status`: the client wants a notification with the notebook's status
  /// when it changes.
  package var status = false
  /// `experimental.commonplace.pictures`: the client shows image files in the Markdown of hovers.
  package var pictures = false

  package init() {}

  /// `json` may be any value.
  package init(json: JSONValue) {
    general = General(json["general"])
    textDocument = TextDocument(json["textDocument"])
    workspace = Workspace(json["workspace"])
    window = Window(json["window"])
    notesChanged = Optional(json).flag("experimental", "commonplace", "notesChanged")
    showsViews = Optional(json).flag("experimental", "commonplace", "views")
    let own = json["experimental"]?["commonplace"]
    knowsCommonplace = own?.object?.keys.contains { own?[$0] == true } == true
    reviewCounts = Optional(json).flag("experimental", "commonplace", "reviewCounts")
    status = Optional(json).flag("experimental", "commonplace", "status")
    pictures = Optional(json).flag("experimental", "commonplace", "pictures")
  }

  package struct General: Sendable, Equatable {
    /// The position encodings that the client supports, the preferred one first; empty means
    /// UTF-16.
    package var positionEncodings: [String] = []
    /// `staleRequestSupport.retryOnContentModified`: the methods that the client requests again
    /// after the error `contentModified`.
    package var retryOnContentModified: [String] = []

    package init() {}

    init(_ json: JSONValue?) {
      positionEncodings = json.strings("positionEncodings")
      retryOnContentModified = json.strings("staleRequestSupport", "retryOnContentModified")
    }
  }

  package struct Workspace: Sendable, Equatable {
    package var applyEdit = false
    /// `workspaceEdit.documentChanges`: edits may contain versions.
    package var documentChanges = false
    /// `workspaceEdit.changeAnnotationSupport`: edits may have annotations, and require
    /// confirmation.
    package var changeAnnotations = false
    package var configuration = false
    package var workspaceFolders = false
    package var didChangeConfigurationDynamicRegistration = false
    package var didChangeWatchedFilesDynamicRegistration = false
    /// `fileOperations.didRename`.
    package var didRenameFiles = false
    /// `semanticTokens.refreshSupport`.
    package var semanticTokensRefresh = false
    /// `diagnostics.refreshSupport`.
    package var diagnosticsRefresh = false
    /// `codeLens.refreshSupport`.
    package var codeLensRefresh = false
    /// `inlayHint.refreshSupport`.
    package var inlayHintRefresh = false
    /// `symbol.symbolKind.valueSet`: the symbol kinds that the client supports.
    package var symbolKinds = SymbolKind.ofFirstVersion
    /// How the client shows documents of a server's scheme; nil if it does not.
    package var textDocumentContent: TextDocumentContent?

    package struct TextDocumentContent: Sendable, Equatable {
      package var dynamicRegistration = false

      package init() {}
    }

    package init() {}

    init(_ json: JSONValue?) {
      applyEdit = json.flag("applyEdit")
      documentChanges = json.flag("workspaceEdit", "documentChanges")
      changeAnnotations =
        json.member("workspaceEdit", "changeAnnotationSupport")?.object != nil
      configuration = json.flag("configuration")
      workspaceFolders = json.flag("workspaceFolders")
      didChangeConfigurationDynamicRegistration =
        json.flag("didChangeConfiguration", "dynamicRegistration")
      didChangeWatchedFilesDynamicRegistration =
        json.flag("didChangeWatchedFiles", "dynamicRegistration")
      didRenameFiles = json.flag("fileOperations", "didRename")
      semanticTokensRefresh = json.flag("semanticTokens", "refreshSupport")
      diagnosticsRefresh = json.flag("diagnostics", "refreshSupport")
      codeLensRefresh = json.flag("codeLens", "refreshSupport")
      inlayHintRefresh = json.flag("inlayHint", "refreshSupport")
      symbolKinds = json.symbolKinds("symbol")
      if let content = json.member("textDocumentContent"), content.object != nil {
        textDocumentContent = TextDocumentContent()
        textDocumentContent?.dynamicRegistration = Optional(content).flag("dynamicRegistration")
      }
    }
  }

  package struct Window: Sendable, Equatable {
    package var workDoneProgress = false
    /// `showDocument.support`.
    package var showDocument = false
    /// `showMessage` is present, with any value: the server may send `window/showMessageRequest`.
    package var asksQuestions = false

    package init() {}

    init(_ json: JSONValue?) {
      workDoneProgress = json.flag("workDoneProgress")
      showDocument = json.flag("showDocument", "support")
      asksQuestions = json.member("showMessage") != nil
    }
  }
}

extension JSONValue? {
  func member(_ path: String...) -> JSONValue? { member(path) }

  func flag(_ path: String...) -> Bool { member(path)?.bool ?? false }

  func strings(_ path: String...) -> [String] { member(path)?.array?.compactMap(\.string) ?? [] }

  /// Returns the symbol kinds at `symbolKind.valueSet` of a member; those of the first version if
  /// it is not an array. (LSP 3.17, "Document Symbols Request".)
  func symbolKinds(_ name: String) -> Set<SymbolKind> {
    guard let kinds = member(name, "symbolKind", "valueSet")?.array else {
      return SymbolKind.ofFirstVersion
    }
    return Set(kinds.compactMap { try? SymbolKind(json: $0) })
  }

  private func member(_ path: [String]) -> JSONValue? {
    path.reduce(self) { json, key in json?[key] }
  }
}
