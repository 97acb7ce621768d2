package import LanguageServerProtocol
package import MiniMarkdown
package import Notebook
import PackratParsing

/// Finds diagnostics of a text that depend on its notebook or on settings.
package struct DiagnosticSource: Sendable {
  let find: @Sendable (DiagnosticRequest) -> [Diagnostic]
}

package struct DiagnosticRequest: Sendable {
  let uri: String
  /// The ID of the text's note; nil if it is not a note.
  let note: String?
  let analysis: TextAnalysis
  /// The questions and tags of all notes; nil while unknown.
  let index: NotebookFacts?
  /// The keys of the note's images; nil while unknown.
  let images: Set<String>?
  let links: [[LinkName]: LinkTarget]
  let conflict: ConflictList?
  let capabilities: ClientCapabilities.PublishDiagnostics
  let wantsCardQuality: Bool
  /// Nil while unknown.
  let hasBook: Bool?
  /// False while unknown.
  let isWrittenByApp: Bool
  let names: Names

  package struct Names: Sendable {
    /// Whether the user can edit the text; false for an earlier version that is only shown, as with
    /// a `git:` URI.
    var isEdited: Bool
    /// Returns the ID of the note if the text is a mirror's file with another side of its conflict;
    /// nil for other texts.
    var otherTextOf: @Sendable () -> String?
    var uri: @Sendable (_ note: String, _ title: String, _ path: String) -> String

    package init(
      isEdited: Bool, otherTextOf: @escaping @Sendable () -> String?,
      uri: @escaping @Sendable (_ note: String, _ title: String, _ path: String) -> String
    ) {
      (self.isEdited, self.otherTextOf, self.uri) = (isEdited, otherTextOf, uri)
    }
  }

  package init(
    uri: String, note: String?, analysis: TextAnalysis, index: NotebookFacts?,
    images: Set<String>?, links: [[LinkName]: LinkTarget], conflict: ConflictList?,
    capabilities: ClientCapabilities.PublishDiagnostics, wantsCardQuality: Bool, hasBook: Bool?,
    isWrittenByApp: Bool, names: Names
  ) {
    self.uri = uri
    self.note = note
    self.analysis = analysis
    self.index = index
    self.images = images
    self.links = links
    self.conflict = conflict
    self.capabilities = capabilities
    self.wantsCardQuality = wantsCardQuality
    self.hasBook = hasBook
    self.isWrittenByApp = isWrittenByApp
    self.names = names
  }

  var references: NoteReferences { analysis.references }

  /// Returns the diagnostics that `find` returns for `items`, which are in text order; at most
  /// `diagnosticLimit`.
  func diagnostics<Item>(
    of items: [Item], _ find: (Item) -> Diagnostic?
  ) -> [Diagnostic] {
    var found: [Diagnostic] = []
    for item in items where found.count < diagnosticLimit {
      if let diagnostic = find(item) { found.append(diagnostic) }
    }
    return found
  }

  /// Converts `found` to an LSP diagnostic with related information, which is omitted for clients
  /// that do not support it.
  func diagnostic(
    _ found: NoteDiagnostic, related: [DiagnosticRelatedInformation] = []
  ) -> Diagnostic {
    let own = found.related.map {
      DiagnosticRelatedInformation(
        location: Location(uri: uri, range: analysis.range(of: $0)), message: "First occurrence")
    }
    let tags: [DiagnosticTag] = found.rule == .duplicateQuestion ? [.unnecessary] : []
    return Diagnostic(
      range: analysis.range(of: found.range), severity: found.severity.lspSeverity,
      code: found.code, source: "commonplace", message: found.message,
      tags: tags.filter(capabilities.tags.contains),
      relatedInformation: capabilities.relatedInformation ? own + related : [])
  }
}

extension DiagnosticRule.Severity {
  package var lspSeverity: DiagnosticSeverity {
    switch self {
    case .warning: .warning
    case .information: .information
    case .hint: .hint
    }
  }
}
