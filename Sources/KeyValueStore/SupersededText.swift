package import Foundation
package import GRDB

/// A note's text that a write or a merge removes from a notebook, to be stored in history.
package struct SupersededText {
  package var version: StoredVersion
  /// The author who superseded the version, sixteen bytes; nil if unknown.
  package var by: Data?
  /// When this machine removed the text.
  package var time: Date

  package init(version: StoredVersion, by: Data? = nil, time: Date) {
    self.version = version
    self.by = by
    self.time = time
  }
}

extension SupersededText {
  /// Number of bytes of texts that are collected before they are passed to `keep`.
  static let batch = 4 << 20

  /// Returns the versions that are a note's texts and are not among `remaining`, each text once.
  /// `versions` are all of one key.
  package static func leaving(
    _ versions: [StoredVersion], remaining: [StoredValue]
  ) -> [StoredVersion] {
    guard versions.first?.key.key == ".noteText" else { return [] }
    var present = remaining.map(\.text)
    return versions.filter { version in
      guard let text = version.value.text, !present.contains(text) else { return false }
      present.append(text)
      return true
    }
  }

  /// Passes to `keep` the texts of notes that `source` has and `db` lacks under the same key, some
  /// megabytes at a time. Ignores version vectors. Cost: linear in the texts of both.
  package static func forEach(
    of source: Database, missingIn db: Database, _ keep: ([SupersededText]) throws -> Void
  ) throws {
    let sql = """
      SELECT DISTINCT CAST(scope AS BLOB), CAST(key AS BLOB) FROM entry WHERE key = '.noteText'
      """
    var missing: [SupersededText] = []
    var bytes = 0
    for key in try Row.fetchAll(source, sql: sql).compactMap({ EntryKey($0, 0) }) {
      let ours = try StoredVersion.fetch(db, key)
      let texts = leaving(try StoredVersion.fetch(source, key), remaining: ours.map(\.value))
      missing += texts.map { SupersededText(version: $0, by: ours.first?.author, time: Date()) }
      bytes += texts.reduce(0) { $0 + ($1.value.text?.count ?? 0) }
      guard bytes > batch else { continue }
      try keep(missing)
      (missing, bytes) = ([], 0)
    }
    if !missing.isEmpty { try keep(missing) }
  }
}
