import Base
import JSON
import LanguageServerProtocol
import Notebook
import NotebookFile
import TextDiagnostics
import UserSettings

extension Feature {
  /// The diagnostics of all open documents, as the client has them, and of all other notes outside
  /// the trash, as they are stored.
  ///
  /// A stored note without diagnostics is not reported, unless the client has an older report of
  /// it. The report of a note that no longer exists is replaced by an empty one.
  static let workspaceDiagnostics = Feature("workspace/diagnostic", queue: .survey) { profile in
    guard profile.pullsDiagnostics else { return nil }
    return (["diagnosticProvider", "workspaceDiagnostics"], true)
  } answer: {
    (context, params: WorkspaceDiagnosticParams) throws(ResponseError)
      -> WorkspaceDiagnosticReport in
    let progress = context.progress("Checking all notes")
    defer { progress.end() }
    var run = WorkspaceRun(context, params.previousResultIds, progress)
    try run.reportOpenDocuments()
    if try run.reportStoredNotes() { run.clearOthers() }
    run.finish()
    return WorkspaceDiagnosticReport(items: run.items)
  }
}

private struct WorkspaceRun {
  /// The number of notes to read at once, and the maximum number of reports in a partial result.
  private static let batch = 100

  /// The reports that were not sent yet.
  private(set) var items: [WorkspaceDocumentDiagnosticReport] = []
  private let context: RequestContext
  private let reporter: DiagnosticReporter
  private let progress: WorkDoneProgress
  /// The client's earlier reports of documents that were not reported yet.
  private var previous: [DocumentURI: PreviousResultId]

  init(_ context: RequestContext, _ previous: [PreviousResultId], _ progress: WorkDoneProgress) {
    self.context = context
    self.progress = progress
    reporter = DiagnosticReporter(context)
    self.previous = Dictionary(
      previous.map { (DocumentURI($0.uri), $0) }, uniquingKeysWith: { first, _ in first })
  }

  private var isWanted: Bool { !context.cancellation.isCancelled }

  mutating func reportOpenDocuments() throws(ResponseError) {
    for (uri, document) in context.documents.sorted(by: { $0.value.uri < $1.value.uri }) {
      let cancellation = context.cancellation
      guard let report = reporter.report(on: document, while: { !cancellation.isCancelled })
      else { throw .requestCancelled() }
      let last = previous.removeValue(forKey: uri)?.value
      add(document.uri, version: document.version, report.since(last))
    }
  }

  /// Reports stored notes. Returns false if the notebook could not be read. Throws if the request
  /// is canceled.
  mutating func reportStoredNotes() throws(ResponseError) -> Bool {
    guard let notebook = try? context.notebook.notebook() else { return false }
    do throws(NotebookError) {
      let index = try reporter.indexCache.currentIndex()
      let notes = try listNotes()
      let open = Set(context.documents.values.compactMap(\.note))
      for start in stride(from: 0, to: notes.notes.count, by: Self.batch) {
        guard isWanted else { break }
        let batch = notes.notes[start..<min(start + Self.batch, notes.notes.count)]
          .filter { !open.contains($0.id) }
        try analyze(batch, in: notebook)
        try report(batch, of: notebook, index: index, conflicts: notes.conflicts)
        progress.report(start + Self.batch, of: notes.notes.count)
      }
    } catch {
      // Reading stops early when the request is canceled.
      guard isWanted else { throw .requestCancelled() }
      context.client.log("workspace/diagnostic: \(error.message)")
      return false
    }
    guard isWanted else { throw .requestCancelled() }
    return true
  }

  mutating func clearOthers() {
    for last in previous.values.sorted(by: { $0.uri < $1.uri }) {
      add(last.uri, version: nil, .full(resultId: nil, items: []))
    }
    previous = [:]
  }

  // MARK: Notes

  private func listNotes() throws(NotebookError) -> ListedNotes {
    let cache = context.memory.indexCache
    return try cache.listed.value(at: { context.notebook.generation }) {
      (_) throws(NotebookError) in
      guard let notebook = context.notebook.opened else { throw .missing(path: "") }
      let listed = try ListedNotes(notebook)
      cache.analyses.forgetNotes(except: Set(listed.notes.map(\.id)))
      return listed
    }
  }

  private func analyze(
    _ notes: [ListedNotes.Note], in notebook: Notebook
  ) throws(NotebookError) {
    let unknown = notes.filter { analysis(of: $0) == nil }
    for text in unknown.isEmpty ? [] : try notebook.texts.of(unknown.map(\.id)) {
      let cancellation = context.cancellation
      guard
        let analysis = TextAnalysis(
          stored: text.text, withCardQuality: context.settings.showsCardQuality,
          encoding: context.profile.encoding, while: { !cancellation.isCancelled })
      else { return }
      context.memory.indexCache.analyses.keep(analysis, of: text.id, version: text.version)
    }
  }

  /// Returns the cached analysis of a note's text; nil if there is none, or if it lacks hints about
  /// cards that the settings request.
  private func analysis(of note: ListedNotes.Note) -> TextAnalysis? {
    let known = context.memory.indexCache.analyses.analysis(of: note.id, version: note.version)
    return context.settings.showsCardQuality && known?.hasCardQuality == false ? nil : known
  }

  private mutating func report(
    _ notes: [ListedNotes.Note], of notebook: Notebook, index: NotebookFacts?,
    conflicts: [String: ConflictList]
  ) throws(NotebookError) {
    var found: [(note: ListedNotes.Note, analysis: TextAnalysis)] = []
    for note in notes {
      guard let analysis = analysis(of: note) else {
        // The note was written after the list was read: the next request will report it.
        previous[DocumentURI(uri(of: note))] = nil
        continue
      }
      found.append((note, analysis))
    }
    let isWrittenByApp = try notebook.isWrittenByApp()
    let images = try images(
      of: found.filter { $0.analysis.hasStoredImages }.map(\.note.id), in: notebook)
    for (note, analysis) in found where isWanted {
      let uri = uri(of: note)
      let report = reporter.report(
        note.version, uri: uri, note: note.id, analysis,
        NotebookFactsCache.KnownFacts(
          index: index, images: images[note.id], hasBook: note.hasBook,
          isWrittenByApp: isWrittenByApp),
        conflict: conflicts[note.id])
      // Empty reports are omitted: the client would have to keep one for every note.
      guard !report.items.isEmpty else { continue }
      let last = previous.removeValue(forKey: DocumentURI(uri))?.value
      add(uri, version: nil, report.since(last))
    }
  }

  private func uri(of note: ListedNotes.Note) -> String {
    context.clientNotes.names.file(of: note.id) ?? note.uri
  }

  /// Returns the image keys of notes, cached for each state of the notebook.
  private func images(
    of notes: [String], in notebook: Notebook
  ) throws(NotebookError) -> [String: Set<String>] {
    guard !notes.isEmpty else { return [:] }
    return try context.memory.indexCache.images.update(at: { context.notebook.generation }) {
      (last) throws(NotebookError) in
      let known = last?.isCurrent == true ? last?.value ?? [:] : [:]
      let unknown = notes.filter { known[$0] == nil }
      return unknown.isEmpty
        ? known : known.merging(try notebook.images.keys(of: unknown)) { _, new in new }
    }
  }

  private mutating func add(_ uri: String, version: Int?, _ report: DocumentDiagnosticReport) {
    items.append(WorkspaceDocumentDiagnosticReport(uri: uri, version: version, report: report))
    guard context.takesPartialResults, items.count >= Self.batch else { return }
    send()
  }

  private mutating func send() {
    context.send(partialResult: WorkspaceDiagnosticReport(items: items).json)
    items = []
  }

  mutating func finish() {
    if context.takesPartialResults, !items.isEmpty { send() }
  }
}
