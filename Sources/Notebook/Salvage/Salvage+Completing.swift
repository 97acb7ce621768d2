internal import NotebookFile
internal import Foundation
internal import GRDB

extension Salvage {
  /// Makes a notebook at `path`, an empty file, from the whole one at `other` and the readable
  /// parts of the damaged one at `source`. Versions of `other` stay as they are; those that it has
  /// not seen are brought under new authors, with their times (`SalvagedVersions`).
  static func complete(
    _ source: String, with other: String, to path: String, now: Date
  ) throws -> SalvageReport {
    let file = try ForeignFile.open(other)
    defer { file.close() }
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let database = try DatabaseQueue(path: path, configuration: configuration)
    try database.writeWithoutTransaction { db in
      try file.read { whole in try whole.backup(to: db) }
      try NotebookSchema.bringUpToDate(db)
    }
    guard file.isUnchanged else { throw NotebookError.locked(path: other) }
    // Without a name it is gone when it is closed.
    var report = try collect(from: source, to: "", now: now) { salvaged, _ in
      try database.write { db in
        guard try NotebookIdentity.relation(salvaged.db, db) != .nothing else {
          throw NotebookError.unrelated(path: other, to: source)
        }
        try SalvagedVersions(salvaged.db, unknownTo: db).store(in: db) { _ in }
        try MissingMetadata.restore(in: db, now: now)
      }
    }
    let salvaged = report.notes
    report.notes = try database.read { try NoteSummary.fetchAll($0).count }
    report.notesCompleted = max(0, report.notes - salvaged)
    try database.close()
    return report
  }
}
