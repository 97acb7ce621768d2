import JSON
import LanguageServerProtocol
import Notebook
import PackratParsing
import TextDiagnostics
import UserSettings

struct DocumentDiagnostics: Sendable, Equatable {
  /// Results with equal IDs are equal. An ID is not valid in another run of the server.
  var resultId: String
  var items: [Diagnostic]

  func since(_ previous: String?) -> DocumentDiagnosticReport {
    previous == resultId
      ? .unchanged(resultId: resultId) : .full(resultId: resultId, items: items)
  }
}

/// Computes the diagnostics of documents: those of the text itself, and those that depend on the
/// notebook. Calls may come from any thread, and never wait for the notebook.
struct DiagnosticReporter: Sendable {
  let profile: ClientProfile
  let settings: Settings
  let openNotes: OpenNotes
  let indexCache: NotebookFactsCache
  let names: NoteNames
  let typing: TypingPositions
  private let openURIs: [String: String]

  init(
    profile: ClientProfile, settings: Settings, openNotes: OpenNotes,
    indexCache: NotebookFactsCache,
    names: NoteNames, typing: TypingPositions, documents: [DocumentURI: OpenDocument]
  ) {
    self.typing = typing
    self.profile = profile
    self.settings = settings
    self.openNotes = openNotes
    self.indexCache = indexCache
    self.names = names
    openURIs = Dictionary(
      documents.values.compactMap { document in document.note.map { ($0, document.uri) } }
    ) { min($0, $1) }
  }

  init(_ context: RequestContext) {
    self.init(
      profile: context.profile, settings: context.settings,
      openNotes: context.clientNotes.openNotes, indexCache: context.memory.indexCache,
      names: context.clientNotes.names, typing: context.memory.typing,
      documents: context.documents)
  }

  /// Returns the diagnostics of an open document; nil once `isWanted` returns false. Cost: linear
  /// in a text that was not analyzed before.
  ///
  /// Includes diagnostics that depend on the notebook if the data for them is already cached. Once
  /// the data is read, or diagnostics held back during typing can be shown, the client is asked to
  /// pull again or gets them pushed.
  func report(
    on document: OpenDocument, while isWanted: () -> Bool = { true }
  ) -> DocumentDiagnostics? {
    let uri = document.name
    // Views quote notes; problems are reported in the notes.
    guard ViewURI(document.uri) == nil else {
      return DocumentDiagnostics(resultId: "view", items: [])
    }
    if uri.record != nil { return profile.recordDiagnostics(of: document, except: settings) }
    guard
      let analysis = indexCache.analyses.analysis(
        of: document, uri: uri, encoding: profile.encoding,
        while: isWanted)
    else { return nil }
    let note = document.note
    let shown = indexCache.knownFacts(
      for: analysis, note: note, forCardQuality: settings.showsCardQuality)
    var all = report(
      "d\(document.revision)", uri: document.uri, note: note, analysis, shown,
      conflict: note.flatMap(openNotes.conflict))
    let reported = typing.reported(all.items, of: document, in: profile.encoding)
    if reported.count < all.items.count {
      all.items = reported
      all.resultId += "-\(reported.count)"
    }
    return all
  }

  /// Returns the diagnostics of a text. `name` is the start of the result ID.
  func report(
    _ name: String, uri: String, note: String?, _ analysis: TextAnalysis,
    _ notebook: NotebookFactsCache.KnownFacts, conflict: ConflictList?
  ) -> DocumentDiagnostics {
    let request = DiagnosticRequest(
      uri: uri, note: note, analysis: analysis, index: notebook.index, images: notebook.images,
      links: notebook.links, conflict: conflict,
      capabilities: profile.client.textDocument.publishDiagnostics,
      wantsCardQuality: settings.showsCardQuality, hasBook: notebook.hasBook,
      isWrittenByApp: notebook.isWrittenByApp ?? false,
      names: .init(names, of: uri, openURIs: openURIs))
    let unwanted = settings.disabledDiagnostics
    let ofNotebook = request.ofNotebook
    var hasher = Hasher()
    hasher.combine(unwanted)
    for diagnostic in ofNotebook { diagnostic.hash(into: &hasher) }
    let digest = String(UInt(bitPattern: hasher.finalize()), radix: 36)
    return DocumentDiagnostics(
      resultId: "\(name)-\(digest)", items: request.all(with: ofNotebook, except: unwanted))
  }
}

extension DiagnosticRequest.Names {
  /// `openURIs` are the client's URIs of open notes, by note ID.
  init(_ names: NoteNames, of uri: String, openURIs: [String: String]) {
    let scheme = uri.firstIndex(of: ":").map { uri[..<$0].lowercased() }
    self.init(
      isEdited: scheme.map { ["file", "untitled", NoteURI.scheme].contains($0) } ?? true,
      otherTextOf: { names.mirrors.otherText(of: DocumentURI(uri)) },
      uri: { note, title, path in openURIs[note] ?? names.uri(of: note, title: title, in: path) })
  }
}

extension Diagnostic {
  /// Hashes the members in which diagnostics that depend on the notebook can differ.
  fileprivate func hash(into hasher: inout Hasher) {
    hasher.combine(range)
    hasher.combine(code)
    hasher.combine(message)
    for related in relatedInformation {
      hasher.combine(related.location)
      hasher.combine(related.message)
    }
  }
}
