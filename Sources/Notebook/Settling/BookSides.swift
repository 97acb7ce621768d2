import Foundation
import GRDB
import JSON
import KeyValueStore

/// Finds the common base of all versions of a note's metadata, or of our data about its book.
enum BookSides {
  /// Returns the members of the latest version that all of `versions` came from, and the versions
  /// to compare with them; nil if none is known. `kept` are earlier versions from this machine's
  /// history. If none is known for our own book data, their base is empty: each version may be the
  /// first.
  static func from(
    _ versions: [StoredVersion], _ lineage: Lineage, _ kept: [StoredVersion], in db: Database
  ) throws -> (base: MemberDigests, sides: [StoredVersion])? {
    guard let key = versions.first?.key else { return nil }
    let replaced = try ReplacedValues.fetch(db, note: key.scope).members[key.key] ?? []
    var lineage = lineage
    lineage.add(replaced.flatMap { $0.tombstones(of: key) })
    var known = kept.compactMap { version in
      ReplacedValues.members(version).map { (VersionID(version), $0) }
    }
    for members in replaced {
      known += members.versions.map {
        (VersionID(author: $0.author, usn: $0.usns.lowerBound), members.digests)
      }
    }
    if let base = lineage.base(of: versions.map(VersionID.init), among: known, \.0) {
      return (base.1, versions)
    }
    if key.key == BookValues.ownKey { return (MemberDigests([:]), versions) }
    return try withoutLineage(versions, lineage, known, in: db)
  }

  /// Compares versions from the app that lack a tombstone of their base: the app's merge keeps one
  /// tombstone of a version, even if several others superseded it. The app writes all members
  /// again, so a member counts as changed only if no earlier version had its value. Returns nil if
  /// there are no such versions, the others have no known base, or one side moved the note.
  private static func withoutLineage(
    _ versions: [StoredVersion], _ lineage: Lineage, _ known: [(VersionID, MemberDigests)],
    in db: Database
  ) throws -> (base: MemberDigests, sides: [StoredVersion])? {
    let strangers = try versions.filter { version in
      try !lineage.hasTombstones(by: version.author)
        && !Author.isOurs(version.author, in: db)
    }.map(\.name)
    let others = versions.filter { !strangers.contains($0.name) }
    guard !strangers.isEmpty, let other = others.first?.value.value?.json?.object,
      let base = lineage.base(of: others.map(VersionID.init), among: known, \.0),
      versions.allSatisfy({ $0.value.value?.json?["folder"] == other["folder"] })
    else { return nil }
    let sides = versions.map { version in
      guard strangers.contains(version.name), let object = version.value.value?.json?.object else {
        return version
      }
      var side = version
      let changed = changes(of: object, since: known.map(\.1), over: other, at: "")
      side.value = StoredValue(.json(.object(changed)))
      return side
    }
    return (base.1, sides)
  }

  /// Returns `other` with the members of `object` that no version in `former` had. `path` is the
  /// path of both objects.
  private static func changes(
    of object: JSONObject, since former: [MemberDigests], over other: JSONObject, at path: String
  ) -> JSONObject {
    var result = other
    for name in Set(object.keys).union(other.keys).sorted() {
      let memberPath = path.isEmpty ? name : "\(path).\(name)"
      if former.contains(where: { $0.isSame(object[name], at: memberPath) }) { continue }
      if let inner = object[name]?.object, let outer = other[name]?.object {
        result[name] = .object(changes(of: inner, since: former, over: outer, at: memberPath))
      } else {
        result[name] = object[name]
      }
    }
    return result
  }
}
