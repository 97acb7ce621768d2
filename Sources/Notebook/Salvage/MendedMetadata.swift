import Base
import Books
package import Foundation
package import GRDB
import JSON
package import KeyValueStore
import MiniMarkdown

/// A note's repaired metadata. Missing or invalid members are derived from the text and the time of
/// the stored metadata, or removed; all others stay.
package struct MendedMetadata {
  package let value: EntryValue
  /// False if an unreadable book or reading history was dropped.
  package let isWhole: Bool

  package init?(of note: String, in db: Database, at now: Date) throws {
    let values = try NoteValues.fetch(db, note: note)
    var metadata = values.metadata ?? JSONObject()
    let written = try StoredVersion.fetch(db, EntryKey(scope: note, key: ".metadata")).first
      .flatMap { Timestamps.date(row: $0.timestamp) }
    metadata.mendFields(written: written ?? now)
    metadata.describe(NoteContent(text: values.text ?? ""), isEdited: false, at: now)
    if Self.isReadable(metadata) {
      (value, isWhole) = (.json(.object(metadata)), true)
      return
    }
    if var book = metadata["book"]?.object {
      book["readingHistory"] = nil
      metadata["book"] = .object(book)
      metadata.describeBook()
    }
    if !Self.isReadable(metadata) {
      metadata["book"] = nil
      metadata.describeBook()
    }
    guard Self.isReadable(metadata) else { return nil }
    (value, isWhole) = (.json(.object(metadata)), false)
  }

  private static func isReadable(_ metadata: JSONObject) -> Bool {
    MetadataFault(json: JSONValue.object(metadata).stored) == nil
  }
}

extension JSONObject {
  /// `written` is the time when the metadata were written.
  fileprivate mutating func mendFields(written: Date) {
    for name in ["creationTimestamp", "modifiedTimestamp"] {
      let text = self[name]?.string ?? ""
      guard Timestamps.date(json: text) == nil else { continue }
      // The app does not accept fractions of seconds.
      let whole = text.replacing(#/\.\d+/#, with: "")
      self[name] = .string(Timestamps.json(Timestamps.date(json: whole) ?? written))
    }
    for name in ["summary", "folder", "authorLastFirst", "bookSection"] {
      let text = self[name]?.string
      let isRight =
        name == "bookSection"
        ? text.map(BookSection.storedNames.contains) ?? false : text != nil
      if self[name] != nil, !isRight { self[name] = nil }
    }
  }
}
