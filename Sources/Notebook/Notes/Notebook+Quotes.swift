import Base
import GRDB
import KeyValueStore
import MiniMarkdown
package import NotebookFile

package struct FoundQuote: Sendable, Equatable {
  package var note: NoteSummary
  /// The quote as written, with its `>`.
  package var text: String
  /// The line where it starts, from 0.
  package var line: Int

  package init(note: NoteSummary, text: String, line: Int) {
    (self.note, self.text, self.line) = (note, text, line)
  }
}

extension FoundQuote {
  /// The quoted words, without the `>` and the location in the book at the end. Line breaks stay.
  package var words: String {
    let words = Quote.words(of: text)
    return Self.start(ofLocationIn: words).map { String(words.unicodeScalars.prefix($0)) } ?? words
  }

  /// The location in the book, as written after the quote, without the parentheses, such as `p.
  /// 12`; nil if there is none.
  package var location: String? {
    let words = Quote.words(of: text)
    guard let start = Self.start(ofLocationIn: words) else { return nil }
    let rest = String(words.unicodeScalars.dropFirst(start))
    guard let open = rest.firstIndex(of: "("), let close = rest.firstIndex(of: ")") else {
      return nil
    }
    let inside = String(rest[rest.index(after: open)..<close]).trimmed
    return inside.isEmpty ? nil : inside
  }

  /// Returns the offset of the location in the book, in Unicode scalars; nil if there is none, or
  /// the quote consists only of a location.
  private static func start(ofLocationIn words: String) -> Int? {
    ChapterAndVerse.start(in: words.unicodeScalars).flatMap { $0 > 0 ? $0 : nil }
  }
}

extension Notebook.Quotes {
  package func of(_ notes: [NoteSummary]) throws(NotebookError) -> [FoundQuote] {
    try notebook.read { db in try notes.flatMap { try $0.quotes(db) } }
  }

  /// Returns up to `count` random quotes of notes outside the trash, each from another note if
  /// there are enough notes. In an unchanged notebook, a `seed` always selects the same quotes.
  ///
  /// Cost: a pass over the keys, and the texts of the selected notes.
  package func random(_ count: Int, seed: UInt64) throws(NotebookError) -> [FoundQuote] {
    guard count > 0 else { return [] }
    return try notebook.read { db in
      let sql = """
        SELECT DISTINCT scope FROM entry
        WHERE key >= 'prompt=quote;' AND key < 'prompt=quote<' AND json IS NOT NULL
        ORDER BY scope
        """
      var notes = try Row.fetchAll(db, sql: sql).compactMap { $0.text(at: 0) }
      var random = SeededGenerator(seed: seed)
      notes.shuffle(using: &random)
      var (quotes, others): ([FoundQuote], [FoundQuote]) = ([], [])
      for id in notes where quotes.count < count {
        guard let note = try NoteSummary.fetchOne(db, id: id), !note.isTrashed else { continue }
        var found = try note.quotes(db)
        guard let index = found.indices.randomElement(using: &random) else { continue }
        quotes.append(found.remove(at: index))
        others += found
      }
      return quotes + others.shuffled(using: &random).prefix(count - quotes.count)
    }
  }
}

extension Notebook.Quotes {
  /// The maximum number of random row numbers at which quotes are searched for, and the number of
  /// rows read at each.
  private static let (mostPositions, rowsAtPosition): (Int, Int64) = (200, 100)

  /// Returns up to `count` quotes of notes outside the trash at random rows, each from another
  /// note. If too few are found, returns the quotes of `random`. Cost: at most 20,000 rows, the
  /// texts of the notes found, and perhaps `random`.
  package func some(_ count: Int, seed: UInt64) throws(NotebookError) -> [FoundQuote] {
    guard count > 0 else { return [] }
    let found = try notebook.read { db in
      var random = SeededGenerator(seed: seed)
      let last = try Int64.fetchOne(db, sql: "SELECT max(rowid) FROM entry") ?? 0
      let sql = """
        SELECT scope FROM entry NOT INDEXED
        WHERE rowid >= ? AND rowid < ? AND key >= 'prompt=quote;' AND key < 'prompt=quote<'
          AND json IS NOT NULL
        """
      var quotes: [FoundQuote] = []
      var seen: Set<String> = []
      for _ in 0..<Self.mostPositions where quotes.count < count && last > 0 {
        let start = Int64.random(in: 0...last, using: &random)
        let rows = try Row.fetchAll(db, sql: sql, arguments: [start, start &+ Self.rowsAtPosition])
        guard let id = rows.compactMap({ $0.text(at: 0) }).randomElement(using: &random),
          seen.insert(id).inserted, let note = try NoteSummary.fetchOne(db, id: id),
          !note.isTrashed, let quote = try note.quotes(db).randomElement(using: &random)
        else { continue }
        quotes.append(quote)
      }
      return quotes
    }
    return found.count < count ? try random(count, seed: seed) : found
  }
}

extension [FoundQuote] {
  /// Returns up to `count` random quotes, each from another note if there are enough notes. For the
  /// same quotes, a `seed` always gives the same result.
  package func random(_ count: Int, seed: UInt64) -> [FoundQuote] {
    var random = SeededGenerator(seed: seed)
    var seen: Set<String> = []
    let shuffled = shuffled(using: &random)
    let isFirst = shuffled.map { seen.insert($0.note.id).inserted }
    let order = zip(shuffled, isFirst).filter(\.1) + zip(shuffled, isFirst).filter { !$0.1 }
    return order.prefix(Swift.max(0, count)).map(\.0)
  }
}

extension NoteSummary {
  fileprivate func quotes(_ db: Database) throws -> [FoundQuote] {
    guard let text = try WinningVersion.fetch(db, note: id, key: ".noteText")?.text else {
      return []
    }
    return Quote.all(in: String(decoding: text, as: UTF8.self)).map {
      FoundQuote(note: self, text: $0.text, line: $0.line)
    }
  }
}
