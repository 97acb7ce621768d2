import Foundation
import GRDB
import NotebookFile

/// Determines whether two files are of one notebook: whether they have an author in common, who
/// wrote before they diverged.
///
/// Authors of starter notes do not count, since unrelated notebooks share them: every user's first
/// notebook is a copy of the app's own.
enum NotebookIdentity {
  enum Relation: Comparable {
    case nothing
    /// The files share only authors of starters.
    case starter
    /// The files share another author.
    case author
  }

  /// Returns the relation of two files. Cost: linear in the authors of `source`, up to the first
  /// decisive one.
  static func relation(_ source: Database, _ destination: Database) throws -> Relation {
    let isOurs = try destination.cachedStatement(sql: "SELECT 1 FROM author WHERE id = ?")
    var relation = Relation.nothing
    let theirs = try Row.fetchCursor(
      source, sql: "SELECT CAST(id AS BLOB), CAST(name AS TEXT) FROM author")
    while let row = try theirs.next() {
      guard let id = row.data(at: 0), try Row.fetchOne(isOurs, arguments: [id]) != nil else {
        continue
      }
      if !isStarter(id, name: row.text(at: 1) ?? "") { return .author }
      relation = .starter
    }
    return relation
  }

  /// Whether a file at a notebook's path is that notebook. Also true if one of them has no authors.
  /// Also true if they share a starter's author, and one of them has no other authors.
  static func mayReplace(_ source: Database, _ destination: Database) throws -> Bool {
    switch try relation(source, destination) {
    case .author: true
    case .starter: try !hasWriter(source) || !hasWriter(destination)
    case .nothing: try !hasAuthor(source) || !hasAuthor(destination)
    }
  }

  /// Whether there is an author other than a starter's.
  private static func hasWriter(_ db: Database) throws -> Bool {
    let rows = try Row.fetchCursor(
      db, sql: "SELECT CAST(id AS BLOB), CAST(name AS TEXT) FROM author")
    while let row = try rows.next() {
      if !isStarter(row.data(at: 0) ?? Data(), name: row.text(at: 1) ?? "") { return true }
    }
    return false
  }

  private static func hasAuthor(_ db: Database) throws -> Bool {
    try Row.fetchOne(db, sql: "SELECT 1 FROM author") != nil
  }

  /// The author of the notebook that comes with the app.
  private static let appStarter = Data([
    0x0E, 0x8A, 0x65, 0x4B, 0x8B, 0x65, 0x4A, 0xB9, 0x96, 0xF2, 0x9D, 0x62, 0x99, 0xDE, 0x97, 0xFF,
  ])

  /// Whether an author is a starter's. The app's tools create starters, and do not run on users'
  /// devices. Authors of upgrades count, too: an upgrade of the same notes creates the same rows on
  /// all devices.
  private static func isStarter(_ id: Data, name: String) -> Bool {
    id == appStarter || name == MetadataUpgrade.author
      || name == "KVCRDT Command Line" || name.hasSuffix(" (KVCRDT Command Line)")
  }
}
