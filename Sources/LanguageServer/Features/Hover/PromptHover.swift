import MiniMarkdown
import Notebook
import PackratParsing

extension HoverSource {
  /// A cloze's hint and answer, and when it is asked.
  static let cloze = HoverSource(kinds: [.cloze]) { request, syntax in
    guard let cloze = Cloze(syntax) else { return nil }
    var text = MarkupText()
    if !cloze.hint.isEmpty { text.add(.strong("Hint"), .plain(": " + cloze.hint)) }
    text.add(.strong("Answer"), .plain(": " + cloze.answer))
    let root = request.document.snapshot.path(to: syntax.range.lowerBound).first
    let note = request.context.reviewedNote(request.document)
    for block in root.map(PromptBlock.all) ?? [] {
      if let index = block.places.firstIndex(of: syntax.range),
        let states = note?.states[block.prompts], states.indices.contains(index)
      {
        text.add(.plain(states[index].words(now: request.now)))
      }
    }
    return HoverText(range: syntax.range, text: text)
  }

  /// When a quote or a pair is asked, and what it is from.
  static let quoteOrPair = HoverSource(
    kinds: [.blockquote, .questionAndAnswer]
  ) { request, syntax in
    let blocks = PromptBlock.all(in: syntax)
    guard let block = blocks.first(where: { $0.prompts.kind != .cloze }),
      let place = block.places.first
    else { return nil }
    let note = request.context.reviewedNote(request.document)
    var text = MarkupText()
    if let source = note?.source ?? request.document.snapshot.firstHeading {
      text.add(.strong("From"), .plain(": " + source))
    }
    if let state = note?.states[block.prompts]?.first {
      text.add(.plain(state.words(now: request.now)))
    }
    return text.parts.isEmpty ? nil : HoverText(range: place, text: text)
  }
}

extension DocumentSnapshot {
  /// The title of a text that is no stored note, if a heading near its start gives it.
  fileprivate var firstHeading: String? {
    let title = (0..<min(blockCount, 16)).lazy.flatMap { roots(ofBlock: $0) }
      .compactMap { Heading($0)?.title }.first
    return title.flatMap { $0.isEmpty ? nil : $0 }
  }
}
