import Foundation
import GRDB
import KeyValueStore
import NotebookFile

extension ReplacedValues {
  /// Removes, after a merge, redundant versions of texts and pictures: those that another program
  /// only wrote again, and those equal to another version. This program never writes a value again,
  /// so its versions are removed only if they are equal to another.
  ///
  /// `keys` have several versions. `texts` returns the texts of a note that were replaced on this
  /// machine, newest first, by version, for files without digests. Removed texts are passed to
  /// `keep`. Returns the keys that changed.
  static func settle(
    _ keys: [EntryKey], in db: Database, lineage: (EntryKey) -> Lineage,
    texts: (_ note: String) throws -> [(version: String, text: String)],
    keep: ([SupersededText]) throws -> Void, keepNames: ([RewrittenText]) throws -> Void
  ) throws -> Set<EntryKey> {
    var settled: Set<EntryKey> = []
    for key in keys where concerns(key) && ![".metadata", BookValues.ownKey].contains(key.key) {
      let versions = try StoredVersion.fetch(db, key, limit: VersionLimits.ofValue)
      guard versions.count > 1, versions.allSatisfy(\.isReadable),
        try mayLack(key, in: db) || versions.allSatisfy({ $0.value.type != 0 })
      else { continue }
      let digests = versions.map { digest($0.value) ?? "" }
      var former = Set(try fetch(db, note: key.scope).wholes[key.key] ?? [])
      if key.key == ".noteText", Set(digests).subtracting(former).count > 1 {
        former.formUnion(known(try texts(key.scope), before: versions, lineage(key)))
      }
      // If all were replaced, it is unknown which is the latest.
      let isAnyNew = digests.contains { !former.contains($0) }
      var left: [StoredVersion] = []
      var dead: [StoredVersion] = []
      for (version, digest) in zip(versions, digests) {
        let isAgain =
          try isAnyNew && former.contains(digest) && !Author.isOurs(version.author, in: db)
        if isAgain || left.contains(where: { $0.value.means(version.value) }) {
          dead.append(version)
        } else {
          left.append(version)
        }
      }
      guard !dead.isEmpty else { continue }
      try keep(
        SupersededText.leaving(dead, remaining: left.map(\.value))
          .map { SupersededText(version: $0, by: left.first?.author, time: Date()) })
      try keepNames(RewrittenText.among(dead, remaining: left))
      try SettledVersion.remove(dead, in: db)
      settled.insert(key)
    }
    return settled
  }

  /// Whether a version without a value is an ordinary change, such as a removed picture. Returns
  /// false for texts, and for a note that a device deleted.
  private static func mayLack(_ key: EntryKey, in db: Database) throws -> Bool {
    guard key.key != ".noteText" else { return false }
    let metadata = EntryKey(scope: key.scope, key: ".metadata")
    let versions = try StoredVersion.fetch(db, metadata, limit: VersionLimits.ofValue)
    return !versions.isEmpty && versions.allSatisfy { $0.value.type != 0 }
  }

  /// Merges the versions of a note's digests into one.
  static func unite(_ keys: [EntryKey], in db: Database) throws {
    for key in keys where key == self.key(note: key.note) {
      let versions = try StoredVersion.fetch(db, key, limit: VersionLimits.ofValue)
      guard versions.count > 1, versions.allSatisfy(\.isReadable) else { continue }
      try SettledVersion.write(try fetch(db, note: key.note).value, over: versions, in: db)
    }
  }

  /// Maximum number of a note's earlier texts that are compared.
  private static let mostTexts = 200

  /// Returns the digests of those `texts` that equal one of `versions`, and from which a version
  /// with another text came.
  private static func known(
    _ texts: [(version: String, text: String)], before versions: [StoredVersion],
    _ lineage: Lineage
  ) -> Set<String> {
    var known: Set<String> = []
    for (name, text) in texts.prefix(mostTexts) {
      guard let id = VersionID(name: name), let digest = digest(StoredValue(.text(text))),
        versions.contains(where: { digest == self.digest($0.value) })
      else { continue }
      let isFormer = versions.contains {
        digest != self.digest($0.value) && lineage.leads(from: id, to: VersionID($0))
      }
      if isFormer { known.insert(digest) }
    }
    return known
  }
}
