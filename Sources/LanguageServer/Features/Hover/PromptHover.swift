import Base
import MiniMarkdown
import Notebook
import NotebookFile
import NotebookReview
import PackratParsing
import SpacedRepetition

extension HoverSource {
  static let cloze = HoverSource(kinds: [.cloze]) { request, syntax in
    guard let cloze = Cloze(syntax) else { return nil }
    var text = MarkupText()
    if !cloze.hint.isEmpty { text.add(.strong("Hint"), .plain(": " + cloze.hint)) }
    text.add(.strong("Answer"), .plain(": " + cloze.answer))
    let root = request.document.snapshot.path(to: syntax.range.lowerBound).first
    let note = request.context.reviewedNote(request.document)
    for block in root.map(PromptBlock.all) ?? [] {
      if let index = block.ranges.firstIndex(of: syntax.range) {
        text.parts += request.history(of: block.prompts, index, in: note).parts
      }
    }
    return HoverText(range: syntax.range, text: text)
  }

  static let quoteOrPair = HoverSource(
    kinds: [.blockquote, .questionAndAnswer]
  ) { request, syntax in
    let blocks = PromptBlock.all(in: syntax)
    guard let block = blocks.first(where: { $0.prompts.kind != .cloze }),
      let range = block.ranges.first
    else { return nil }
    let note = request.context.reviewedNote(request.document)
    var text = MarkupText()
    if let source = note?.source ?? request.document.snapshot.firstHeading {
      text.add(.strong("From"), .plain(": " + source))
    }
    text.parts += request.history(of: block.prompts, 0, in: note).parts
    return text.parts.isEmpty ? nil : HoverText(range: range, text: text)
  }
}

extension HoverRequest {
  /// Returns the due date and the history of a prompt of the note, with the last five answers, the
  /// newest first.
  fileprivate func history(
    of prompts: PromptCollection, _ index: Int, in note: ReviewedNote?
  ) -> MarkupText {
    var text = MarkupText()
    guard let note, let states = note.states[prompts], states.indices.contains(index) else {
      return text
    }
    let isSuspended = note.states.suspended(in: prompts).contains(index)
    text.add(.plain((isSuspended ? "Suspended. " : "") + states[index].words(now: now)))
    guard states[index].reviewCount > 0, let key = note.states.key(of: prompts) else { return text }
    let prompt = PromptID(note: note.summary.id, block: key, index: index)
    let answers = try? context.notebook.ask { (notebook) throws(NotebookError) in
      try notebook.reviews.answers(to: prompt)
    }
    text.add(
      list: (answers ?? []).suffix(5).reversed().map { answer in
        let day = RelativeDay(of: answer.moment, now: now).ago
        return [.plain("\(day): \(answer.words)")]
      })
    return text
  }
}

extension LoggedAnswer {
  fileprivate var words: String {
    guard let details else { return isCorrect ? "right" : "wrong" }
    return details.ease.title(of: details.answers).lowercased()
  }
}

extension DocumentSnapshot {
  /// The title of a text that is not a stored note: the first heading in its first 16 blocks.
  fileprivate var firstHeading: String? {
    let title = (0..<min(blockCount, 16)).firstNonNil { block in
      roots(ofBlock: block).firstNonNil { Heading($0)?.title }
    }
    return title.flatMap { $0.isEmpty ? nil : $0 }
  }
}
