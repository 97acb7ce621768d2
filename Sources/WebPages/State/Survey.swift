internal import Base
internal import Books
internal import Dispatch
internal import Notebook
internal import NotebookFile

/// The lists of which pages show parts: made once for each state of the notebook.
final class Survey: Sendable {
  /// The notes outside the trash, the last changed first.
  let notes: [NoteSummary]
  /// All rows of the list of books, in no particular order.
  let books: [ListedBook]
  /// Those of the books that are being read, the last changed first.
  let reading: [ListedBook]
  private let counted = Mutex<[TagCount]?>(nil)

  fileprivate init(_ notebook: Notebook) throws(NotebookError) {
    let own = try notebook.ownBookFacts()
    let list = try notebook.noteList().notes
    notes = list.contains(where: \.isTrashed) ? list.filter { !$0.isTrashed } : list
    var books: [ListedBook] = []
    for note in notes where note.book != nil { books += ListedBook.rows(of: note, own: own) }
    self.books = books
    var listing = BookListing()
    listing.order = .changed
    reading = listing.listed(books.filter { $0.section == .reading })
  }

  /// The tag list. Cost: the first time linear in the notes.
  var tags: [TagCount] {
    if let known = counted.withLock({ $0 }) { return known }
    let tags = TagCount.counting(notes)
    counted.withLock { $0 = tags }
    return tags
  }
}

/// Keeps the survey of the last state.
final class SurveyCache: Sendable {
  private struct Kept {
    var state: ListState?
    var generation: Int
    var survey: Survey
  }

  private let kept = Mutex<(kept: Kept?, generation: Int)>((nil, 0))
  /// Whether the first one is being made on another queue.
  private let isMaking = Mutex(false)
  private let making = DispatchGroup()
  /// The number of surveys that were made, for tests.
  private let made = Mutex(0)

  var surveysMade: Int { made.withLock { $0 } }

  /// Something has changed the notebook.
  func forget() { kept.withLock { $0.generation &+= 1 } }

  /// The survey at this moment. Cost: nothing while nothing has changed, otherwise linear in the notes; the
  /// notes themselves are read again only where they have changed.
  func survey(of notebook: Notebook) throws(NotebookError) -> Survey {
    let (known, generation) = kept.withLock { ($0.kept, $0.generation) }
    // A file alone has no state to ask for; all of its list would be read again.
    if let known, known.state == nil, known.generation == generation { return known.survey }
    let state = try notebook.noteList().state
    if let known, state != nil, known.state == state { return known.survey }
    let survey = try Survey(notebook)
    made.withLock { $0 += 1 }
    kept.withLock { $0.kept = Kept(state: state, generation: generation, survey: survey) }
    return survey
  }

  /// The survey at this moment, if one was made before or can be made within a moment; otherwise nil, and one
  /// is being made. Only the first of a long notebook takes long.
  func surveySoon(of notebook: Notebook) throws(NotebookError) -> Survey? {
    guard kept.withLock({ $0.kept == nil }) else { return try survey(of: notebook) }
    prepare(for: notebook)
    _ = making.wait(timeout: .now() + .milliseconds(200))
    return kept.withLock { $0.kept == nil } ? nil : try survey(of: notebook)
  }

  /// Makes the first survey on another queue.
  func prepare(for notebook: Notebook) {
    guard kept.withLock({ $0.kept == nil }) else { return }
    let isFirst = isMaking.withLock { isMaking in
      defer { isMaking = true }
      return !isMaking
    }
    if isFirst {
      making.enter()
      DispatchQueue.global(qos: .userInitiated).async { [self] in
        // Other reads do not wait for it.
        BackgroundWork.run { _ = try? survey(of: notebook) }
        isMaking.withLock { $0 = false }
        making.leave()
      }
    }
  }
}
