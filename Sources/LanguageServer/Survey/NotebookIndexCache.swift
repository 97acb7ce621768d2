import Dispatch
import LanguageServerProtocol
import MiniMarkdown
import NotebookFile
import Notebook
import NotebookIndex
import PackratParsing
import Base
import Foundation

/// The facts about the notebook as a whole, for diagnostics: looked up only when a text needs them,
/// in the survey queue, and once for each change of the notebook. A caller gets the known facts
/// and never waits; when there are more, it is notified.
final class NotebookIndexCache: Sendable {
  /// The known facts for the diagnostics of a text.
  struct KnownFacts: Sendable {
    var index: NotebookIndex?
    /// The keys of the note's images.
    var images: Set<String>?
    /// Whether the note is about a book.
    var hasBook: Bool?
    /// Whether the app writes the notebook.
    var isWrittenByApp: Bool?
    /// The targets of links, by their first names.
    var links: [LinkName: LinkTarget] = [:]
  }

  /// The known facts about a note.
  private struct NoteFacts {
    var images: Set<String>
    var hasBook: Bool
    var isWrittenByApp: Bool
  }

  private struct State {
    var encoding = PositionEncoding.utf16
    var index: NotebookIndex?
    /// The facts about notes that were requested; nil for an id without a note.
    var facts: [String: NoteFacts?] = [:]
    /// The requested facts.
    var wantsIndex = false
    var wantedFacts: Set<String> = []
    /// The targets of links, and those that were requested.
    var links: [LinkName: LinkTarget] = [:]
    var wantedLinks: [LinkName: WantedLink] = [:]
    /// The state of the notebook that `index` and `facts` are of.
    var generation = -1
    var isScheduled = false
    var isMakingLinks = false
    /// The time from which the notebook may be looked through again.
    var nextRefresh = ContinuousClock.now

    /// The delay before the next refresh. Returns nil if one is scheduled.
    mutating func schedule() -> Duration? {
      guard !isScheduled else { return nil }
      isScheduled = true
      return max(.zero, nextRefresh - .now)
    }
  }

  /// The length of the rest after looking through the notebook, as a multiple of that work.
  private static let restFactor = 10.0

  let analyses = TextAnalyses()
  private let notebook: NotebookAccess
  private let queue: WorkQueue
  private let listener = Mutex<(@Sendable () -> Void)?>(nil)
  private let state = Mutex(State())
  /// The notes as they were last listed, for the whole notebook's diagnostics.
  let listed = Mutex<ListedNotes?>(nil)

  init(_ notebook: NotebookAccess, queue: WorkQueue) {
    self.notebook = notebook
    self.queue = queue
  }

  /// Has `changed` called when there is more to say, on any thread.
  func setChangeHandler(_ changed: @escaping @Sendable () -> Void) {
    listener.withLock { $0 = changed }
  }

  /// Settles how places are counted.
  func configure(_ encoding: PositionEncoding) { state.withLock { $0.encoding = encoding } }

  /// Whether there is a notebook to compare with.
  var hasNotebook: Bool { notebook.opened != nil }

  // MARK: Without waiting

  /// The known facts for a text. Others will be looked up. Cost: constant.
  func knownFacts(
    for analysis: TextAnalysis, note: String?, forCardQuality wantsBook: Bool = false
  ) -> KnownFacts {
    guard hasNotebook else { return KnownFacts() }
    let references = analysis.references
    let needsIndex = !references.questions.isEmpty || !references.hashtags.isEmpty
    let needsFacts =
      note != nil && (analysis.hasStoredImages || wantsBook || !analysis.crashesInApp.isEmpty)
    let generation = notebook.generation
    let (known, delay) = state.withLock { state -> (KnownFacts, Duration?) in
      if needsIndex { state.wantsIndex = true }
      var known = KnownFacts(index: state.index, links: state.links)
      for link in references.links {
        guard let name = link.names.first, let wanted = WantedLink(link),
          !wanted.isMet(by: state.links[name]), state.wantedLinks.count < Self.mostLinks
        else { continue }
        state.wantedLinks.add(wanted)
      }
      if needsFacts, let note {
        if let facts = state.facts[note] {
          known.images = facts?.images
          known.hasBook = facts?.hasBook
          known.isWrittenByApp = facts?.isWrittenByApp
        } else {
          state.wantedFacts.insert(note)
        }
      }
      let isStale =
        state.generation != generation && (needsIndex || needsFacts || !references.links.isEmpty)
      let lacksIndex = needsIndex && state.index == nil
      guard isStale || lacksIndex || !state.wantedFacts.isEmpty || !state.wantedLinks.isEmpty else {
        return (known, nil)
      }
      return (known, state.schedule())
    }
    if let delay { update(after: delay) }
    return known
  }

  /// The common hashtag that `tag` may be a slip of, as far as it is known.
  func suggestion(for tag: String) -> String? {
    state.withLock { $0.index }?.tags.suggestion(for: tag)?.tag
  }

  /// Has the index of links made, if there is none. Nothing waits for it.
  func makeLinkIndex() {
    let isMaking = state.withLock { state in
      defer { state.isMakingLinks = true }
      return state.isMakingLinks
    }
    if isMaking { return }
    queue.async { [weak self] in
      try? self?.notebook.opened?.makeLinkIndex()
      self?.state.withLock { $0.isMakingLinks = false }
    }
  }

  /// The target of a link, as far as it is known.
  func target(of link: NoteLink) -> LinkTarget? {
    link.names.first.flatMap { name in state.withLock { $0.links[name] } }
  }

  /// The most links whose targets are looked up.
  private static let mostLinks = 10_000
  /// The most notes whose headings are read for links, each time the notebook changes.
  private static let mostRead = 100

  /// The notebook says something else. To be called on any thread.
  func notebookChanged() {
    let hasTexts = analyses.hasOpenTexts
    let (isWatched, delay) = state.withLock { state -> (Bool, Duration?) in
      guard hasTexts, state.wantsIndex || !state.facts.isEmpty || !state.links.isEmpty else {
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
      guard let notebook = notebook.opened else { return }
      do throws(NotebookError) {
        if try update(from: notebook) { listener.withLock { $0 }?() }
      } catch {
        // Reported elsewhere; tried again later.
        state.withLock { $0.nextRefresh = .now + .seconds(2) }
      }
    }
  }

  // MARK: In the survey queue

  /// The index of the notebook as it is now.
  func currentIndex(of notebook: Notebook) throws(NotebookError) -> NotebookIndex? {
    state.withLock { $0.wantsIndex = true }
    _ = try update(from: notebook)
    return state.withLock { $0.index }
  }

  /// Looks up the facts that are requested and not known. Returns whether there were any.
  private func update(from notebook: Notebook) throws(NotebookError) -> Bool {
    let generation = self.notebook.generation
    let old = state.withLock { $0 }
    let isStale = old.generation != generation
    let notes = isStale ? old.wantedFacts.union(old.facts.keys) : old.wantedFacts
    let needsIndex = old.wantsIndex && (isStale || old.index == nil)
    // Links whose targets are known are looked up again.
    var wantedLinks = old.wantedLinks
    if isStale { for target in old.links.values { wantedLinks.add(WantedLink(target)) } }
    guard needsIndex || !notes.isEmpty || !wantedLinks.isEmpty else { return false }
    let start = ContinuousClock.now
    var facts: [String: NoteFacts] = [:]
    let isWrittenByApp = try notes.isEmpty ? false : notebook.isWrittenByApp()
    for (note, images) in try notebook.imageKeys(of: notes.sorted()) {
      let hasBook = try notebook.summary(of: note)?.book != nil
      facts[note] = NoteFacts(
        images: images, hasBook: hasBook, isWrittenByApp: isWrittenByApp)
    }
    let index =
      needsIndex
      ? try NotebookIndex(notebook, updating: old.index, encoding: old.encoding) : nil
    let links = try notebook.targets(of: wantedLinks, mostRead: Self.mostRead)
    let time = ContinuousClock.now - start
    state.withLock { state in
      if isStale { state.links = [:] }
      state.links.merge(links) { $1 }
      for name in wantedLinks.keys { state.wantedLinks[name] = nil }
      if let index { state.index = index }
      for note in notes { state.facts[note] = .some(facts[note]) }
      state.wantedFacts.subtract(notes)
      state.generation = generation
      if needsIndex { state.nextRefresh = .now + time * Self.restFactor }
    }
    return true
  }

  /// Forgets a document that is closed.
  func forget(_ uri: DocumentURI, note: String?) {
    analyses.forget(uri)
    // Those of documents that are still open are asked for again.
    if !analyses.hasOpenTexts { state.withLock { $0.links = [:] } }
    if let note { state.withLock { _ = $0.facts.removeValue(forKey: note) } }
  }
}

/// The notes outside the trash in one state of the notebook.
struct ListedNotes: Sendable {
  /// A note, as a list has it.
  struct Note: Sendable {
    var id: String
    /// Its name if it is not one of a mirror's files.
    var uri: String
    var version: String
    var hasBook: Bool
  }

  /// Newest modified first.
  let notes: [Note]
  let conflicts: [String: ConflictList]
  /// The keys of images, of the notes that were looked at for them.
  var images: [String: Set<String>] = [:]
  let generation: Int

  /// Lists the notes. Cost: linear in the notebook's rows.
  init(_ notebook: Notebook, generation: Int) throws(NotebookError) {
    let versions = try notebook.textVersions()
    var notes: [(order: Double, note: Note)] = []
    try notebook.forEachNote {
      notes.append(
        (
          -$0.modified.timeIntervalSinceReferenceDate,
          Note(
            id: $0.id, uri: $0.uri(in: notebook.path), version: versions[$0.id] ?? "",
            hasBook: $0.book != nil)
        ))
    }
    self.notes = notes.sorted { ($0.order, $0.note.id) < ($1.order, $1.note.id) }.map(\.note)
    conflicts = try notebook.conflictLists()
    self.generation = generation
  }
}
