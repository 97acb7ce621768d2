import Foundation
import GRDB
import KeyValueStore
import Notebook
import NotebookFile

struct IndexHit {
  /// The row of the note's `.metadata`.
  var note: Int64
  var row: Int64
  /// Whether `row` contains the note's own text, rather than its book.
  var isText: Bool
  /// The bm25 rank; see `FullTextIndex.ranks`.
  var rank: Double
  /// Whether the titles of the note and of its book together contain all words; false without a
  /// matcher of titles.
  var isTitled: Bool
  /// The row of the note's book if `row` is its text, and vice versa; nil if there is none, or if
  /// it was not requested.
  var sibling: Int64?
}

struct FoundNote {
  var sum = 0.0
  var rows = EntryRows()
  private var isTitled = false

  init() {}

  init(rows: EntryRows, isTitled: Bool) { (self.rows, self.isTitled) = (rows, isTitled) }

  /// The rank; lower is better. A title match ranks before all others.
  var rank: Double { isTitled ? sum + Self.titleRank : sum }

  static let titleRank = -1e6

  mutating func add(_ hit: IndexHit) {
    sum += hit.rank
    isTitled = isTitled || hit.isTitled
    if hit.isText {
      rows.text = hit.row
      rows.book = rows.book ?? hit.sibling
    } else {
      rows.book = hit.row
      rows.text = rows.text ?? hit.sibling
    }
  }

  /// Returns the results of two groups of a query: the better rank, with the rows of both.
  func merging(_ other: FoundNote) -> FoundNote {
    var better = rank <= other.rank ? self : other
    better.rows = rows.merging(other.rows)
    return better
  }
}

/// The rows of `entry` with a note's text and its book, if known.
struct EntryRows {
  var text: Int64?
  var book: Int64?

  var all: [Int64] { [text, book].compactMap(\.self) }

  func merging(_ other: EntryRows) -> EntryRows {
    EntryRows(text: text ?? other.text, book: book ?? other.book)
  }
}

/// The conditions on the `.metadata` of found notes.
///
/// For most notes, a byte search shows that they are not in the trash or lack a hashtag; only the
/// others are parsed. Without hashtags and other conditions, SQLite checks whether a `.metadata` is
/// valid: JSON with the members that every note has. Deeper faults are found when the note is
/// shown.
struct NoteFilter {
  var tags: [HashtagPath] = []
  var excludedTags: [HashtagPath] = []

  var conditions: [SearchCondition] = []
  var excludedConditions: [SearchCondition] = []

  private var asksForMetadata: Bool {
    !tags.isEmpty || !excludedTags.isEmpty || !conditions.isEmpty || !excludedConditions.isEmpty
  }

  /// SQL for the `note.json` that `admits` must check; null if the note passes anyway.
  fileprivate var column: String {
    asksForMetadata
      ? "note.json"
      : #"""
      CASE WHEN instr(note.json, 'recentlyDeleted') OR instr(note.json, '\u') THEN note.json
        WHEN NOT json_valid(note.json) THEN note.json
        WHEN json_type(note.json, '$.title') IS NOT 'text'
          OR json_type(note.json, '$.tags') IS NOT 'array'
          OR json_type(note.json, '$.creationTimestamp') IS NOT 'text'
          OR json_type(note.json, '$.modifiedTimestamp') IS NOT 'text' THEN note.json END
      """#
  }

  /// `json` is the value of `column`; nil passes.
  fileprivate func admits(_ json: Data?) -> Bool {
    guard let json else { return true }
    let mayBeWanted = json.withUnsafeBytes { bytes in
      tags.allSatisfy { $0.mayOccur(in: bytes, inAnySpelling: true) }
    }
    guard mayBeWanted, let metadata = NoteMetadata(json: String(decoding: json, as: UTF8.self))
    else { return false }
    return admits(NoteSummary(id: "", metadata: metadata))
  }

  /// Ignores conditions that the metadata cannot decide.
  func admits(_ note: NoteSummary) -> Bool {
    !note.isTrashed && tags.allSatisfy(note.isTaggedInAnySpelling)
      && !excludedTags.contains(where: note.isTaggedInAnySpelling)
      && conditions.allSatisfy { $0.admits(note) ?? true }
      && !excludedConditions.contains { $0.admits(note) ?? false }
  }
}

extension FullTextIndex {
  /// Returns the rows that match `fts5`, or all rows, of notes that pass `filter`. `rows` limits
  /// the search to these rows, `best` to that many best-ranked rows of the index.
  func hits(
    matching fts5: String? = nil, among rows: [Int64]? = nil, best: Int? = nil,
    filter: NoteFilter, siblings: Bool, titles: TitleMatcher? = nil
  ) throws -> [IndexHit] {
    let conditions = [
      fts5.flatMap { _ in best == nil ? "entryFullText MATCH ?" : nil },
      // Without the full-text index, the rows drive the query.
      rows.map { _ in
        fts5 == nil
          ? "entry.rowid IN (SELECT value FROM json_each(?))" : Self.isAmong("entry.rowid")
      },
      "entry.key IN \(Self.searchedKeys)", LastWriterWins.condition,
      LastWriterWins.condition(on: "note"), "typeof(note.json) = 'text'",
    ].compactMap(\.self)
    let index = fts5 == nil ? "" : "\(best.map(Self.bestRows) ?? "entryFullText") CROSS JOIN"
    let sql = """
      SELECT note.rowid, entry.rowid, entry.key = '.noteText',
        \(fts5 == nil ? "0.0" : "entryFullText.rank"), \(filter.column),
        \(siblings ? Self.sibling : "NULL"), \(titles?.column ?? "NULL")
      FROM \(index) entry \(fts5 == nil ? "" : "ON entry.rowid = entryFullText.rowid")
      CROSS JOIN entry AS note ON note.scope = entry.scope AND note.key = '.metadata'
      WHERE \(conditions.joined(separator: " AND "))
      """
    let found = try transaction.rows(
      sql, (titles?.arguments ?? []) + [fts5, rows.map(rowList)].compactMap(\.self))
    var hits: [IndexHit] = []
    while let row = try found.next() {
      guard let note = row.integer(at: 0), let id = row.integer(at: 1),
        try row.withUnsafeData(atIndex: 4, filter.admits)
      else { continue }
      hits.append(
        IndexHit(
          note: note, row: id, isText: row.integer(at: 2) == 1, rank: row.real(at: 3) ?? 0,
          isTitled: try row.text(at: 6).flatMap { try titles?.has($0) } ?? false,
          sibling: siblings ? row.integer(at: 5) : nil))
    }
    return hits
  }

  /// Returns the SQL for the `count` best-ranked rows of the index. The plus sign keeps SQLite from
  /// making FTS5 sort all matches.
  private static func bestRows(_ count: Int) -> String {
    """
    (
      SELECT rowid, rank FROM entryFullText WHERE entryFullText MATCH ?
      ORDER BY +rank LIMIT \(count)
    ) AS entryFullText
    """
  }

  /// The SQL for the row of the note's book if the hit is its text, and vice versa. The row may be
  /// empty.
  private static let sibling = """
    (
      SELECT sibling.rowid FROM entry AS sibling
      WHERE sibling.scope = entry.scope AND \(LastWriterWins.condition(on: "sibling"))
        AND sibling.key = CASE entry.key WHEN '.noteText' THEN '.bookIndex' ELSE '.noteText' END
    )
    """
}
