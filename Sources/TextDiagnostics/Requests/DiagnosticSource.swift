package import LanguageServerProtocol
package import MiniMarkdown
package import Notebook
import PackratParsing

/// Diagnostics of a text that do not follow from the text alone: they depend on its notebook.
/// `DiagnosticSource.all` is the whole list; each is in a separate file.
package struct DiagnosticSource: Sendable {
  /// Cost: linear in the text's references, whatever the size of the notebook.
  let find: @Sendable (DiagnosticRequest) -> [Diagnostic]
}

/// The text whose diagnostics are requested, and the known facts about its notebook.
package struct DiagnosticRequest: Sendable {
  let uri: String
  /// The id of the note that it is; nil for a file or a text without a name.
  let note: String?
  let analysis: TextAnalysis
  /// The facts from all notes; nil as long as they are not known.
  let index: NotebookFacts?
  /// The keys of the note's images; nil as long as they are not known.
  let images: Set<String>?
  /// The targets of links by their names, as far as they are known.
  let links: [[LinkName]: LinkTarget]
  /// The choices in the note.
  let conflict: ConflictList?
  let capabilities: ClientCapabilities.PublishDiagnostics
  /// Whether hints about prompts that ask badly are wanted.
  let wantsCardQuality: Bool
  /// Whether the note is about a book; nil as long as that is not known.
  let hasBook: Bool?
  /// Whether the app writes the same notebook, as far as that is known.
  let isWrittenByApp: Bool
  let names: Names

  /// What the names of documents say.
  package struct Names: Sendable {
    /// Whether the text may be one that a user writes, and not an earlier one that is only shown, as by `git:`.
    var isEdited: Bool
    /// The id of the note in conflict of which the text is another, as a file of a mirror.
    var otherTextOf: @Sendable () -> String?
    /// The URI of a note, of its id and its title, in the notebook at a path.
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

  /// The diagnostics that `find` has for `places`, which are in the order of the text: no more than an editor
  /// shows.
  func diagnostics<Place>(
    of places: [Place], _ find: (Place) -> Diagnostic?
  ) -> [Diagnostic] {
    var found: [Diagnostic] = []
    for place in places where found.count < diagnosticLimit {
      if let diagnostic = find(place) { found.append(diagnostic) }
    }
    return found
  }

  /// `found` in the client's terms, with its related places. For clients that do not show such
  /// places, without them.
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
