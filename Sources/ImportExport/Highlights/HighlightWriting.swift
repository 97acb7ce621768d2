import Base
import Books
import ForeignFormats
import Foundation
import GRDB
import JSON
import KeyValueStore
import MiniMarkdown
import Notebook
import NotebookFile
import SpacedRepetition

struct HighlightedNote {
  let id: String
  /// The book of a new note; nil if the note exists.
  var newBook: ForeignHighlightedBook?
  var text: String
  var entries: [HighlightEntry]
  let storedText: String
  let storedEntries: [HighlightEntry]
  var quotes: [String] = []
  var changedQuotes: [(from: String, to: String)] = []
  /// The members of the import record that identify the books.
  var members: Set<String> = []

  static func fetch(_ db: Database, _ id: String) throws -> HighlightedNote {
    let versions = try EntryVersion.fetch(db, EntryKey(scope: id, key: BookValues.ownKey))
    let entries = HighlightEntry.union(
      versions.map { HighlightEntry.all(in: $0.value.json?.object ?? [:]) })
    let text = try WinningVersion.fetch(db, note: id, key: ".noteText")?.text
    let string = text.map { String(decoding: $0, as: UTF8.self) } ?? ""
    return HighlightedNote(
      id: id, text: string, entries: entries, storedText: string, storedEntries: entries)
  }

  static func new(_ book: ForeignHighlightedBook) -> HighlightedNote {
    HighlightedNote(
      id: UUID.random().uuidString, newBook: book, text: "", entries: [], storedText: "",
      storedEntries: [])
  }

  var isChanged: Bool { text != storedText || entries != storedEntries }

  mutating func take(_ plan: HighlightPlan) {
    text = plan.text
    entries = plan.entries
    quotes += plan.quotes
    changedQuotes += plan.changedQuotes
  }

  /// Writes the note. `days` assigns a day to each new card.
  func write(
    by author: inout Author, days: inout ReviewDays, pacing: ReviewPacing, at now: Date,
    in db: Database
  ) throws {
    let stored = try NoteValues.fetch(db, note: id)
    let record = newBook.map(HighlightNotes.record)
    let changes = NoteChanges.saving(
      text, over: stored, rewrites: PromptRewrites(quotes: changedQuotes), at: now
    ) { metadata in
      guard var record else { return false }
      record.added = now
      metadata["book"] = .object(record.book)
      return true
    }
    var values = changes.values
    pace(&values, over: stored, days: &days, pacing: pacing)
    let recordKey = EntryKey(scope: EntryKey.ourScope, key: "\(id);imported")
    var imported = ImportRecord(stored.values[recordKey] ?? .null)
    for member in members { imported[member] = "" }
    if imported.value != stored.values[recordKey] ?? .null {
      values.append((recordKey, imported.value))
    }
    try author.write(values, at: now, superseding: .winners, in: db)
    try writeOwn(record?.own, by: &author, at: now, in: db)
  }

  private func writeOwn(
    _ new: JSONObject?, by author: inout Author, at now: Date, in db: Database
  ) throws {
    let key = EntryKey(scope: id, key: BookValues.ownKey)
    let versions = try EntryVersion.fetch(db, key)
    var own = versions.first?.value.json?.object ?? new ?? [:]
    own[HighlightEntry.member] = entries.isEmpty ? nil : .array(entries.map(\.json))
    guard versions.first?.value != .json(.object(own)), !own.members.isEmpty else { return }
    // If versions differ only in their highlights, the new value contains them all and replaces
    // all.
    let others = versions.map { version in
      var object = version.value.json?.object ?? [:]
      object[HighlightEntry.member] = nil
      return object
    }
    let isOne = others.allSatisfy { $0 == others.first }
    try author.write(
      [(key, .json(.object(own)))], at: now, superseding: isOne ? .all : .winners, in: db)
  }

  /// Schedules the cards of new quotes, or suspends them.
  private func pace(
    _ values: inout [(EntryKey, EntryValue)], over stored: NoteValues, days: inout ReviewDays,
    pacing: ReviewPacing
  ) {
    guard pacing != .now, !quotes.isEmpty else { return }
    let new = Set(quotes)
    for index in values.indices {
      let (key, value) = values[index]
      guard stored.values[key] ?? .null == .null, let block = key.promptKey(note: id),
        PromptKey(block)?.kind == .quote, var json = value.json?.object,
        let raw = json["rawValue"]?.string, new.contains(raw.trimmingCharacters(in: .newlines))
      else { continue }
      if pacing == .wait {
        let suspendedKey = PromptAnnotations.suspendedKey(note: id, block: block)
        values.append((suspendedKey, PromptAnnotations.suspendedValue([0], over: nil)))
      }
      if let due = pacing == .wait ? PromptState.waiting : days.next(),
        var statistics = json["promptStatistics"]?.array, var first = statistics.first?.object
      {
        first["due"] = .string(Timestamps.json(due))
        statistics[0] = .object(first)
        json["promptStatistics"] = .array(statistics)
        values[index].1 = .json(.object(json))
      }
    }
  }
}
