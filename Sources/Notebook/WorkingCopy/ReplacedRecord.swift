import Base
import Foundation
import GRDB
import JSON
import KeyValueStore
import NotebookFile

/// The record of a note's book that a transaction takes out of the notebook, for history to keep.
struct ReplacedRecord: Sendable, Equatable {
  /// The note's id.
  var note: String
  /// Its name among all versions of the note.
  var version: String
  /// The time at which it was written, as rows spell it.
  var written: String
  /// The time at which it was replaced, or at which that came out here.
  var replaced: String
  /// The author that wrote it.
  var writer: Data
  /// The author that replaced it; nil if it is not known.
  var replacer: Data?
  /// What it said.
  var record: StoredRecord
}

/// What is stored about the book of a note, without what imports remember: that is no part of a record, and
/// stays when a record comes back.
struct StoredRecord: Sendable, Equatable {
  var book: JSONObject
  var own: JSONObject

  /// The members of `BookValues.own` that belong to imports.
  static let importMembers = ["highlights", "imported"]

  /// Nil if there is no book.
  init?(metadata: StoredVersion?, own: StoredVersion?) {
    guard let book = metadata.flatMap(Self.object)?["book"]?.object else { return nil }
    self.init(book: book, own: own.flatMap(Self.object) ?? [:])
  }

  init(book: JSONObject, own: JSONObject) {
    (self.book, self.own) = (book, own)
    for name in Self.importMembers { self.own[name] = nil }
  }

  /// Reads what `json` wrote. Returns nil for anything else.
  init?(json: String) {
    guard let value = try? JSONValue(parsing: Array(json.utf8)), let book = value["book"]?.object
    else { return nil }
    self.init(book: book, own: value["own"]?.object ?? [:])
  }

  var json: String {
    let value = JSONValue.object(["book": .object(book), "own": .object(own)])
    return String(decoding: value.serialized(), as: UTF8.self)
  }

  private static func object(_ version: StoredVersion) -> JSONObject? {
    version.value.value?.json?.object
  }
}

extension ReplacedRecord {
  /// The name of the record that two versions make.
  static func version(_ metadata: StoredVersion, _ own: StoredVersion?) -> String {
    ([ReplacedText.recordPrefix + metadata.name] + [own?.name].compactMap { $0 })
      .joined(separator: "+")
  }

  /// The records of which `replaced` were a part, that another one has taken the place of, or none. `written`
  /// are the keys that the transaction wrote; `time` is nil for the time of the write that replaced them.
  /// Cost: the values of the notes that `replaced` has books of.
  static func among(
    _ replaced: [StoredVersion], written: Set<EntryKey>, at time: Date? = nil, in db: Database
  ) throws -> [ReplacedRecord] {
    let replaced = Dictionary(grouping: replaced, by: \.key)
    var notes = Set(
      replaced.values.compactMap { $0.contains(where: \.isOfBook) ? $0.first?.key.scope : nil })
    // A first value of ours replaces none, and changes the record of a note that was there.
    for key in written where key.key == BookValues.ownKey {
      let metadata = EntryKey(scope: key.scope, key: ".metadata")
      if !written.contains(metadata) || replaced[metadata] != nil { notes.insert(key.scope) }
    }
    return try notes.filter(NoteValues.isNote).sorted().flatMap { note in
      func side(_ name: String) throws -> Side {
        let key = EntryKey(scope: note, key: name)
        let present = try StoredVersion.fetch(db, key, limit: 1).first
        // A key that was written and has no former version was new.
        let former = replaced[key] ?? (written.contains(key) ? nil : present.map { [$0] })
        return Side(present: present, former: former ?? [])
      }
      return records(
        of: note, try side(".metadata"), try side(BookValues.ownKey),
        at: time.map { Timestamps.row($0) })
    }
  }

  /// One of the two values of which a record is made: the version that counts now, and those that counted
  /// before.
  private struct Side {
    var present: StoredVersion?
    var former: [StoredVersion]
  }

  /// The records that the former versions made, each once and without the present one.
  private static func records(
    of note: String, _ metadata: Side, _ own: Side, at time: String?
  ) -> [ReplacedRecord] {
    // Of sides of a conflict each device's own values belong together.
    var pairs = metadata.former.map { side in
      (side, own.former.first { $0.author == side.author } ?? own.former.first)
    }
    if let first = metadata.former.first {
      pairs += own.former.filter { side in !pairs.contains { $0.1?.name == side.name } }
        .map { (first, $0) }
    }
    let present = StoredRecord(metadata: metadata.present, own: own.present)
    var seen = [present].compactMap { $0 }
    var records: [ReplacedRecord] = []
    for (metadataVersion, ownVersion) in pairs {
      guard let record = StoredRecord(metadata: metadataVersion, own: ownVersion),
        !seen.contains(record)
      else { continue }
      seen.append(record)
      let newer = present?.book == record.book ? own.present : metadata.present
      records.append(
        ReplacedRecord(
          note: note, version: version(metadataVersion, ownVersion),
          written: max(metadataVersion.timestamp, ownVersion?.timestamp ?? ""),
          replaced: time ?? newer?.timestamp ?? Timestamps.row(Date()),
          writer: metadataVersion.author, replacer: newer?.author, record: record))
    }
    return records
  }
}
