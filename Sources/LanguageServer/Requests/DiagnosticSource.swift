import LanguageServerProtocol
import MiniMarkdown
import Notebook
import PackratParsing

/// Diagnostics of a text that do not follow from the text alone: they depend on its notebook.
/// `DiagnosticSource.all` is the whole list; each is in a separate file.
struct DiagnosticSource: Sendable {
  /// Cost: linear in the text's references, whatever the size of the notebook.
  let find: @Sendable (DiagnosticRequest) -> [Diagnostic]
}

/// The text whose diagnostics are requested, and the known facts about its notebook.
struct DiagnosticRequest: Sendable {
  let uri: String
  /// The id of the note that it is; nil for a file or a text without a name.
  let note: String?
  let analysis: TextAnalysis
  /// The facts from all notes; nil as long as they are not known.
  let index: NotebookIndex?
  /// The keys of the note's images; nil as long as they are not known.
  let images: Set<String>?
  /// The targets of links by their first names, as far as they are known.
  let links: [LinkName: LinkTarget]
  /// The choices in the note.
  let conflict: ConflictList?
  let capabilities: ClientCapabilities.PublishDiagnostics
  /// The URIs of open notes, by their ids.
  let openURIs: [String: String]
  let names: NoteNames
  /// Whether hints about prompts that ask badly are wanted.
  var wantsCardQuality = false
  /// Whether the note is about a book; nil as long as that is not known.
  var hasBook: Bool?
  /// Whether the app writes the same notebook, as far as that is known.
  var isWrittenByApp = false

  var references: NoteReferences { analysis.references }

  /// The URI of a note: the client's own of an open one.
  func uri(of note: String, title: String, in path: String) -> String {
    openURIs[note] ?? names.uri(of: note, title: title, in: path)
  }

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
        location: Location(uri: uri, range: analysis.range(of: $0)), message: "Here, too.")
    }
    let tags: [DiagnosticTag] = found.code == .duplicateQuestion ? [.unnecessary] : []
    return Diagnostic(
      range: analysis.range(of: found.range), severity: found.severity.lspSeverity,
      code: found.code.rawValue, source: "commonplace", message: found.message,
      tags: tags.filter(capabilities.tags.contains),
      relatedInformation: capabilities.relatedInformation ? own + related : [])
  }
}

extension NoteDiagnostic.Severity {
  var lspSeverity: DiagnosticSeverity {
    switch self {
    case .warning: .warning
    case .information: .information
    case .hint: .hint
    }
  }
}
