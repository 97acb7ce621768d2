import Base
import Foundation
import GRDB
import JSON
import KeyValueStore
import NotebookFile

struct ReplacedRecord: Sendable, Equatable {
  var note: String
  /// The name of the record: its metadata's version and, if there is one, our own value's version.
  var version: String
  /// The time when the record was written, in the format of rows.
  var written: String
  /// The time when the record was replaced, or when this machine noticed that, in the format of
  /// rows.
  var replaced: String
  /// The author of the record's metadata.
  var writer: Data
  var replacer: Data?
  var record: StoredRecord
}

/// The stored data about the book of a note, without the data of imports (`importMembers`), which
/// stay when a record is restored.
struct StoredRecord: Sendable, Equatable {
  var book: JSONObject
  var own: JSONObject

  static let importMembers = ["highlights", "imported"]

  init?(metadata: StoredVersion?, own: StoredVersion?) {
    guard let book = metadata.flatMap(Self.object)?["book"]?.object else { return nil }
    self.init(book: book, own: own.flatMap(Self.object) ?? [:])
  }

  init(book: JSONObject, own: JSONObject) {
    (self.book, self.own) = (book, own)
    for name in Self.importMembers { self.own[name] = nil }
  }

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
  static func version(_ metadata: StoredVersion, _ own: StoredVersion?) -> String {
    ([ReplacedText.recordPrefix + metadata.name] + [own?.name].compactMap { $0 })
      .joined(separator: "+")
  }

  /// Returns the records that a transaction replaced. `replaced` are the versions that it replaced,
  /// and `written` the keys that it wrote. If `time` is nil, the records have the time of the
  /// replacing write.
  static func among(
    _ replaced: [StoredVersion], written: Set<EntryKey>, at time: Date? = nil, in db: Database
  ) throws -> [ReplacedRecord] {
    let replaced = Dictionary(grouping: replaced, by: \.key)
    var notes = Set(
      replaced.values.compactMap { $0.contains(where: \.isOfBook) ? $0.first?.key.scope : nil })
    // Our first value of a note does not replace another, but changes the record of an existing
    // note.
    for key in written where key.key == BookValues.ownKey {
      let metadata = EntryKey(scope: key.scope, key: ".metadata")
      if !written.contains(metadata) || replaced[metadata] != nil { notes.insert(key.scope) }
    }
    return try notes.filter(NoteValues.isNote).sorted().flatMap { note in
      func side(_ name: String) throws -> Side {
        let key = EntryKey(scope: note, key: name)
        let present = try StoredVersion.fetch(db, key, limit: 1).first
        // A key that was written and has no earlier version is new.
        let former = replaced[key] ?? (written.contains(key) ? nil : present.map { [$0] })
        return Side(present: present, former: former ?? [])
      }
      return records(
        of: note, try side(".metadata"), try side(BookValues.ownKey),
        at: time.map { Timestamps.row($0) })
    }
  }

  /// One of the two values that form a record: the winning version now, and the earlier ones.
  private struct Side {
    var present: StoredVersion?
    var former: [StoredVersion]
  }

  /// Returns the distinct records that the earlier versions formed, without the present one.
  private static func records(
    of note: String, _ metadata: Side, _ own: Side, at time: String?
  ) -> [ReplacedRecord] {
    // In a conflict, each device's own values belong together.
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
