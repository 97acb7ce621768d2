package import Books
import Foundation
import GRDB
import KeyValueStore
package import MiniMarkdown
package import Notebook
package import NotebookFile
package import SpacedRepetition

package struct StoredCard: Sendable {
  package var prompt: PromptID
  package var kind: PromptCollection.Kind
  package var rawValue: String
  package var states: [PromptState]
  /// The state of the prompt, for schedulers. Its memory is as stored, unless other FSRS parameters
  /// were requested.
  package var card: CardState
  package var note: NoteSummary
  package var text: String
  package var version: String
  /// The range of the block in `text`, in UTF-8 bytes; nil if the text does not contain it.
  package var block: Range<Int>?
  /// The range of the prompt itself in `text`, in UTF-8 bytes: a cloze, or the whole block; nil
  /// like `block`.
  package var range: Range<Int>?
}

extension Notebook.Reviews {
  /// Returns a prompt as stored; nil if it no longer exists, or its note is in the trash.
  ///
  /// With `parameters`, its FSRS memory is computed with these. Cost: linear in the note's text; if
  /// the stored memory has other parameters, also in the answers to the block.
  package func card(
    _ prompt: PromptID, fsrs parameters: FSRSParameters? = nil
  ) throws(NotebookError) -> StoredCard? {
    try notebook.read { db in
      guard let note = try NoteSummary.fetchOne(db, id: prompt.note), !note.isTrashed,
        var block = try ReviewBlock.fetch(
          db, note: prompt.note, key: prompt.block,
          log: { try loggedAnswers(db, to: prompt.note, in: prompt.block) }),
        block.cards.indices.contains(prompt.index)
      else { return nil }
      if let parameters {
        try block.learn(prompt.index, by: parameters) {
          try loggedAnswers(db, to: prompt.note, in: prompt.block)
        }
      }
      let winner = try WinningVersion.fetch(db, note: prompt.note, key: ".noteText")
      var card = StoredCard(
        prompt: prompt, kind: block.prompts.key.kind, rawValue: block.prompts.rawValue,
        states: block.cards.map(\.state), card: block.cards[prompt.index], note: note,
        text: String(decoding: winner?.text ?? Data(), as: UTF8.self), version: winner.version)
      card.find(count: block.cards.count)
      return card
    }
  }
}

extension StoredCard {
  /// Finds the block in the text: an identical one, or else one that differs only in its line end.
  fileprivate mutating func find(count: Int) {
    let blocks = PromptRanges.all(in: text).filter {
      $0.prompts.kind == kind && $0.prompts.promptCount == count
    }
    let found =
      blocks.first { $0.prompts.rawValue.utf8.elementsEqual(rawValue.utf8) }
      ?? blocks.first {
        $0.prompts.rawValue.withoutLineEnd.elementsEqual(rawValue.withoutLineEnd)
      }
    guard let found else { return }
    block = found.block
    range = found.ranges.indices.contains(prompt.index) ? found.ranges[prompt.index] : found.block
  }
}

extension String {
  fileprivate var withoutLineEnd: Substring.UTF8View {
    var bytes = utf8[...]
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    return bytes
  }
}

extension CardSource {
  /// Creates the source of a note's prompts: its book, or else its stored title. It is never the
  /// note's ID, which would not mean anything to the user.
  package init(_ note: NoteSummary) {
    self = note.book?.source ?? .note(title: note.storedTitle)
  }
}

extension Book {
  fileprivate var source: CardSource { .book(title: title, authors: authors, year: year) }

  /// Title, authors and year on one line: `Walden: Henry David Thoreau (1854)`.
  package var citation: String { source.attribution }
}
