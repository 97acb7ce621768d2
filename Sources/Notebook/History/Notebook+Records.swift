import Base
package import Foundation
import GRDB
package import JSON
import KeyValueStore
import NotebookFile

extension NoteHistory {
  package struct Record: Sendable, Equatable {
    /// The version name of the record. It differs from the names of all texts' versions
    /// (`isRecord`).
    package var version: String
    /// The time from which the book had the record, if that is known; otherwise the time when its
    /// values were written.
    package var since: Date
    /// The name of the device that wrote the record, which may be empty; nil for this machine.
    package var writer: String?
    /// The time when the record was replaced, or when this machine found out; nil for the present
    /// record.
    package var replaced: Date?
    /// The name of the device that replaced the record, which may be empty; nil for this machine.
    package var replacer: String?
    /// The values of the book; `text` is empty.
    package var values: BookValues
  }

  /// Returns the record that the book had at `time`; nil if history does not have it.
  package func record(at time: Date) -> Record? {
    records.first { $0.since <= time && ($0.replaced ?? .distantFuture) > time }
  }

  package static func isRecord(_ version: String) -> Bool {
    version.hasPrefix(ReplacedText.recordPrefix)
  }
}

extension Notebook.History {
  /// Returns the records of a note's book: first the present one, then the others, newest first.
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
      // History may have the present record under the same version name.
      records.removeAll { $0.version == record.version }
      records.append(record)
    }
    // A record is valid from the time when the previous one was replaced. Its own time is that of
    // the note's last save, which may have changed only the text.
    for index in records.indices.dropFirst() {
      if let former = records[index - 1].replaced {
        records[index].since = min(records[index].since, former)
      }
    }
    return records.reversed()
  }

  /// Restores the last record of a restored note's book, unless the book was removed before the
  /// note was deleted.
  func restoreLastRecord(of note: String, now: Date) throws(NotebookError) {
    let history = try of(note)
    guard let last = history.records.first, let replaced = last.replaced,
      replaced >= history.texts.compactMap(\.replaced).max() ?? .distantPast,
      // Skips a record without a title, which only the app could have written.
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

  /// Returns `own` with the import members of `present`.
  package func own(over present: BookValues) -> JSONObject {
    var own = own
    for name in StoredRecord.importMembers { own[name] = present.own[name] }
    return own
  }
}
