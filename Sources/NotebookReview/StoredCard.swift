package import Books
import Foundation
import GRDB
import KeyValueStore
package import MiniMarkdown
package import Notebook
package import NotebookFile
package import SpacedRepetition

/// A prompt with all that it takes to ask it.
package struct StoredCard: Sendable {
  /// The identity of the prompt.
  package var prompt: PromptID
  /// The kind of the prompt's block.
  package var kind: PromptCollection.Kind
  /// The block's Markdown as stored.
  package var rawValue: String
  /// The states of the block's prompts, in their order, as many as there are.
  package var states: [PromptState]
  /// The prompt's own, for schedulers. Its memory is as it was stored, unless other parameters were
  /// asked for.
  package var card: CardState
  /// The note: its title, and its book for the attribution.
  package var note: NoteSummary
  /// The note's text as stored,
  package var text: String
  /// and which version of it that is.
  package var version: String
  /// The place of the block in the text, in UTF-8 bytes; nil if it is not there: another device
  /// edited it.
  package var block: Range<Int>?
  /// The place of the prompt itself in the text: a cloze, or the whole block.
  package var place: Range<Int>?
}

extension Notebook.Reviews {
  /// A prompt as it is stored; nil if it is not there any more, or its note is in the trash.
  ///
  /// `parameters` are those of FSRS by which its memory is to be. Cost: linear in the note's text;
  /// where the memory is by others, also in the answers to the block.
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
  /// Finds the block in the text: the one that is the same, or else that differs in its line end.
  fileprivate mutating func find(count: Int) {
    let blocks = PromptPlace.all(in: text).filter {
      $0.prompts.kind == kind && $0.prompts.promptCount == count
    }
    let found =
      blocks.first { $0.prompts.rawValue.utf8.elementsEqual(rawValue.utf8) }
      ?? blocks.first {
        $0.prompts.rawValue.withoutLineEnd.elementsEqual(rawValue.withoutLineEnd)
      }
    guard let found else { return }
    block = found.block
    place = found.places.indices.contains(prompt.index) ? found.places[prompt.index] : found.block
  }
}

extension String {
  /// The bytes without the line end after them.
  fileprivate var withoutLineEnd: Substring.UTF8View {
    var bytes = utf8[...]
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    return bytes
  }
}

extension CardSource {
  /// The source of a note's prompts. One without a book and a title is named by nothing: its id
  /// would say nothing to anyone.
  package init(_ note: NoteSummary) {
    self = note.book?.source ?? .note(title: note.storedTitle)
  }
}

extension Book {
  /// The book as where something is from.
  fileprivate var source: CardSource { .book(title: title, authors: authors, year: year) }

  /// Title, authors and year on one line: `Walden: Henry David Thoreau (1854)`.
  package var citation: String { source.attribution }
}
