internal import NotebookFile
package import KeyValueStore
internal import Base
internal import Foundation
package import GRDB
internal import JSON

/// Settles what devices did to different facts of one book: stars here and the title there are no conflict.
///
/// That needs the version from which all of them began. A notebook file has no superseded values, but the
/// machine that wrote over one keeps it (`HistoryFile.bases`), and tombstones say what superseded what. Where
/// either is missing, where one fact was changed in two ways, or where the note was moved or deleted, the
/// conflict stays for the user.
///
/// Who writes follows from the versions that are superseded and from the base, and when from their times:
/// where two devices settle the same, they write the same version, and a merge has nothing to do.
package enum BookMerge {
  /// The name of the authors.
  static let author = "commonplace merge"

  /// The versions of a key that were superseded on this machine, the newest first.
  package typealias Bases = (EntryKey) throws -> [StoredVersion]

  /// The most notes that are settled after one merge: each needs a look at all tombstones.
  private static let most = 100

  /// Settles the books of the notes of which a merge changed something. Returns the keys that it wrote.
  /// `db` must be in a transaction of the caller.
  @discardableResult
  package static func run(
    in db: Database, after merge: MergeReport, bases: Bases
  ) throws -> Set<EntryKey> {
    var settled: Set<EntryKey> = []
    let keys = merge.changedKeys.filter {
      [".metadata", BookValues.ownKey].contains($0.key) && NoteValues.isNote($0.scope)
    }
    for key in keys.sorted() where settled.count < most {
      let versions = try StoredVersion.fetch(db, key, limit: VersionLimits.ofValue)
      guard versions.count > 1, versions.allSatisfy(\.isReadable),
        versions.dropFirst().contains(where: { !$0.value.means(versions[0].value) })
      else { continue }
      let base = try base(of: versions, in: db, bases(key))
      let isOwn = key.key == BookValues.ownKey
      guard let value = isOwn ? own(versions, base) : metadata(versions, base) else { continue }
      try write(.json(.object(value)), over: versions, base, in: db)
      settled.insert(key)
      guard !isOwn, let book = value["book"].flatMap({ try? Book(json: $0) }) else { continue }
      let index = EntryKey(scope: key.scope, key: ".bookIndex")
      let indexed = try StoredVersion.fetch(db, index, limit: VersionLimits.ofValue)
      let text = StoredValue(.text(book.indexedText))
      guard let winner = indexed.first, winner.value != text, indexed.allSatisfy(\.isReadable)
      else {
        continue
      }
      try write(.text(book.indexedText), over: indexed, nil, in: db)
      settled.insert(index)
    }
    return settled
  }

  /// The metadata with all changes, or nil.
  private static func metadata(_ versions: [StoredVersion], _ base: StoredVersion?) -> JSONObject? {
    guard let base = object(base) else { return nil }
    let objects = versions.compactMap(object)
    guard objects.count == versions.count, let winner = objects.first,
      (objects + [base]).allSatisfy({
        $0["book"]?.object != nil && $0["folder"] == winner["folder"]
      })
    else { return nil }
    let chosen = objects.map { $0.without(derived) }
    guard
      var merged = MemberMerge.merged(
        base: base.without(derived).without(["book"]), chosen.map { $0.without(["book"]) }),
      let books = book(base: base, objects)
    else { return nil }
    merged["book"] = .object(books)
    // The rest follows from the text, or from the book.
    for name in derived {
      merged[name] = objects.lazy.map { $0[name] }.first { $0 != base[name] } ?? winner[name]
    }
    merged["modifiedTimestamp"] = objects.compactMap { $0["modifiedTimestamp"]?.string }.max()
      .map(JSONValue.string)
    merged.describeBook()
    let json = String(decoding: JSONValue.object(merged).serialized(), as: UTF8.self)
    return NoteMetadata(json: json) == nil ? nil : merged
  }

  private static func book(base: JSONObject, _ versions: [JSONObject]) -> JSONObject? {
    let books = versions.compactMap { $0["book"]?.object }
    guard let base = base["book"]?.object,
      var book = MemberMerge.merged(
        base: base, books, lists: ["entries"], inner: ["readingHistory"])
    else { return nil }
    // A reading that two devices noted is one, as where notes are joined.
    var history = ReadingHistory(book["readingHistory"])
    let merged = history
    let noted = books.map { ReadingHistory($0["readingHistory"]).readings }
    history.settle(since: ReadingHistory(base["readingHistory"]).readings, noted)
    if history != merged { book["readingHistory"] = history.json.map(JSONValue.object) }
    return book
  }

  /// Our own value with all changes, or nil. Without a base nothing is taken away.
  private static func own(_ versions: [StoredVersion], _ base: StoredVersion?) -> JSONObject? {
    // A record that one device removed is gone with the book: that is settled with the book.
    let objects = versions.compactMap { $0.value.value == .null ? [:] : object($0) }
    guard objects.count == versions.count else { return nil }
    return MemberMerge.merged(
      base: object(base) ?? [:], objects, lists: ["sources", "stopped", "highlights"])
  }

  private static let derived: [String] = [
    "title", "tags", "summary", "modifiedTimestamp", "authorLastFirst", "bookSection",
  ]

  private static func object(_ version: StoredVersion?) -> JSONObject? {
    guard case .json(.object(let object))? = version?.value.value else { return nil }
    return object
  }

  // MARK: Versions

  /// The latest version that all of `versions` came from.
  private static func base(
    of versions: [StoredVersion], in db: Database, _ candidates: [StoredVersion]
  ) throws -> StoredVersion? {
    guard !candidates.isEmpty, let key = versions.first?.key else { return nil }
    return try Lineage(db, of: key)
      .base(of: versions.map(VersionID.init), among: candidates) { VersionID($0) }
  }

  /// Writes a value over all versions of a key.
  private static func write(
    _ value: EntryValue, over versions: [StoredVersion], _ base: StoredVersion?, in db: Database
  ) throws {
    guard let winner = versions.first, let time = Timestamps.date(row: winner.timestamp) else {
      return
    }
    let author = author(superseding: versions, base)
    try db.execute(
      sql: """
        INSERT INTO author (id, name, usn) VALUES (?, '\(Self.author)', 1)
        ON CONFLICT (id) DO NOTHING
        """, arguments: [author])
    for version in versions {
      let tombstone = Tombstone(
        key: version.key, author: version.author, usn: version.usn, deletingAuthor: author,
        deletingUSN: 1)
      if try !tombstone.isStored(in: db) { try tombstone.store(in: db) }
      try version.delete(from: db)
    }
    try StoredVersion(
      key: winner.key, author: author, usn: 1,
      timestamp: Timestamps.row(time.addingTimeInterval(0.0015)), value: StoredValue(value)
    ).store(in: db)
  }

  /// The first bytes of a digest, as a UUID of version 8, which is for such ids.
  private static func author(
    superseding versions: [StoredVersion], _ base: StoredVersion?
  ) -> Data {
    var text = "commonplace merge 1\n\(base?.name ?? "")"
    for name in versions.map(\.name).sorted() {
      text += "\n\(versions.first?.key.scope ?? "")\t\(versions.first?.key.key ?? "")\t\(name)"
    }
    var id = Array(SHA1.digest(Array(text.utf8)).prefix(16))
    id.makeUUID(version: 8)
    return Data(id)
  }
}

extension JSONObject {
  fileprivate func without(_ names: [String]) -> JSONObject {
    var object = self
    for name in names { object[name] = nil }
    return object
  }
}
