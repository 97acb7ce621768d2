import Base
import BookLookup
import MiniMarkdown
import Notebook
import NotebookFile
import NotebookReview
import UserSettings
import WebServer

final class SiteState: Sendable {
  let notebook: Notebook
  let root: String
  let settings: Settings
  let isReadOnly: Bool
  /// How notes are opened for editing; nil if not possible.
  let editor: NoteOpener?
  /// Creates the lookup of books; nil if lookups are turned off or not available.
  let lookup: (@Sendable () throws(LookupFailure) -> Lookup)?
  let survey = SurveyCache()
  let links: Preparation
  let titles = Preparation.titles()
  let words = Preparation.words()
  let reviews = WebReviews()
  let lookups = KeptLookups()

  init(
    _ notebook: Notebook, root: String, settings: Settings, isReadOnly: Bool, editor: NoteOpener?,
    links: Preparation, lookup: (@Sendable () throws(LookupFailure) -> Lookup)?
  ) {
    self.notebook = notebook
    self.root = root
    self.settings = settings
    self.isReadOnly = isReadOnly || notebook.isNewer || notebook.refusal != nil
    self.editor = editor
    self.links = links
    self.lookup = settings.lookUp == .off ? nil : lookup
  }

  /// Counts due prompts on another queue, once at a time.
  func countDuePrompts() {
    if !notebook.reviews.areCounted { notebook.reviews.countAside() }
  }

  // MARK: Answers that are no page of the notebook

  func missing() -> WebResponse {
    shown(
      Notice(
        title: "Not found", sentences: ["This notebook does not have a page at this address."]), 404
    )
  }

  func refusal(_ refusal: Refusal) -> WebResponse {
    shown(Notice(title: refusal.title, sentences: refusal.sentences), refusal.status)
  }

  func failure(_ error: NotebookError) -> WebResponse {
    shown(Notice(title: "Something went wrong", sentences: [error.message, error.advice]), 500)
  }

  func document(_ page: any WebPage) -> [UInt8] {
    Layout(root: "/" + root, isReadOnly: isReadOnly).document(page)
  }

  private func shown(_ page: some WebPage, _ status: Int) -> WebResponse {
    WebResponse(
      status: status, body: document(page))
  }
}
