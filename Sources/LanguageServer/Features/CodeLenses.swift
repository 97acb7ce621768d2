import Foundation
import JSON
import LanguageServerProtocol
import MiniMarkdown
import Notebook
import PackratParsing

extension Feature {
  /// Above the first line the book that the note is about, above prompts since when they are due. The
  /// lenses only say so: their commands have no name, which clients show as text.
  static let codeLens = Feature("textDocument/codeLens") { _ in
    (["codeLensProvider"], ["resolveProvider": false])
  } answer: { (context, params: TextDocumentParams) -> [CodeLens] in
    guard let document = context.document(params.textDocument),
      context.settings.showsBook || context.settings.showsDuePrompts,
      let note = context.reviewedNote(document)
    else { return [] }
    let lenses = codeLenses(
      of: document.snapshot, note: note, settings: context.settings, now: Date(),
      while: { !context.cancellation.isCancelled })
    let positions = document.snapshot.positions(
      of: lenses.flatMap { [$0.range.lowerBound, $0.range.upperBound] },
      in: context.session.encoding)
    return lenses.compactMap { lens in
      guard let start = positions[lens.range.lowerBound], let end = positions[lens.range.upperBound]
      else { return nil }
      return CodeLens(
        range: LSPRange(start: Position(start), end: Position(end)),
        command: Command(title: lens.title, command: ""))
    }
  }
}

/// A line of text above a line of a note.
struct NoteLens: Equatable {
  /// The line, or the part of it that it is about, in UTF-8 bytes.
  var range: Range<Int>
  var title: String
}

/// What is said above a note's lines, in their order. Cost: linear in the text.
func codeLenses(
  of snapshot: DocumentSnapshot, note: ReviewedNote, settings: Settings, now: Date,
  while isWanted: () -> Bool = { true }
) -> [NoteLens] {
  var lenses: [NoteLens] = []
  if settings.showsBook, let book = note.summary.book {
    lenses.append(NoteLens(range: snapshot.lineRange(0), title: book.citation.withoutControls))
  }
  // Nothing in the trash is reviewed.
  guard settings.showsDuePrompts, !note.summary.isTrashed, !note.states.isEmpty else {
    return lenses
  }
  for block in snapshot.promptBlocks(in: 0..<snapshot.count, while: isWanted) {
    guard let title = note.states[block.prompts]?.dueWords(now: now) else { continue }
    let start = block.syntax.range.lowerBound
    let line = snapshot.lineRange(snapshot.line(at: start))
    lenses.append(NoteLens(range: start..<max(start, line.upperBound), title: title))
  }
  return lenses
}
