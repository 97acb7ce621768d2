import Base
import Foundation
import GRDB

@testable import KeyValueStore
@testable import Notebook
@testable import NotebookFile

/// All values of a notebook: of each key the versions, the one that counts first.
struct StoredState {
  private let versions: [EntryKey: [StoredVersion]]

  init(_ db: Database) throws {
    let sql = "SELECT DISTINCT CAST(scope AS BLOB), CAST(key AS BLOB) FROM entry"
    let keys = try Row.fetchAll(db, sql: sql).compactMap { EntryKey($0, 0) }
    versions = try keys.reduce(into: [:]) { $0[$1] = try StoredVersion.fetch(db, $1) }
  }

  /// Reads the file at `path` as programs do that do not trust it.
  init(ofFile path: String) throws {
    let file = try GuardedFile.open(path)
    defer { try? file.queue.close() }
    self = try file.read { db in try StoredState(db) }
  }

  /// Reads as this machine does: the working copy, where there is one.
  init(of notebook: Notebook) throws {
    self = try notebook.read { db in try Result { try StoredState(db) }.get() }
  }

  var count: Int { versions.count }

  /// The keys of this state that `other` has not.
  func missingKeys(in other: StoredState) -> [EntryKey] {
    versions.keys.filter { other.versions[$0] == nil }.sorted()
  }

  /// The values of `good` that are missing here, or that readers see otherwise, a line each. Deleted
  /// values and the other sides of conflicts are values, too.
  func losses(of good: StoredState) -> [String] {
    good.versions.sorted { $0.key < $1.key }.flatMap { key, versions -> [String] in
      let name = "\(key.scope.prefix(8)) \(key.key.prefix(30))"
      guard let ours = self.versions[key], let winner = versions.first, let ourWinner = ours.first
      else { return ["\(name): gone"] }
      if !ourWinner.value.means(winner.value) {
        return ["\(name): \(winner.description), replaced by \(ourWinner.description)"]
      }
      let lost = versions.count { version in !ours.contains { $0.value.means(version.value) } }
      return lost > 0 ? ["\(name): \(lost) sides lost"] : []
    }
  }
}

extension StoredVersion {
  fileprivate var description: String {
    let content = String(decoding: value.text ?? value.json ?? Data(), as: UTF8.self)
    return "\(author.hexadecimal) \(usn) \(timestamp) \(content.prefix(300))"
  }
}
