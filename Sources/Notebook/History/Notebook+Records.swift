import Base
package import Foundation
import GRDB
package import JSON
import KeyValueStore
import NotebookFile

extension NoteHistory {
  /// A record that the note's book has or had.
  package struct Record: Sendable, Equatable {
    /// Its name, which no text has.
    package var version: String
    /// The time from which on the book had it, as far as that is known.
    package var since: Date
    /// The device that wrote it, as it calls itself, or empty; nil for this machine.
    package var writer: String?
    /// The time at which it was replaced, or at which that came out here; nil for the present record.
    package var replaced: Date?
    /// The device that replaced it, likewise; nil for this machine.
    package var replacer: String?
    /// What it says. The text is empty.
    package var values: BookValues
  }

  /// The record that the book had at `time`; nil if none is kept of then.
  package func record(at time: Date) -> Record? {
    records.first { $0.since <= time && ($0.replaced ?? .distantFuture) > time }
  }

  /// Whether `version` names a record, not a text.
  package static func isRecord(_ version: String) -> Bool {
    version.hasPrefix(ReplacedText.recordPrefix)
  }
}

extension Notebook.History {
  /// The records of a note's book, the present one first, then the newest.
  func records(of note: String) throws(NotebookError) -> [NoteHistory.Record] {
    let present = try notebook.read { db -> (NoteHistory.Record, author: Data, name: String)? in
      let metadata = try StoredVersion.fetch(
        db, EntryKey(scope: note, key: ".metadata"), limit: 1
      ).first
      let own = try StoredVersion.fetch(
        db, EntryKey(scope: note, key: BookValues.ownKey), limit: 1
      ).first
      guard let metadata, let record = StoredRecord(metadata: metadata, own: own) else {
        return nil
      }
      let written = Timestamps.date(row: max(metadata.timestamp, own?.timestamp ?? ""))
      return (
        NoteHistory.Record(
          version: ReplacedRecord.version(metadata, own), since: written ?? .distantPast,
          values: BookValues(record)), metadata.author,
        try Author.name(of: metadata.author, in: db)
      )
    }
    var records = try notebook.replacedRecords(of: note).reversed().compactMap(
      NoteHistory.Record.init)
    if let present {
      var record = present.0
      record.writer = NoteHistory.writer(try notebook.isOwn(present.author) ? nil : present.name)
      // A record that was brought back has the name of the one before only if nothing was written since.
      records.removeAll { $0.version == record.version }
      records.append(record)
    }
    // A record holds from the end of the one before it: its own time is that of the last save, of the text too.
    for index in records.indices.dropFirst() {
      if let former = records[index - 1].replaced {
        records[index].since = min(records[index].since, former)
      }
    }
    return records.reversed()
  }

  /// Gives a note that came back the record that its book had last, unless it was taken away before the note was
  /// deleted.
  func restoreLastRecord(of note: String, now: Date) throws(NotebookError) {
    let history = try of(note)
    guard let last = history.records.first, let replaced = last.replaced,
      replaced >= history.texts.compactMap(\.replaced).max() ?? .distantPast,
      // A record that only the app could have written.
      last.values.book?["title"]?.string?.allSatisfy(\.isWhitespace) == false
    else { return }
    _ = try notebook.books.change(of: note, now: now) { values in
      (values.book, values.own) = (last.values.book, last.values.own(over: values))
    }
  }
}

extension NoteHistory.Record {
  fileprivate init?(_ kept: ReplacedText) {
    guard let record = StoredRecord(json: kept.text) else { return nil }
    let replaced = Timestamps.date(row: kept.time) ?? .distantPast
    self.init(
      version: kept.version, since: kept.written.flatMap(Timestamps.date(row:)) ?? replaced,
      writer: NoteHistory.writer(kept.writer), replaced: replaced, replacer: kept.replacer,
      values: BookValues(record))
  }
}

extension BookValues {
  fileprivate init(_ record: StoredRecord) { self.init(book: record.book, own: record.own) }

  /// Its own values, with those of `present` that belong to imports.
  package func own(over present: BookValues) -> JSONObject {
    var own = own
    for name in StoredRecord.importMembers { own[name] = present.own[name] }
    return own
  }
}
