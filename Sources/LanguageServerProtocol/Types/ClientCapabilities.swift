package import JSON

/// The capabilities of a client that this server uses.
///
/// The members are named and nested as in the protocol, except as stated. If a member is absent or
/// has a wrong type, the client lacks that capability.
///
/// Source: LSP 3.17, "ClientCapabilities"; 3.18 for `textDocumentContent`.
package struct ClientCapabilities: Sendable, Equatable {
  /// General capabilities.
  package var general = General()
  /// Capabilities for a document.
  package var textDocument = TextDocument()
  /// Capabilities for the workspace.
  package var workspace = Workspace()
  /// Capabilities of the user interface.
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

  /// Creates the capabilities of a client that reports none.
  package init() {}

  /// Reads the supported members of `json`, which may be any value.
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

  /// General capabilities.
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

  /// Capabilities for the workspace.
  package struct Workspace: Sendable, Equatable {
    /// The client supports `workspace/applyEdit`.
    package var applyEdit = false
    /// `workspaceEdit.documentChanges`: edits may contain versions.
    package var documentChanges = false
    /// `workspaceEdit.changeAnnotationSupport`: edits may have annotations, and require
    /// confirmation.
    package var changeAnnotations = false
    /// The client supports `workspace/configuration`.
    package var configuration = false
    /// The client supports several folders and notifies the server when they change.
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
    /// `symbol.symbolKind.valueSet`: the symbol kinds that the client supports.
    package var symbolKinds = SymbolKind.ofFirstVersion
    /// How the client shows documents of a server's scheme; nil if it does not.
    package var textDocumentContent: TextDocumentContent?

    /// How a client shows documents of a server's scheme.
    package struct TextDocumentContent: Sendable, Equatable {
      /// The server may register its schemes dynamically.
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

  /// Capabilities of the user interface.
  package struct Window: Sendable, Equatable {
    /// The server may create work done progress.
    package var workDoneProgress = false
    /// `showDocument.support`: the client supports `window/showDocument`.
    package var showDocument = false
    /// `showMessage`, in any form: the client supports `window/showMessageRequest`.
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
  /// Returns the value at a path of members; nil if there is none.
  func member(_ path: String...) -> JSONValue? { member(path) }

  /// Returns whether the value at `path` is `true`.
  func flag(_ path: String...) -> Bool { member(path)?.bool ?? false }

  /// Returns the strings in the array at `path`; empty if there is none.
  func strings(_ path: String...) -> [String] { member(path)?.array?.compactMap(\.string) ?? [] }

  /// Returns the symbol kinds at `symbolKind.valueSet` of a member; those of the first version if
  /// it is absent. (LSP 3.17, "Document Symbols Request".)
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
