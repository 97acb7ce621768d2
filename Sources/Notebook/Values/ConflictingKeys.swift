import Foundation
import GRDB
import JSON
import KeyValueStore
import NotebookFile

struct ConflictingKeys {
  /// The versions of all keys that have several, the winning one first. At most
  /// `VersionLimits.ofValue` versions of a key are read.
  let several: [EntryKey: [StoredVersion]]
  /// The key that decides the conflict: the text, or else the metadata, or else another key, such
  /// as an image's. Nil if there is no conflict.
  let decisive: EntryKey?
  /// Whether the note's text is missing on the sides that did not delete the note, because another
  /// side deleted the note and its text.
  let lacksText: Bool
  /// Whether the note exists for readers: its winning metadata can be read.
  private let isNote: Bool

  init(_ db: Database, note: String) throws {
    let statement = try db.cachedStatement(
      sql: """
        SELECT scope, key FROM entry WHERE scope = ?1 GROUP BY key HAVING count(*) > 1
        UNION ALL
        SELECT scope, key FROM entry WHERE scope = ?2 AND key >= ?3 AND key < ?4
        GROUP BY key HAVING count(*) > 1
        """)
    var several: [EntryKey: [StoredVersion]] = [:]
    let arguments: StatementArguments = [note, EntryKey.ourScope, "\(note);", "\(note)<"]
    for row in try Row.fetchAll(statement, arguments: arguments) {
      guard let scope = row.text(at: 0), let key = row.text(at: 1) else { continue }
      let entryKey = EntryKey(scope: scope, key: key)
      several[entryKey] = try StoredVersion.fetch(db, entryKey, limit: VersionLimits.ofValue)
    }
    self.several = several
    decisive =
      several.filter { Self.isConflict($0.key, $0.value) }.keys.sorted { left, right in
        (Self.rank(left), left) < (Self.rank(right), right)
      }.first
    lacksText =
      try decisive.map { try $0.key != ".noteText" && Self.isTextDeleted(db, note) } ?? false
    isNote = try NoteSummary.fetchOne(db, id: note) != nil
  }

  /// Whether one write deleted the note and its text, and there is no other text.
  private static func isTextDeleted(_ db: Database, _ note: String) throws -> Bool {
    let most = VersionLimits.ofValue
    let texts = try StoredVersion.fetch(db, EntryKey(scope: note, key: ".noteText"), limit: most)
    guard !texts.isEmpty, texts.allSatisfy({ $0.value.value == .null }) else { return false }
    return try StoredVersion.fetch(
      db, EntryKey(scope: note, key: ".metadata"), limit: most
    ).contains {
      version in
      version.value.value == .null && texts.contains { $0.name == version.name }
    }
  }

  /// Whether choosing `side` deletes the note. Deleting only an image does not.
  func isDeletion(_ side: StoredVersion) -> Bool {
    side.value.value == .null && (Self.rank(side.key) < 2 || !isNote)
  }

  /// The differing versions of the decisive key, the winning one first.
  var sides: [StoredVersion] {
    guard let decisive, let versions = several[decisive] else { return [] }
    return Self.different(versions, of: decisive)
  }

  private static func rank(_ key: EntryKey) -> Int {
    switch key.key {
    case ".noteText": 0
    case ".metadata": 1
    default: 2
    }
  }

  private static func isConflict(_ key: EntryKey, _ versions: [StoredVersion]) -> Bool {
    // The book index and prompts' statistics are derived, or follow from the user's actions.
    if key.key == ".bookIndex" || key.key.hasPrefix("prompt=") || key.scope == EntryKey.ourScope {
      return false
    }
    return different(versions, of: key).count > 1
  }

  private static func different(
    _ versions: [StoredVersion], of key: EntryKey
  ) -> [StoredVersion] {
    let isMetadata = key.key == ".metadata"
    let isDeleted = isMetadata && versions.first?.value.value == .null
    let isOwn = key.key == BookValues.ownKey
    var different: [(version: StoredVersion, chosen: JSONObject?)] = []
    for version in versions {
      let chosen =
        isMetadata
        ? version.value.value?.json?.object?.chosenMetadata : isOwn ? version.value.chosenOwn : nil
      if isDeleted, chosen?["folder"]?.string == NoteSummary.trash { continue }
      let isKnown = different.contains { other in
        isMetadata || isOwn
          ? other.chosen == chosen : other.version.value.means(version.value)
      }
      if !isKnown { different.append((version, chosen)) }
    }
    return different.map(\.version)
  }
}

extension StoredValue {
  /// Our data about a book without imported highlights, whose lists may differ between devices. Nil
  /// if the data were deleted.
  fileprivate var chosenOwn: JSONObject? {
    guard var own = value?.json?.object else { return nil }
    own["highlights"] = nil
    return own
  }
}
