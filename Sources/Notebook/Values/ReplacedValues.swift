import Base
import Foundation
import GRDB
import JSON
package import KeyValueStore
import NotebookFile

/// Digests of the values that this program replaced. They are in the file, so that every machine
/// can tell what another device changed from what it only wrote again: the app rewrites every value
/// of a note with each change.
///
/// Stored in our scope, under `NOTE;replaced`: for texts and pictures, only digests; for metadata
/// and our data about a book, the digests of their members, with their versions.
struct ReplacedValues: Equatable {
  /// Successive versions with equal members.
  struct Members: Equatable {
    /// An author's versions in a range of write numbers.
    struct Versions: Equatable {
      var author: Data
      var usns: ClosedRange<Int64>
      /// The version that superseded the last of them; nil if unknown. It is kept because the app's
      /// merge keeps only one tombstone of a version that several others superseded.
      var by: VersionID?
    }

    /// The versions, latest first.
    var versions: [Versions]
    var digests: MemberDigests
  }

  /// The digests of replaced texts and pictures, by their keys.
  private(set) var wholes: [String: [String]] = [:]
  /// The members of replaced metadata, and of our data about books, by their keys.
  private(set) var members: [String: [Members]] = [:]

  /// Maximum number of keys, of digests per key, of member lists per key, and of `Versions` per
  /// list. Values merged from several devices may exceed it.
  private static let (mostKeys, mostDigests, mostMembers, mostAuthors) = (64, 64, 8, 24)

  static func key(note: String) -> EntryKey {
    EntryKey(scope: EntryKey.ourScope, key: "\(note);replaced")
  }

  var isEmpty: Bool { wholes.isEmpty && members.isEmpty }

  static func concerns(_ key: EntryKey) -> Bool {
    NoteValues.isNote(key.scope) && key.key != ".bookIndex" && !key.key.hasPrefix(PromptKey.prefix)
  }

  /// Returns the digests of a note, merged from up to `VersionLimits.ofValue` versions.
  static func fetch(_ db: Database, note: String) throws -> ReplacedValues {
    var values = ReplacedValues()
    let versions = try StoredVersion.fetch(db, key(note: note), limit: VersionLimits.ofValue)
    for version in versions { values.unite(ReplacedValues(version.value.value?.json)) }
    if versions.count > 1 { values.sort() }
    return values
  }

  /// Returns the digest of a text, a picture or a deletion; nil for another value.
  static func digest(_ value: StoredValue) -> String? {
    switch value.type {
    case 0: "00000000"
    case 1: MemberDigests.hexadecimal([1] + [UInt8](value.text ?? Data()))
    case 3: MemberDigests.hexadecimal([3] + [UInt8](value.blob ?? Data()))
    default: nil
    }
  }

  /// Returns the digests of the members of a value; nil if it is not an object, or
  /// `MemberDigests.isWhole` is false. A deleted value of our book data has no members.
  static func members(_ version: StoredVersion) -> MemberDigests? {
    let value = version.value
    if value.type == 0, version.key.key == BookValues.ownKey { return MemberDigests([:]) }
    let digests = value.value?.json?.object.map {
      MemberDigests($0, leavingOut: JSONObject.derivedMetadata)
    }
    return digests?.isWhole == true ? digests : nil
  }
}

extension ReplacedValues {
  /// Returns the values to write after a write replaced `former`.
  static func changes(
    replacing former: [StoredVersion], in db: Database
  ) throws -> [(EntryKey, EntryValue)] {
    var changes: [(EntryKey, EntryValue)] = []
    let notes = Dictionary(grouping: former.filter { concerns($0.key) }, by: \.key.scope)
    for (note, former) in notes.sorted(by: { $0.key < $1.key }) {
      guard try NoteSummary.exists(db, id: note) else { continue }
      let known = try fetch(db, note: note)
      var values = known
      for version in former {
        let present = try StoredVersion.fetch(db, version.key, limit: 1).first
        values.add(version, replacedBy: present.map(VersionID.init))
        if let digest = present.flatMap({ Self.digest($0.value) }) {
          values.wholes[version.key.key]?.removeAll { $0 == digest }
        }
      }
      if values != known { changes.append((key(note: note), values.value)) }
    }
    return changes
  }

  private mutating func add(_ version: StoredVersion, replacedBy by: VersionID?) {
    let key = version.key.key
    if !StoredVersion.recordKeys.contains(key), let digest = Self.digest(version.value) {
      guard wholes[key] != nil || wholes.count < Self.mostKeys else { return }
      let others = (wholes[key] ?? []).filter { $0 != digest }
      wholes[key] = Array(([digest] + others).prefix(Self.mostDigests))
    } else if let digests = Self.members(version) {
      guard members[key] != nil || members.count < Self.mostKeys else { return }
      let new = Members.Versions(
        author: version.author, usns: version.usn...version.usn, by: by)
      members[key] = Self.adding(new, digests, to: members[key] ?? [])
    }
  }

  private static func adding(
    _ new: Members.Versions, _ digests: MemberDigests, to list: [Members]
  ) -> [Members] {
    var list = list
    guard let first = list.first, first.digests == digests else {
      list.insert(Members(versions: [new], digests: digests), at: 0)
      return Array(list.prefix(mostMembers))
    }
    if let last = first.versions.first, last.author == new.author {
      let lowest = min(last.usns.lowerBound, new.usns.lowerBound)
      list[0].versions[0].usns = lowest...max(last.usns.upperBound, new.usns.upperBound)
      list[0].versions[0].by = new.by
    } else {
      list[0].versions = Array(([new] + first.versions).prefix(mostAuthors))
    }
    return list
  }

  private mutating func unite(_ other: ReplacedValues) {
    for (key, digests) in other.wholes {
      let mine = wholes[key] ?? []
      wholes[key] = Array(
        (mine + digests.filter { !mine.contains($0) }).prefix(2 * Self.mostDigests))
    }
    for (key, list) in other.members {
      let mine = members[key] ?? []
      members[key] = Array((mine + list.filter { !mine.contains($0) }).prefix(2 * Self.mostMembers))
    }
  }
}

extension ReplacedValues {
  /// Sorts the digests of several devices, so that the result does not depend on the order of
  /// merges.
  private mutating func sort() {
    for (key, digests) in wholes { wholes[key] = digests.sorted() }
    for (key, list) in members {
      members[key] = list.sorted {
        $0.json.serialized().lexicographicallyPrecedes($1.json.serialized())
      }
    }
  }

  init(_ json: JSONValue?) {
    for member in (json?.object?.members ?? []).prefix(2 * Self.mostKeys) {
      if let text = member.value.string {
        let bytes = Array(text.utf8.prefix(2 * Self.mostDigests * 8))
        wholes[member.key] = stride(from: 0, to: bytes.count - 7, by: 8).map {
          String(decoding: bytes[$0..<$0 + 8], as: UTF8.self)
        }
      } else if let list = member.value.array {
        members[member.key] = list.prefix(2 * Self.mostMembers).compactMap(Members.init)
      }
    }
  }

  var value: EntryValue {
    let texts = wholes.map { ($0, JSONValue.string($1.joined())) }
    let lists = members.map { ($0, JSONValue.array($1.map(\.json))) }
    return .json(.object(JSONObject((texts + lists).sorted { $0.0 < $1.0 })))
  }
}

extension ReplacedValues.Members {
  fileprivate init?(_ json: JSONValue) {
    let versions = (json["of"]?.array ?? []).prefix(64).compactMap(Versions.init)
    guard !versions.isEmpty else { return nil }
    self.init(versions: versions, digests: MemberDigests(json: json["was"]))
  }

  fileprivate var json: JSONValue { ["of": .array(versions.map(\.json)), "was": digests.json] }
}

extension ReplacedValues.Members.Versions {
  fileprivate init?(_ json: JSONValue) {
    guard let parts = json.array, parts.count == 3 || parts.count == 4,
      let author = parts[0].string.flatMap(Data.init(hexadecimal:)), author.count == 16,
      let first = parts[1].int, let last = parts[2].int, 0 <= first, first <= last
    else { return nil }
    let by = parts.count == 4 ? parts[3].string.flatMap(VersionID.init(name:)) : nil
    self.init(author: author, usns: Int64(first)...Int64(last), by: by)
  }

  fileprivate var json: JSONValue {
    let by = by.map { [JSONValue.string("\($0.author.hexadecimal):\($0.usn)")] } ?? []
    return .array(
      [.string(author.hexadecimal), .integer(usns.lowerBound), .integer(usns.upperBound)] + by)
  }
}

extension ReplacedValues.Members {
  /// Returns the tombstones of the versions whose successor is known.
  func tombstones(of key: EntryKey) -> [Tombstone] {
    versions.compactMap { version in
      version.by.map {
        Tombstone(
          key: key, author: version.author, usn: version.usns.upperBound,
          deletingAuthor: $0.author, deletingUSN: $0.usn)
      }
    }
  }
}

extension EntryKey {
  /// Whether this is the key of a note's digests of replaced values, which have a meaning only
  /// together with the note's versions.
  package var isOfReplacedValues: Bool { scope == Self.ourScope && key.hasSuffix(";replaced") }
}
