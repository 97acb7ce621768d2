import Foundation
import GRDB
import JSON
import KeyValueStore
import Notebook
import NotebookFile

/// The text to show for a hit, of the note or of its book: one in which the search matched, or else
/// the first that is not empty.
struct MatchContext {
  var text: HighlightedText
  /// Whether the search matched in the note's own text. Only then do passages have line numbers.
  var isNoteText: Bool
}

extension SearchHit {
  init(note: NoteSummary, context: MatchContext) {
    let text = context.text
    var passages: [FoundPassage] = []
    var count = 0
    var cursor = LineCursor()
    var (rest, end) = (text.matches[...], 0)
    repeat {
      // Of a book's title and authors, only the first passage is shown.
      guard passages.count < SearchHit.mostPassages, context.isNoteText || passages.isEmpty else {
        count += 1
        rest = rest.dropFirst()
        continue
      }
      let snippet = Snippet(of: text, matches: rest, from: end)
      var passage = FoundPassage(snippet: snippet.text, highlights: snippet.highlights)
      if context.isNoteText, let match = rest.first {
        let position = text.line(of: match, after: &cursor)
        (passage.line, passage.columns) = (position.line, position.columns)
        (passage.scalarColumns, passage.byteColumns) = (position.scalars, position.bytes)
      }
      passages.append(passage)
      count += 1
      end = snippet.end
      // A match that the snippet cuts off does not start another passage.
      rest = rest.dropFirst().drop { $0.lowerBound < snippet.end }
    } while !rest.isEmpty
    self.init(note: note, passages: passages, passageCount: context.isNoteText ? count : 1)
  }
}

extension FullTextIndex {
  /// Returns a text for each note: its own text if that matches, or else its book's. If neither
  /// matches, returns the first of them that is not empty, or an empty text.
  func contexts(in notes: [EntryRows], matching lookups: [Lookup]) throws -> [MatchContext] {
    let highlighted = try highlighted(rows: notes.flatMap(\.all), matching: lookups)
    let plain = try texts(
      of: notes.filter { $0.all.allSatisfy { highlighted[$0] == nil } }.flatMap(\.all))
    return notes.map { rows in
      if let marked = rows.text.flatMap({ highlighted[$0] }) {
        return MatchContext(text: marked, isNoteText: true)
      }
      if let marked = rows.book.flatMap({ highlighted[$0] }) {
        return MatchContext(text: marked, isNoteText: false)
      }
      let beginning = rows.all.compactMap { plain[$0] }.first { !$0.isEmpty } ?? Data()
      let text = String(decoding: beginning, as: UTF8.self)
      return MatchContext(text: HighlightedText(text: text), isNoteText: false)
    }
  }

  func rows(of ids: [String]) throws -> [String: EntryRows] {
    guard !ids.isEmpty else { return [:] }
    let sql = """
      SELECT entry.rowid, entry.scope, entry.key = '.noteText' FROM json_each(?) AS id
      CROSS JOIN entry ON entry.scope = id.value AND entry.key IN \(Self.searchedKeys)
      WHERE \(LastWriterWins.condition)
      """
    var rows: [String: EntryRows] = [:]
    let found = try transaction.rows(sql, [JSONValue.array(ids.map(JSONValue.string)).stored])
    while let row = try found.next() {
      guard let id = row.integer(at: 0), let scope = row.text(at: 1) else { continue }
      if row.integer(at: 2) == 1 {
        rows[scope, default: EntryRows()].text = id
      } else {
        rows[scope, default: EntryRows()].book = id
      }
    }
    return rows
  }

  /// The texts are read as blobs, because a text column ends at its first NUL.
  func texts(of rows: [Int64]) throws -> [Int64: Data] {
    guard !rows.isEmpty else { return [:] }
    let sql = """
      SELECT entry.rowid, CAST(entry.text AS BLOB) FROM entry
      WHERE entry.rowid IN (SELECT value FROM json_each(?))
      """
    var texts: [Int64: Data] = [:]
    let found = try transaction.rows(sql, [rowList(rows)])
    while let row = try found.next() {
      if let id = row.integer(at: 0) { texts[id] = row.data(at: 1) }
    }
    return texts
  }

  private func highlighted(
    rows: [Int64], matching lookups: [Lookup]
  ) throws -> [Int64: HighlightedText] {
    guard !rows.isEmpty else { return [:] }
    var certain: [String] = []
    var literals: [String] = []
    var found: [Int64: HighlightedText] = [:]
    for lookup in lookups {
      switch lookup {
      case .literal(let literal): literals.append(literal)
      case .indexed(let pattern):
        certain.append(pattern.certain)
        guard let possible = pattern.possible else { continue }
        let highlighted = try highlighted(rows: rows, possible, endingIn: pattern.beginning)
        found.merge(highlighted) { $0.merging($1) }
      }
    }
    for (row, text) in try literals.isEmpty ? [:] : texts(of: rows) {
      for literal in literals {
        let highlighted = HighlightedText(text, literal: literal)
        if !highlighted.matches.isEmpty {
          found.merge([row: highlighted.beginning]) { $0.merging($1) }
        }
      }
    }
    guard !certain.isEmpty else { return found }
    let fts5 = certain.joined(separator: " OR ")
    return found.merging(try highlighted(rows: rows, fts5)) { $0.merging($1) }
  }

  /// Returns the texts of the rows that match `fts5`. With `beginning`, only matches whose last
  /// word begins with it count.
  func highlighted(
    rows: [Int64], _ fts5: String, endingIn beginning: String = ""
  ) throws -> [Int64: HighlightedText] {
    guard marksAside else { return try highlighted(rows: rows, fts5, beginning, in: transaction) }
    let texts = try texts(of: rows)
    let queue = try DatabaseQueue()
    defer { try? queue.close() }
    return try queue.inDatabase { db in
      try Self.index(texts, in: db)
      return try highlighted(rows: rows, fts5, beginning, in: SearchTransaction(db: db))
    }
  }

  private func highlighted(
    rows: [Int64], _ fts5: String, _ beginning: String, in transaction: SearchTransaction
  ) throws -> [Int64: HighlightedText] {
    let marks = HighlightMarks()
    let sql = """
      SELECT rowid, CAST(highlight(entryFullText, 0, ?, ?) AS BLOB) FROM entryFullText
      WHERE entryFullText MATCH ? AND \(Self.isAmong("entryFullText.rowid"))
      """
    let found = try transaction.rows(
      sql, [marks.opening, marks.closing, fts5, rowList(rows)])
    var texts: [Int64: HighlightedText] = [:]
    while let row = try found.next() {
      guard let id = row.integer(at: 0) else { continue }
      var text = try row.withUnsafeData(atIndex: 1) { bytes in
        (bytes ?? Data()).withUnsafeBytes { HighlightedText(bytes: $0, marks: marks) }
      }
      if !beginning.isEmpty {
        text.matches = try text.matches.filter { match in
          try tokenizer.words(of: String(text[match])).last?.hasPrefix(beginning) ?? false
        }
        if text.matches.isEmpty { continue }
      }
      texts[id] = text.beginning
    }
    return texts
  }
}
