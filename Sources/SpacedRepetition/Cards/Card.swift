import DisplayWidth
package import MiniMarkdown

package struct Card: Sendable, Equatable {
  package var kind: PromptCollection.Kind
  /// The line above both sides: `FILL IN THE BLANK`, `IDENTIFY THE SOURCE`, or the source of a
  /// question.
  package var context: String
  package var front: CardText
  /// The back of the card: the answer of a pair; for a cloze or a quote the whole text and its
  /// source.
  package var back: CardText

  /// Creates the card of a block's prompt `index`, from 0; nil if the block does not have it.
  /// `rawValue` is the block's text as stored.
  package init?(
    _ kind: PromptCollection.Kind, rawValue: String, index: Int = 0, source: CardSource
  ) {
    self.kind = kind
    switch kind {
    case .cloze:
      let text = RenderedMarkdown(rawValue)
      guard text.clozes.indices.contains(index) else { return nil }
      let position = text.clozes[index]
      context = "FILL IN THE BLANK"
      var (shown, hidden) = (text.runs, text.runs)
      shown[position.run].style = .answer
      hidden[position.run] = Self.hidden(position, answer: text.runs[position.run])
      let cut = text.chapterAndVerse(after: position.run)
      front = CardText(hidden.split(at: cut).before)
      back = Self.text(shown.split(at: cut), from: source)
    case .quote:
      guard index == 0 else { return nil }
      let text = RenderedMarkdown(rawValue)
      let parts = text.runs.split(at: text.chapterAndVerse())
      context = "IDENTIFY THE SOURCE"
      front = CardText(parts.before)
      back = Self.text(parts, from: source)
    case .questionAndAnswer:
      guard index == 0, let pair = RenderedMarkdown.pair(in: rawValue) else { return nil }
      context = source.attribution
      front = CardText(pair.question.runs)
      back = CardText(pair.answer.runs)
    }
  }

  /// Returns a text with its source below, followed by chapter and verse.
  private static func text(
    _ parts: (before: [CardText.Run], after: [CardText.Run]), from source: CardSource
  ) -> CardText {
    CardText(parts.before.withoutSpaceAtEnd + source.caption(parts.after))
  }

  /// Returns the hint, or a blank as wide as the answer.
  private static func hidden(
    _ position: RenderedMarkdown.Position, answer: CardText.Run
  ) -> CardText.Run {
    if !position.hint.isEmpty { return CardText.Run(position.hint, .hint) }
    let width = [answer].typographic.reduce(0) { $0 + $1.text.displayWidth }
    return CardText.Run(String(repeating: "_", count: max(1, width)), .blank)
  }
}
