import Base
import Books
import Foundation
import GRDB
import JSON
import KeyValueStore
import MiniMarkdown
import NotebookFile

/// Merges the changes of devices to different fields of one note and its book: new stars on one
/// device and a new title on another are not a conflict.
///
/// The merge needs the common base: the digests of its members, from the file (`ReplacedValues`),
/// or the version itself, from the history of the machine that replaced it (`HistoryFile.bases`).
/// Tombstones show which version superseded which. Only fields that were changed in two ways stay
/// in conflict. A note that was moved or deleted stays in conflict as a whole.
///
/// Two devices that merge the same changes write the same version (`SettledVersion`).
enum BookMerge {
  /// Returns versions of a key that were superseded on this machine, newest first.
  typealias Bases = (EntryKey) throws -> [StoredVersion]

  /// Merges the versions of metadata and of our book data among `keys`. Returns the keys that it
  /// wrote. `db` must be in a transaction of the caller.
  static func run(
    _ keys: [EntryKey], in db: Database, lineage: (EntryKey) -> Lineage, bases: Bases
  ) throws -> Set<EntryKey> {
    var settled: Set<EntryKey> = []
    for key in keys where [".metadata", BookValues.ownKey].contains(key.key) {
      let versions = try StoredVersion.fetch(db, key, limit: VersionLimits.ofValue)
      guard versions.count > 1, versions.allSatisfy(\.isReadable),
        let (base, sides) = try BookSides.from(versions, lineage(key), bases(key), in: db),
        let values = key.key == BookValues.ownKey
          ? own(sides, base) : try metadata(sides, base, in: db)
      else { continue }
      var isWritten = false
      // Devices derive different values from equal data, such as the order of an author's names.
      let chosen = key.key == BookValues.ownKey ? values : values.map(\.chosenMetadata)
      for (index, value) in values.enumerated() where chosen.firstIndex(of: chosen[index]) == index
      {
        let group = zip(versions, chosen).filter { $1 == chosen[index] }.map(\.0)
        if group.count == 1, group[0].value.value == .json(.object(value)) { continue }
        try SettledVersion.write(.json(.object(value)), over: group, in: db)
        isWritten = true
      }
      if isWritten { settled.insert(key) }
      if key.key == ".metadata", try settleIndex(of: key.scope, in: db) {
        settled.insert(EntryKey(scope: key.scope, key: ".bookIndex"))
      }
    }
    return settled
  }

  /// Updates the indexed words of a note's book if they are outdated or have several versions.
  /// Returns whether it did.
  private static func settleIndex(of note: String, in db: Database) throws -> Bool {
    let index = EntryKey(scope: note, key: ".bookIndex")
    let metadata = try NoteValues.fetch(
      db, note: note, at: [EntryKey(scope: note, key: ".metadata")]
    ).metadata
    let indexed = try StoredVersion.fetch(db, index, limit: VersionLimits.ofValue)
    var value = EntryValue.null
    if let stored = metadata?["book"], stored != .null {
      guard let book = try? Book(json: stored) else { return false }
      value = .text(book.indexedText)
    }
    guard metadata != nil, let winner = indexed.first,
      winner.value != StoredValue(value) || indexed.count > 1,
      indexed.allSatisfy(\.isReadable)
    else { return false }
    try SettledVersion.write(value, over: indexed, in: db)
    return true
  }

  /// Returns, for each version, its metadata with all changes of the others, except fields in
  /// dispute; nil if a version was deleted, or a result could not be read. If one side moved the
  /// note, for example to the trash, fields are not merged.
  private static func metadata(
    _ versions: [StoredVersion], _ base: MemberDigests, in db: Database
  ) throws -> [JSONObject]? {
    let objects = versions.compactMap(object)
    guard objects.count == versions.count else { return nil }
    let text = try NoteValues.fetch(
      db, note: versions[0].key.scope,
      at: [EntryKey(scope: versions[0].key.scope, key: ".noteText")]
    ).text
    let content = NoteContent(text: text ?? "")
    func described(_ object: JSONObject) -> JSONObject? {
      var object = object
      object.describe(content, isEdited: false, at: Date(timeIntervalSince1970: 0))
      object.describeBook()
      let json = String(decoding: JSONValue.object(object).serialized(), as: UTF8.self)
      return NoteMetadata(json: json) == nil ? nil : object
    }
    guard objects.allSatisfy({ $0["folder"] == objects[0]["folder"] }) else {
      // The user chooses, but each side gets the title and hashtags of the shown text.
      return objects.map { described($0) ?? $0 }
    }
    let modified = objects.compactMap { $0["modifiedTimestamp"]?.string }.max()
    return merged(objects, base, lists: ["entries"], inner: ["book", "readingHistory"]) { merge in
      var object = merge.object
      if var book = object["book"]?.object, book["readingHistory"]?.object != nil {
        book["readingHistory"] = history(book["readingHistory"], objects, base)
        object["book"] = .object(book)
      }
      object["modifiedTimestamp"] = modified.map(JSONValue.string)
      return described(object)
    }
  }

  /// Merges readings. A reading that two devices recorded becomes one, as when notes are joined.
  /// Whether the book was read follows from the readings, or from what a device recorded.
  private static func history(
    _ merged: JSONValue?, _ versions: [JSONObject], _ base: MemberDigests
  ) -> JSONValue? {
    var history = ReadingHistory(merged)
    let all = versions.map { ReadingHistory($0["book"]?["readingHistory"]) }
    let known = Set(base.elements["book.readingHistory.entries"] ?? [])
    let former = all.flatMap(\.readings).filter {
      known.contains(MemberDigests.digest(.object($0.json)))
    }
    history.settle(since: former, all.map(\.readings))
    let isRead = "book.readingHistory.hasRead"
    if base.wholes[isRead] == nil, all.contains(where: \.hasRead) {
      history.noteRead(again: all.contains(where: \.wasReread))
    }
    return history.json.map(JSONValue.object)
  }

  /// Returns, for each version, our own value with all changes of the others, except fields in
  /// dispute; nil if a version cannot be read.
  private static func own(_ versions: [StoredVersion], _ base: MemberDigests) -> [JSONObject]? {
    // A device that removed this value also removed the book, which is merged separately.
    let objects = versions.compactMap { $0.value.value == .null ? [:] : object($0) }
    guard objects.count == versions.count else { return nil }
    return merged(objects, base, lists: ["sources", "stopped", "highlights"], inner: []) {
      $0.object
    }
  }

  /// Returns each of `versions` with the changes of the others, processed by `finish`; nil if
  /// `finish` returns nil.
  private static func merged(
    _ versions: [JSONObject], _ base: MemberDigests, lists: Set<String>, inner: Set<String>,
    _ finish: (MemberMerge) -> JSONObject?
  ) -> [JSONObject]? {
    var results: [JSONObject] = []
    for index in versions.indices {
      var ordered = versions
      ordered.swapAt(0, index)
      let merge = MemberMerge(base: base, ordered, lists: lists, inner: inner)
      guard let result = finish(merge) else { return nil }
      results.append(result)
    }
    return results
  }

  private static func object(_ version: StoredVersion?) -> JSONObject? {
    guard case .json(.object(let object))? = version?.value.value else { return nil }
    return object
  }
}
