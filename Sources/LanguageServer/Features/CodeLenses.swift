import Base
import Foundation
import JSON
import LanguageServerProtocol
import MiniMarkdown
import Notebook
import NotebookIndex
import NotebookReview
import PackratParsing
import SpacedRepetition
import TextDiagnostics
import UserSettings

extension Feature {
  /// The code lenses of a note; for a review view, the commands of its session. Above a note's
  /// first line: its book and the next steps with it, the number of due prompts, and the number of
  /// notes that link to it. Above prompts: since when they are due.
  ///
  /// Most code lenses only show text: their commands have no name. If the client can show reviews,
  /// the number of due prompts starts a review.
  static let codeLens = Feature("textDocument/codeLens", queue: .lookup) { _ in
    (["codeLensProvider"], ["resolveProvider": false])
  } answer: { (context, params: TextDocumentParams) -> [CodeLens] in
    guard let document = context.document(params.textDocument) else { return [] }
    if ViewURI(document.uri) != nil { return context.reviews.lenses(in: document) }
    let settings = context.settings
    guard
      settings.showsBook || settings.showsDuePrompts || settings.showsDueCount
        || settings.showsLinkCount,
      let note = context.reviewedNote(document)
    else { return [] }
    let lenses = codeLenses(
      of: document.snapshot, note: note, settings: context.settings, now: Date(),
      while: { !context.cancellation.isCancelled })
    let positions = document.snapshot.positions(
      of: lenses.flatMap { [$0.range.lowerBound, $0.range.upperBound] },
      in: context.profile.encoding)
    var steps = settings.showsBook ? context.books.lenses(of: note.summary, in: document) : []
    if settings.showsLinkCount, let lens = context.links.lens(of: note.summary, in: document) {
      steps.append(lens)
    }
    return lenses.compactMap { lens in
      guard let start = positions[lens.range.lowerBound], let end = positions[lens.range.upperBound]
      else { return nil }
      return CodeLens(
        range: LSPRange(start: Position(start), end: Position(end)),
        command: lens.beginsReview && context.profile.showsReviews
          ? Command(
            title: lens.title, command: ServerCommand.name("start"),
            arguments: [["uri": document.uri.json]])
          : Command(title: lens.title, command: ""))
    } + steps
  }
}

struct NoteLens: Equatable {
  /// The line, or the part of it that the code lens describes, in UTF-8 bytes.
  var range: Range<Int>
  var title: String
  /// Whether the code lens shows the number of due prompts, and can start a review.
  var beginsReview = false
}

/// Returns the code lenses above a note's lines, in order. Cost: linear in the text.
func codeLenses(
  of snapshot: DocumentSnapshot, note: ReviewedNote, settings: Settings, now: Date,
  while isWanted: () -> Bool = { true }
) -> [NoteLens] {
  var lenses: [NoteLens] = []
  if settings.showsBook, let book = note.summary.book {
    lenses.append(NoteLens(range: snapshot.lineRange(0), title: book.citation.withoutControls))
  }
  // Notes in the trash are not reviewed.
  guard settings.showsDuePrompts || settings.showsDueCount, !note.summary.isTrashed,
    !note.states.isEmpty
  else { return lenses }
  var due = 0
  var ofPrompts: [NoteLens] = []
  for block in snapshot.promptBlocks(in: 0..<snapshot.count, while: isWanted) {
    guard let states = note.states[block.prompts] else { continue }
    let asked = states.asked(except: note.states.suspended(in: block.prompts))
    due += asked.count { $0.isDue(at: now) }
    guard settings.showsDuePrompts, let title = asked.dueWords(of: states.count, now: now) else {
      continue
    }
    let start = block.syntax.range.lowerBound
    let line = snapshot.lineRange(snapshot.line(at: start))
    ofPrompts.append(NoteLens(range: start..<max(start, line.upperBound), title: title))
  }
  if settings.showsDueCount, due > 0 {
    lenses.append(
      NoteLens(
        range: snapshot.lineRange(0), title: "\(due.counted("prompt")) due", beginsReview: true))
  }
  return lenses + ofPrompts
}

extension LinkRequests {
  /// Returns the code lens with the number of notes that link to a note, above its first line. Its
  /// command lists them if the client shows views. Returns nil if there are none, or if the index
  /// of links is not built yet.
  fileprivate func lens(of note: NoteSummary, in document: OpenDocument) -> CodeLens? {
    guard let notebook = notebook.opened, notebook.links.canLookUp,
      let count = try? notebook.links.countOfNotes(pointingAt: note.id), count > 0
    else { return nil }
    let line = document.snapshot.lineRange(0)
    let title = "\(count.counted("note")) \(count == 1 ? "links" : "link") here"
    return CodeLens(
      range: document.snapshot.lspRange(of: line, in: profile.encoding),
      command: profile.showsViews
        ? Command(
          title: title, command: ServerCommand.notesAround.name,
          arguments: [["uri": document.uri.json]])
        : Command(title: title, command: ""))
  }
}

extension [PromptState] {
  fileprivate func asked(except suspended: Set<Int>) -> [PromptState] {
    enumerated().filter { !suspended.contains($0.offset) }.map(\.element)
  }
}

extension ClientProfile {
  /// Whether the client can show a review: as a view, or in its own interface.
  fileprivate var showsReviews: Bool { showsViews || client.reviewCounts }
}
