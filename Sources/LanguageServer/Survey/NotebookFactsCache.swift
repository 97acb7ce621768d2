import Base
import Dispatch
import Foundation
import LanguageServerProtocol
import MiniMarkdown
import Notebook
import NotebookFile
import NotebookIndex
import PackratParsing
import TextDiagnostics

/// Caches facts about the whole notebook, for diagnostics. They are looked up in the survey queue:
/// only when a text needs them, and once for each change of the notebook. Callers get the cached
/// facts without waiting. The change handler is called when there are more.
final class NotebookFactsCache: Sendable {
  struct KnownFacts: Sendable {
    var index: NotebookFacts?
    var images: Set<String>?
    var hasBook: Bool?
    var isWrittenByApp: Bool?
    var links: [[LinkName]: LinkTarget] = [:]
  }

  private struct NoteFacts {
    var images: Set<String>
    var hasBook: Bool
    var isWrittenByApp: Bool
  }

  private struct Facts {
    var index: NotebookFacts?
    /// The facts about requested notes; nil for an ID without a note.
    var notes: [String: NoteFacts?] = [:]
    var links: [[LinkName]: LinkTarget] = [:]
  }

  private struct State {
    var encoding = PositionEncoding.utf16
    var wantsIndex = false
    var wantedNotes: Set<String> = []
    var wantedLinks: [[LinkName]: WantedLink] = [:]
    var isScheduled = false
    /// The time from which the notebook may be scanned again.
    var nextRefresh = ContinuousClock.now

    /// Schedules a refresh. Returns the delay before it; nil if one is scheduled already.
    mutating func schedule() -> Duration? {
      guard !isScheduled else { return nil }
      isScheduled = true
      return max(.zero, nextRefresh - .now)
    }
  }

  /// The pause after scanning the notebook, as a multiple of the scan's duration.
  private static let restFactor = 10.0

  let analyses = TextAnalyses()
  private let notebook: NotebookAccess
  private let queue: WorkQueue
  private let listener = Mutex<(@Sendable () -> Void)?>(nil)
  private let state = Mutex(State())
  private let makingLinks = BackgroundOnce()
  private let facts = Cached<Int, Facts>()
  let listed = Cached<Int, ListedNotes>()
  /// The image keys of notes that were examined for the notebook's diagnostics, by note.
  let images = Cached<Int, [String: Set<String>]>()

  init(_ notebook: NotebookAccess, queue: WorkQueue) {
    self.notebook = notebook
    self.queue = queue
  }

  /// Sets the function that is called, on any thread, when there are more facts.
  func setChangeHandler(_ changed: @escaping @Sendable () -> Void) {
    listener.withLock { $0 = changed }
  }

  func configure(_ encoding: PositionEncoding) { state.withLock { $0.encoding = encoding } }

  var hasNotebook: Bool { notebook.opened != nil }

  // MARK: Without waiting

  /// Returns the known facts for a text, and schedules looking up the others. Cost: linear in the
  /// text's links.
  func knownFacts(
    for analysis: TextAnalysis, note: String?, forCardQuality wantsBook: Bool = false
  ) -> KnownFacts {
    guard hasNotebook else { return KnownFacts() }
    let references = analysis.references
    let needsIndex = !references.questions.isEmpty || !references.hashtags.isEmpty
    let needsFacts =
      note != nil && (analysis.hasStoredImages || wantsBook || !analysis.crashesInApp.isEmpty)
    let isStale = !facts.isOf(notebook.generation)
    let facts = facts.latest ?? Facts()
    var known = KnownFacts(index: facts.index, links: facts.links)
    if needsFacts, let note, let facts = facts.notes[note] {
      known.images = facts?.images
      known.hasBook = facts?.hasBook
      known.isWrittenByApp = facts?.isWrittenByApp
    }
    let delay = state.withLock { state -> Duration? in
      if needsIndex { state.wantsIndex = true }
      for link in references.links {
        guard let wanted = WantedLink(link), !wanted.isMet(by: facts.links[link.names]),
          state.wantedLinks.count < Self.mostLinks
        else { continue }
        state.wantedLinks.add(wanted)
      }
      if needsFacts, let note, facts.notes[note] == nil { state.wantedNotes.insert(note) }
      let isOutdated = isStale && (needsIndex || needsFacts || !references.links.isEmpty)
      let lacksIndex = needsIndex && facts.index == nil
      guard isOutdated || lacksIndex || !state.wantedNotes.isEmpty || !state.wantedLinks.isEmpty
      else { return nil }
      return state.schedule()
    }
    if let delay { update(after: delay) }
    return known
  }

  /// Returns the common hashtag that `tag` may misspell; nil if there is none or it is not known
  /// yet.
  func suggestion(for tag: String) -> String? {
    facts.latest?.index?.tags.suggestion(for: tag)?.tag
  }

  /// Builds the index of links in the background, if there is none.
  func makeLinkIndex() {
    makingLinks.begin(by: { queue.async($0) }) { [weak self] in
      try? self?.notebook.opened?.links.makeIndex()
    }
  }

  /// Returns the target of a link; nil if it was not looked up yet.
  func target(of link: NoteLink) -> LinkTarget? {
    facts.latest?.links[link.names]
  }

  /// The maximum number of links that wait for their targets to be looked up.
  private static let mostLinks = 10_000
  /// The maximum number of notes whose headings are read for links, at each update.
  private static let mostRead = 100

  /// Handles a change of the notebook. May be called on any thread.
  func notebookChanged() {
    let hasTexts = analyses.hasOpenTexts
    let facts = facts.latest ?? Facts()
    let (isWatched, delay) = state.withLock { state -> (Bool, Duration?) in
      guard hasTexts, state.wantsIndex || !facts.notes.isEmpty || !facts.links.isEmpty else {
        return (false, nil)
      }
      return (true, state.schedule())
    }
    if let delay { update(after: delay) }
    if !isWatched { listener.withLock { $0 }?() }
  }

  private func update(after delay: Duration) {
    queue.asyncAfter(deadline: .now() + delay / .seconds(1)) { [weak self] in
      guard let self else { return }
      state.withLock { $0.isScheduled = false }
      guard hasNotebook else { return }
      do throws(NotebookError) {
        try update()
      } catch {
        // Requests report the error. The next lookup waits two seconds.
        state.withLock { $0.nextRefresh = .now + .seconds(2) }
      }
    }
  }

  // MARK: In the survey queue

  func currentIndex() throws(NotebookError) -> NotebookFacts? {
    state.withLock { $0.wantsIndex = true }
    try update()
    return facts.latest?.index
  }

  /// Looks up requested facts that are unknown or outdated. If there were any, calls the change
  /// handler.
  private func update() throws(NotebookError) {
    let wanted = state.withLock { $0 }
    var isMore = false
    let start = ContinuousClock.now
    try facts.update(at: { notebook.generation }) { (last) throws(NotebookError) in
      guard let notebook = notebook.opened else { return Facts() }
      let known = last?.value ?? Facts()
      // After a change of the notebook, known facts are looked up again.
      let isStale = last?.isCurrent != true
      let notes = isStale ? wanted.wantedNotes.union(known.notes.keys) : wanted.wantedNotes
      let needsIndex = wanted.wantsIndex && (isStale || known.index == nil)
      var links = wanted.wantedLinks
      if isStale { for target in known.links.values { links.add(WantedLink(target)) } }
      guard needsIndex || !notes.isEmpty || !links.isEmpty else { return known }
      isMore = true
      var facts = isStale ? Facts(index: known.index) : known
      if needsIndex {
        facts.index = try NotebookFacts(notebook, updating: known.index, encoding: wanted.encoding)
      }
      let found = try Self.facts(about: notes, in: notebook)
      for note in notes { facts.notes[note] = .some(found[note]) }
      facts.links.merge(try notebook.links.targets(of: links, mostRead: Self.mostRead)) { $1 }
      let time = ContinuousClock.now - start
      if needsIndex { state.withLock { $0.nextRefresh = .now + time * Self.restFactor } }
      return facts
    }
    state.withLock { state in
      for name in wanted.wantedLinks.keys { state.wantedLinks[name] = nil }
      state.wantedNotes.subtract(wanted.wantedNotes)
    }
    if isMore { listener.withLock { $0 }?() }
  }

  private static func facts(
    about notes: Set<String>, in notebook: Notebook
  ) throws(NotebookError) -> [String: NoteFacts] {
    guard !notes.isEmpty else { return [:] }
    let isWrittenByApp = try notebook.isWrittenByApp()
    var facts: [String: NoteFacts] = [:]
    for (note, images) in try notebook.images.keys(of: notes.sorted()) {
      let hasBook = try notebook.summary(of: note)?.book != nil
      facts[note] = NoteFacts(
        images: images, hasBook: hasBook, isWrittenByApp: isWrittenByApp)
    }
    return facts
  }

  func forget(_ uri: DocumentURI, note: String?) {
    analyses.forget(uri)
    let hasTexts = analyses.hasOpenTexts
    facts.drop { facts in
      if !hasTexts { facts.links = [:] }
      if let note { facts.notes[note] = nil }
    }
  }
}

/// The notes outside the trash in one state of the notebook.
struct ListedNotes: Sendable {
  struct Note: Sendable {
    var id: String
    /// The note's `commonplace:` URI, used unless the note is named as a mirror's file.
    var uri: String
    var version: String
    var hasBook: Bool
  }

  /// The latest modified first.
  let notes: [Note]
  let conflicts: [String: ConflictList]

  /// Lists the notes. Cost: linear in the notebook's rows.
  init(_ notebook: Notebook) throws(NotebookError) {
    let versions = try notebook.texts.versions()
    var notes: [(order: Double, note: Note)] = []
    try notebook.notes.forEach {
      notes.append(
        (
          -$0.modified.timeIntervalSinceReferenceDate,
          Note(
            id: $0.id, uri: $0.uri(in: notebook.path), version: versions[$0.id] ?? "",
            hasBook: $0.book != nil)
        ))
    }
    self.notes = notes.sorted { ($0.order, $0.note.id) < ($1.order, $1.note.id) }.map(\.note)
    conflicts = try notebook.conflicts.lists()
  }
}
