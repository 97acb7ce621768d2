package import NotebookFile
internal import KeyValueStore
internal import Base
internal import GRDB
internal import MiniMarkdown

/// A quote that stands in a note.
package struct FoundQuote: Sendable, Equatable {
  /// The note.
  package var note: NoteSummary
  /// The quote as it is written, with its `>`.
  package var text: String
  /// The line of the note where it begins, from 0.
  package var line: Int
}

extension Notebook {
  /// At most `count` quotes of notes outside the trash, no two of one note as long as there are
  /// enough notes. Of the same notebook the same `seed` gives the same.
  ///
  /// Cost: one read of the keys, and the texts of the notes chosen.
  package func randomQuotes(_ count: Int, seed: UInt64) throws(NotebookError) -> [FoundQuote] {
    guard count > 0 else { return [] }
    return try read { db in
      let sql = """
        SELECT DISTINCT scope FROM entry
        WHERE key >= 'prompt=quote;' AND key < 'prompt=quote<' AND json IS NOT NULL
        ORDER BY scope
        """
      var notes = try Row.fetchAll(db, sql: sql).compactMap { $0.text(at: 0) }
      var random = SeededGenerator(seed: seed)
      notes.shuffle(using: &random)
      var quotes: [FoundQuote] = []
      for id in notes where quotes.count < count {
        guard let note = try NoteSummary.fetchOne(db, id: id), !note.isTrashed,
          let text = try WinningVersion.fetch(db, note: id, key: ".noteText")?.text
        else { continue }
        let found = Quote.all(in: String(decoding: text, as: UTF8.self))
        guard let quote = found.randomElement(using: &random) else { continue }
        quotes.append(FoundQuote(note: note, text: quote.text, line: quote.line))
      }
      return quotes
    }
  }
}
