import Base
import Books
import Dispatch
import Notebook
import NotebookFile
import NotebookIndex

/// The notebook's notes, books and hashtags, of which pages show parts. Created once for each state
/// of the notebook.
final class Survey: Sendable {
  /// The notes outside the trash, last changed first.
  let notes: [NoteSummary]
  /// All rows of the list of books, unordered.
  let books: [ListedBook]
  /// The rows of books being read, last changed first.
  let reading: [ListedBook]
  /// The fields of books that the app cannot store, by note ID.
  let ownFacts: [String: OwnBookFacts]
  private let counted = Mutex<[TagCount]?>(nil)

  fileprivate init(_ notebook: Notebook) throws(NotebookError) {
    let own = try notebook.books.ownFacts()
    ownFacts = own
    let list = try notebook.notes.list().notes
    notes = list.contains(where: \.isTrashed) ? list.filter { !$0.isTrashed } : list
    var books: [ListedBook] = []
    for note in notes where note.book != nil { books += ListedBook.rows(of: note, own: own) }
    self.books = books
    var listing = BookListing()
    listing.order = .changed
    reading = listing.listed(books.filter { $0.section == .reading })
  }

  /// Cost: linear in the notes.
  var sameBooks: SameBooks { SameBooks(notes, own: ownFacts) }

  /// Cost: linear in the notes the first time.
  var tags: [TagCount] {
    counted.withLock { counted in
      if let counted { return counted }
      let tags = TagCount.counting(notes)
      counted = tags
      return tags
    }
  }
}

final class SurveyCache: Sendable {
  private enum State: Equatable, Sendable {
    case copy(ListState)
    /// The notebook has no working copy, so its states have no number. Counts known changes
    /// instead, because finding the others would read the whole list again.
    case file(generation: Int)
  }

  private let kept = Cached<State, Survey>()
  private let generation = Mutex(0)
  private let first = BackgroundOnce()
  private let made = Mutex(0)

  var surveysMade: Int { made.withLock { $0 } }

  func forget() { generation.withLock { $0 &+= 1 } }

  /// Returns the survey of the current state. Cost: low if nothing has changed, otherwise linear in
  /// the notes; only changed notes are read again.
  func survey(of notebook: Notebook) throws(NotebookError) -> Survey {
    let state = try state(of: notebook)
    return try kept.value(at: { (try? self.state(of: notebook)) ?? state }) {
      (_) throws(NotebookError) in
      made.withLock { $0 += 1 }
      return try Survey(notebook)
    }
  }

  private func state(of notebook: Notebook) throws(NotebookError) -> State {
    let generation = generation.withLock { $0 }
    guard notebook.hasWorkingCopy, let state = try notebook.notes.list().state else {
      return .file(generation: generation)
    }
    return .copy(state)
  }

  /// Returns the survey of the current state if one was created before, or can be created within
  /// 200 ms. Otherwise returns nil, and creates one in the background. Only the first survey of a
  /// long notebook takes long.
  func surveySoon(of notebook: Notebook) throws(NotebookError) -> Survey? {
    guard kept.latest == nil else { return try survey(of: notebook) }
    prepare(for: notebook)
    _ = first.hasEnded(within: .milliseconds(200))
    return kept.latest == nil ? nil : try survey(of: notebook)
  }

  /// Starts the first survey on another queue, unless there is a survey.
  func prepare(for notebook: Notebook) {
    guard kept.latest == nil else { return }
    first.begin(by: { DispatchQueue.global(qos: .userInitiated).async(execute: $0) }) { [self] in
      _ = try? survey(of: notebook)
    }
  }
}
