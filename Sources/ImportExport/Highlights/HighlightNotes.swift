import Books
import ForeignFormats
import Foundation
import GRDB
import JSON
import KeyValueStore
import Notebook
import NotebookFile

struct HighlightNotes {
  enum Target: Equatable {
    case note(String)
    /// The note that contained the highlights is in the trash or deleted.
    case deleted
    case new
  }

  /// The notes into which highlights of a book were imported, by the book's digests.
  private var remembered: [String: [String]] = [:]
  private var bySource: [String: [String]] = [:]
  private var same = SameBooks()
  private var live: Set<String> = []

  /// The prefix of members of an import record that identify a book.
  private static let member = "highlights="

  /// Reads the notes and import records. Cost: linear in the notes.
  init(_ db: Database) throws {
    let notes = try NoteSummary.fetchAll(db)
    live = Set(notes.filter { !$0.isTrashed }.map(\.id))
    var own: [String: OwnBookFacts] = [:]
    let values = try Row.fetchCursor(
      db,
      sql: """
        SELECT CAST(scope AS BLOB), CAST(key AS BLOB), CAST(json AS BLOB) FROM entry
        WHERE (key = '\(BookValues.ownKey)' OR scope = '\(EntryKey.ourScope)' AND key LIKE '%;imported')
          AND json IS NOT NULL AND \(LastWriterWins.condition)
        """)
    while let row = try values.next() {
      let texts = [0, 1].map { String(decoding: row.data(at: $0) ?? Data(), as: UTF8.self) }
      guard let scope = texts.first, let name = texts.last else { continue }
      let key = EntryKey(scope: scope, key: name)
      guard let json = JSONValue(stored: row.data(at: 2))?.object else { continue }
      if key.isImportRecord {
        for name in json.keys where name.hasPrefix(Self.member) {
          remembered[String(name.dropFirst(Self.member.count)), default: []].append(key.note)
        }
      } else {
        for source in (json["sources"]?.array ?? []).compactMap(\.string) {
          bySource[source, default: []].append(key.scope)
        }
        own[key.scope] = OwnBookFacts(JSONValue.object(json))
      }
    }
    same = SameBooks(notes, own: own)
  }

  static func members(of book: ForeignHighlightedBook) -> [String] {
    digests(of: book).map { member + $0 }
  }

  private static func digests(of book: ForeignHighlightedBook) -> [String] {
    let name = ([book.title] + book.authors).joined(separator: "|").oneLine
    return (book.sources + ["name:\(name)"]).map { HighlightWords.digest($0) }
  }

  static func record(of book: ForeignHighlightedBook) -> BookRecord {
    var record = BookRecord(title: book.title, authors: book.authors)
    record.setISBN(book.isbn)
    record.sources = book.sources
    return record
  }

  /// Returns the note for a book's highlights. If that note matches by ISBN or title, and no
  /// highlights of the book were imported into it before, `others` are further notes about the
  /// book. For a book without a note, `perhaps` are notes that may be about it.
  func target(
    of book: ForeignHighlightedBook
  ) -> (target: Target, others: [String], perhaps: [String]) {
    let known = Self.digests(of: book).flatMap { remembered[$0] ?? [] }
    let matches = same.matches(BookIdentity(Self.record(of: book)))
    let named = matches.notes
    let found = (known + book.sources.flatMap { bySource[$0] ?? [] } + named).filter(live.contains)
    if let first = found.first {
      let isChosen = known.contains(first) || !named.contains(first)
      return (.note(first), isChosen ? [] : named.filter { $0 != first && live.contains($0) }, [])
    }
    return (known.isEmpty ? .new : .deleted, [], matches.perhaps.filter(live.contains))
  }

  /// Adds a note that this import creates, so that later books find it.
  mutating func add(_ note: String, about book: ForeignHighlightedBook) {
    live.insert(note)
    for digest in Self.digests(of: book) { remembered[digest, default: []].append(note) }
    same.add(BookIdentity(Self.record(of: book)), of: note)
  }
}
