package import JSON

/// The abilities of a client, as far as this server uses them.
///
/// The members have the names and places of the protocol's. If a member is absent or has a wrong
/// type, the client lacks that ability.
///
/// Source: LSP 3.17, "ClientCapabilities"; 3.18 for `textDocumentContent`.
package struct ClientCapabilities: Sendable, Equatable {
  /// Abilities of no single feature.
  package var general = General()
  /// Abilities for one document.
  package var textDocument = TextDocument()
  /// Abilities for all documents.
  package var workspace = Workspace()
  /// Abilities of the user interface.
  package var window = Window()
  /// `experimental.commonplace.notesChanged`: the client wants a notification with the notes that
  /// others changed.
  package var notesChanged = false
  /// `experimental.commonplace.views`: the client shows documents called `commonplace-view:`.
  package var showsViews = false
  /// Anything true in `experimental.commonplace`: the client knows this server's own documents.
  package var knowsCommonplace = false
  /// `experimental.commonplace.reviewCounts`: the client wants a notification with the number of
  /// due prompts.
  package var reviewCounts = false
  /// `experimental.commonplace.status`: the client wants a notification with the notebook's status
  /// when it changes.
  package var status = false
  /// `experimental.commonplace.pictures`: the client shows pictures of files in the Markdown of hovers.
  package var pictures = false

  /// A client that can do nothing beyond the protocol's basics.
  package init() {}

  /// Reads the known members of `json`, which may be anything.
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

  /// Abilities of no single feature.
  package struct General: Sendable, Equatable {
    /// The position encodings the client knows, the one it likes best first; empty means UTF-16.
    package var positionEncodings: [String] = []
    /// `staleRequestSupport.retryOnContentModified`: the methods the client asks again after the
    /// error `contentModified`.
    package var retryOnContentModified: [String] = []

    package init() {}

    init(_ json: JSONValue?) {
      positionEncodings = json.strings("positionEncodings")
      retryOnContentModified = json.strings("staleRequestSupport", "retryOnContentModified")
    }
  }

  /// Abilities for all documents.
  package struct Workspace: Sendable, Equatable {
    /// The client carries out `workspace/applyEdit`.
    package var applyEdit = false
    /// `workspaceEdit.documentChanges`: edits may name versions.
    package var documentChanges = false
    /// `workspaceEdit.changeAnnotationSupport`: edits may say why, and ask first.
    package var changeAnnotations = false
    /// The client answers `workspace/configuration`.
    package var configuration = false
    /// The client has several folders and notifies the server when they change.
    package var workspaceFolders = false
    /// The server may register for `workspace/didChangeConfiguration`.
    package var didChangeConfigurationDynamicRegistration = false
    /// The server may register for `workspace/didChangeWatchedFiles`.
    package var didChangeWatchedFilesDynamicRegistration = false
    /// `fileOperations.didRename`: the client notifies the server when files were renamed.
    package var didRenameFiles = false
    /// `semanticTokens.refreshSupport`.
    package var semanticTokensRefresh = false
    /// `diagnostics.refreshSupport`.
    package var diagnosticsRefresh = false
    /// `codeLens.refreshSupport`.
    package var codeLensRefresh = false
    /// `inlayHint.refreshSupport`.
    package var inlayHintRefresh = false
    /// `symbol.symbolKind.valueSet`: the kinds of symbols the client can show.
    package var symbolKinds = SymbolKind.ofFirstVersion
    /// The client shows documents of a server's scheme; nil if it does not.
    package var textDocumentContent: TextDocumentContent?

    /// The client's ways of showing documents of a server's scheme.
    package struct TextDocumentContent: Sendable, Equatable {
      /// The server may register its schemes after it has started.
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

  /// Abilities of the user interface.
  package struct Window: Sendable, Equatable {
    /// The server may ask for a progress bar.
    package var workDoneProgress = false
    /// `showDocument.support`: the client carries out `window/showDocument`.
    package var showDocument = false
    /// `showMessage.messageActionItem`: the client may be asked a question with answers to choose.
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
  /// The value at the end of a path of members. Returns nil if there is none.
  func member(_ path: String...) -> JSONValue? { member(path) }

  /// Whether there is `true` at `path`.
  func flag(_ path: String...) -> Bool { member(path)?.bool ?? false }

  /// The strings in the array at `path`; empty if there is none.
  func strings(_ path: String...) -> [String] { member(path)?.array?.compactMap(\.string) ?? [] }

  /// The kinds of symbols at `symbolKind.valueSet` of a member. (LSP 3.17, "Document Symbols Request".)
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
